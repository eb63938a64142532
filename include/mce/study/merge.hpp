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
#include "mce/study/store.hpp"

namespace mce {

/// What a file had that was merged.
struct MergedFile {
  std::filesystem::path path;
  std::optional<Shard> shard;
  std::uint64_t runs = 0;     ///< that are in it
  std::uint64_t taken = 0;    ///< of these, those that the merged file did not have before
  std::uint64_t missing = 0;  ///< of the runs of its shard, those that the merged file does not have
  bool being_run = false;
};

/// A shard that no file was for, and whose runs are missing.
struct AbsentShard {
  Shard shard;
  std::uint64_t missing = 0;
};

struct MergeResult {
  std::vector<MergedFile> files;
  std::vector<AbsentShard> absent;
  std::uint64_t runs = 0;  ///< in the merged file
  std::uint64_t all_runs = 0;
  std::vector<RunKey> missing;  ///< runs that it does not have, or not with what measuring them needs
  bool stopped = false;         ///< then there may be no merged file yet
};

struct MergeOptions {
  unsigned threads = 1;
  bool rerun = false;                       ///< as of Store::for_running
  const std::atomic<bool>* stop = nullptr;  ///< set it to end early; what is merged by then stays
  /// Called with how many of how many steps are done: to check a file, and to take a treatment of it.
  std::function<void(std::uint64_t, std::uint64_t)> watch = [](std::uint64_t, std::uint64_t) {};
};

/// Puts the runs of several files of one study, such as its shards, into one file, and measures the treatments that are
/// complete. Equal runs may be in several files. A file that exists already is added to, so a merge can be repeated and
/// go on. Throws Error, before anything is written, if files are of different studies, of another engine, or damaged so
/// far that SQLite knows; later, if a run is damaged or ends differently in two files: what was merged before is kept.
MergeResult merge_studies(const std::filesystem::path& out, std::span<const std::filesystem::path> files,
                          const MergeOptions& options = {});

}  // namespace mce
