// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "file_lock.hpp"
#include "mce/analysis/metrics.hpp"
#include "mce/study/protocol.hpp"
#include "mce/study/shard.hpp"
#include "sqlite.hpp"

namespace mce {

/// The open file of a study. The order matters: the database is closed before the lock is given back.
struct StoreFile {
  std::filesystem::path path;
  FileLock lock;
  sqlite::Database database;
  Protocol protocol;
  std::vector<MetricKind> metrics;  ///< those that it has columns for
  std::optional<Shard> shard;       ///< which part of the study it is for; nothing: the whole
  /// When it was last written, if it was opened as a file that nobody changes.
  std::optional<std::filesystem::file_time_type> unchanged_since;
};

/// Opens a file as Store::for_running and Store::for_reading say: makes it or checks that it is one of ours, brings one
/// of an older version to today's format, adds what the protocol adds. Both throw Error with the path.
StoreFile open_for_running(const std::filesystem::path& path, const Protocol& protocol, bool rerun,
                           std::optional<Shard> shard);
StoreFile open_for_reading(const std::filesystem::path& path);
/// As for reading; all that is read is as the file is at this moment. Checks that this engine would make the same runs.
StoreFile open_for_merging(const std::filesystem::path& path);
/// Whether it was opened as a file that nobody changes, and somebody has changed it: what is read of it may be wrong.
bool is_outdated(const StoreFile& file);
/// Throws Error if the file is damaged, as far as SQLite knows. It reads all of it.
void check_pages(const StoreFile& file);

}  // namespace mce
