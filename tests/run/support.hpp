// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "mce/run/run.hpp"

/// What the tests of this folder share.
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

/// The text of the exception of type E that `action` throws; fails the test if it throws none.
template <class E, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "no such exception was thrown";
  return {};
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A run that is small enough to be made by the hundred; tiny mazes.
inline RunRequest small_request(const std::string& testbed, const std::string& selector, std::uint64_t evaluations) {
  return {.profile = "paper",
          .testbed = testbed,
          .testbed_settings = testbed == "maze" ? Settings{{"size", "4"}} : Settings{},
          .selector = selector,
          .seed = 7,
          .batch = 1,
          .initial = 20,
          .resolution = std::vector<std::uint32_t>{12},
          .evaluations = evaluations};
}

inline std::unique_ptr<Run> made(const RunRequest& request) { return Run::make(complete(request)); }

inline std::unique_ptr<Run> finished(const RunRequest& request) {
  auto run = made(request);
  run->advance(run->settings().evaluations);
  return run;
}

/// All that a run would save, byte for byte.
inline std::vector<std::byte> state_of(const Run& run) {
  ByteWriter out;
  run.save(out);
  return out.bytes();
}

}  // namespace mce::test
