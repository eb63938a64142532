// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace mce::test {

/// A directory of its own for each test, gone afterwards.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    // In memory where that is possible: every file is flushed to the disk, and the tests write very many.
    const bool in_memory = ::access("/dev/shm", W_OK | X_OK) == 0;
    const std::filesystem::path above = in_memory ? "/dev/shm" : std::filesystem::temp_directory_path();
    std::string name = (above / "mce-test-").string() + std::string(6, 'X');  // what mkdtemp replaces
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// The names of all that is in it, sorted.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      all.push_back(entry.path().filename().string());
    std::ranges::sort(all);
    return all;
  }

 private:
  std::filesystem::path path_;
};

/// The file as it is, with nothing of ours in between.
inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void spill(const std::filesystem::path& path, const std::string& contents) {
  std::ofstream(path, std::ios::binary) << contents;
}

}  // namespace mce::test
