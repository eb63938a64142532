// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <utility>

namespace mce {

/// Keeps other processes from running the same study; the system gives it back whatever way the process ends.
/// It is an flock of the file itself: SQLite's locks are of another kind. (Those are lost when any descriptor of the
/// file is closed, so this one has to outlive the database.)
class FileLock {
 public:
  FileLock() = default;  ///< locks nothing
  /// Makes the file if there is none. Throws Error if another process has the lock, or the file cannot be opened.
  explicit FileLock(const std::filesystem::path& path);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileLock();

  /// Whether the file is still the one at this path: it may have been deleted or replaced since. True of no lock.
  [[nodiscard]] bool is_of(const std::filesystem::path& path) const;

  /// Whether some process has the lock. Looking takes a shared one for a moment.
  static bool is_held(const std::filesystem::path& path);

 private:
  [[noreturn]] void fail(const std::filesystem::path& path, int reason);

  int descriptor_ = -1;
};

/// Whether some other descriptor has the lock of this open file. Looking takes a shared one for a moment.
bool is_locked(int descriptor);
/// Whether the open file is the one at this path.
bool is_file_at(int descriptor, const std::filesystem::path& path);

}  // namespace mce
