// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "mce/study/shard.hpp"

namespace mce {

/// What a file had that was merged.
struct MergedFile {
  std::filesystem::path path;
  std::optional<Shard> shard;
  std::uint64_t runs = 0;   ///< that are in it
  std::uint64_t taken = 0;  ///< of these, those that the merged file did not have before
  std::uint64_t missing = 0;
  bool being_run = false;
};

struct MergeResult {
  std::vector<MergedFile> files;
  std::vector<Shard> absent;  ///< shards that no file was for, and that have runs which are missing
  std::uint64_t runs = 0;     ///< in the merged file
  std::uint64_t all_runs = 0;
  bool stopped = false;
};

struct MergeOptions {
  unsigned threads = 1;
  bool rerun = false;                       ///< as of Store::for_running
  const std::atomic<bool>* stop = nullptr;  ///< set it to end early; what is merged by then stays
  /// Called with how many of how many treatments of all files are merged.
  std::function<void(std::uint64_t, std::uint64_t)> watch = [](std::uint64_t, std::uint64_t) {};
};

/// Puts the runs of several files of one study, such as its shards, into one file, and measures the treatments that are
/// complete. Equal runs may be in several files. A file that exists already is added to, so a merge can be repeated and
/// go on. Throws Error, before anything is written, if files are damaged, of different studies, or of another engine;
/// and if a run ends differently in two files.
MergeResult merge_studies(const std::filesystem::path& out, std::span<const std::filesystem::path> files,
                          const MergeOptions& options = {});

}  // namespace mce
