// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace mce {

/// Tells whether a process is running a study, as often as one likes, also while the file is open for reading. It has
/// to outlive every Store of the file in this process: closing it would take away SQLite's own locks.
class StudyWatch {
 public:
  /// Throws Error if the file cannot be read.
  explicit StudyWatch(const std::filesystem::path& path);
  StudyWatch(const StudyWatch&) = delete;
  StudyWatch& operator=(const StudyWatch&) = delete;
  ~StudyWatch();

  [[nodiscard]] bool is_being_run() const;
  /// Whether the file at this path is still the one that is watched: it may have been replaced.
  [[nodiscard]] bool is_of(const std::filesystem::path& path) const;

 private:
  int descriptor_;
};

}  // namespace mce
