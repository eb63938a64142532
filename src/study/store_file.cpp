// SPDX-License-Identifier: MIT
#include "store_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "mce/study/store.hpp"
#include "problem_runs.hpp"
#include "protocol_json.hpp"
#include "store_checks.hpp"
#include "store_schema.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;
using sqlite::Database;
using sqlite::Transaction;

/// Nothing in it: new, or left by a process that ended before it had made its tables.
bool is_empty(const Database& database) { return database.number("SELECT count(*) FROM sqlite_master") == 0; }

/// Where SQLite has what it has written and not yet copied to the file.
fs::path write_ahead_log(const fs::path& path) { return path.string() + "-wal"; }

void check_format(const Database& database, const fs::path& path) {
  if (is_empty(database)) {
    throw Error(fmt::format(
        "'{}': empty: no study was begun in it; or one that was killed was copied without the file beside it, '{}'",
        path.string(), write_ahead_log(path).string()));
  }
  if (database.number("PRAGMA application_id") != kStoreApplication) {
    throw Error(fmt::format("'{}': an SQLite file, but not a study of mce", path.string()));
  }
  const auto schema = database.number("PRAGMA user_version");
  if (schema > Store::kSchema) {
    throw Error(fmt::format("'{}': written by a newer version of mce (format {}, this one knows {})", path.string(),
                            schema, Store::kSchema));
  }
}

/// A file from elsewhere may have a view, which computes whatever it likes, where a table of ours belongs.
void check_tables(const Database& database, const fs::path& path) {
  auto other = database.prepare(
      "SELECT name FROM sqlite_master WHERE (type <> 'table' OR sql LIKE 'CREATE VIRTUAL%') AND lower(name) IN "
      "('study', 'treatment', 'selector', 'run', 'curve', 'auc', 'history', 'map', 'elites', 'behaviour', 'picture')");
  if (other.step()) {
    throw Error(fmt::format("'{}': damaged: {} is no table", path.string(), in_quotes(other.text(0))));
  }
}

/// SQLite's words in one line: "*** in database main ***\nPage 7: …" is two.
std::string verdict_line(std::string text) {
  constexpr std::string_view kHead = "*** in database main ***\n";
  if (text.starts_with(kHead)) text.erase(0, kHead.size());
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// In the log beside the file there is nothing, so every page has to be in the file itself.
bool is_all_in_file(const fs::path& path) {
  std::error_code ignored;
  return !fs::exists(write_ahead_log(path), ignored) || fs::file_size(write_ahead_log(path), ignored) == 0;
}

void check_size(const Database& database, const fs::path& path) {
  const auto size = database.number("PRAGMA page_count") * database.number("PRAGMA page_size");
  if (std::cmp_greater_equal(fs::file_size(path), size)) return;
  throw Error(fmt::format("'{}': damaged: {} bytes are missing at its end", path.string(),
                          size - static_cast<std::int64_t>(fs::file_size(path))));
}

void check_pages(const Database& database, const fs::path& path) {
  auto check = database.prepare("PRAGMA quick_check(1)");
  const std::string verdict = check.step() ? check.text(0) : "no answer";
  if (verdict != "ok") throw Error(fmt::format("'{}': damaged: {}", path.string(), verdict_line(verdict)));
}

Protocol stored_protocol(const Database& database, const fs::path& path) {
  try {
    return protocol_from_json(study_text(database, "protocol"));
  } catch (const Error& error) {
    throw Error(fmt::format("'{}': damaged: {}", path.string(), error.what()));
  }
}

template <class Entry>
void add_new(std::vector<Entry>& entries, const std::vector<Entry>& now, std::string Entry::* name) {
  std::set<std::string> there;
  for (const Entry& each : entries) there.insert(each.*name);
  std::ranges::copy_if(now, std::back_inserter(entries),
                       [&](const Entry& each) { return !there.contains(each.*name); });
}

/// The protocol of the store with all that `now` adds; what was there keeps its place.
Protocol merged(const Protocol& stored, const Protocol& now) {
  Protocol result = stored;
  result.repetitions = now.repetitions;
  add_new(result.selectors, now.selectors, &SelectorEntry::label);
  add_new(result.treatments, now.treatments, &Treatment::name);
  // The program of a problem may be elsewhere now.
  for (const Treatment& each : now.treatments) {
    if (!each.plan.problem) continue;
    std::ranges::find(result.treatments, each.name, &Treatment::name)->plan.problem = each.plan.problem;
  }
  return result;
}

/// Runs of measured treatments whose maps were dropped: metrics cannot be computed anew without them.
std::int64_t runs_without_maps(const Database& database) {
  return database.number(
      "SELECT count(*) FROM run JOIN treatment USING (treatment) WHERE measured AND NOT EXISTS (SELECT 1 FROM history "
      "h WHERE (h.treatment, h.selector, h.repetition) = (run.treatment, run.selector, run.repetition))");
}

/// Columns for the metrics that are new since the file was made, if all runs can be measured again.
void add_new_metrics(Database& database, bool rerun) {
  const std::vector<MetricKind> there = metrics_in(database);
  std::vector<MetricKind> added;
  std::ranges::copy_if(metric_kinds(), std::back_inserter(added), [&there](const MetricKind& each) {
    return std::ranges::find(there, each.metric, &MetricKind::metric) == there.end();
  });
  if (added.empty() || (!rerun && runs_without_maps(database) > 0)) return;
  for (const MetricKind& each : added) add_metric(database, each);
  forget_metrics(database, "true");
}

/// Adds what `protocol` has and `stored` has not.
void extend(Database& database, const Protocol& stored, const Protocol& protocol, bool rerun, const fs::path& path) {
  // More runs of a treatment may hold better elites than all before: then every metric of the old ones changes.
  if (protocol.repetitions > stored.repetitions || protocol.selectors.size() > stored.selectors.size()) {
    const auto gone = runs_without_maps(database);
    if (gone > 0 && !rerun) {
      throw Error(fmt::format(
          "'{}': {} finished runs would have to be measured again, together with the new ones, but their maps were "
          "dropped (keep = \"{}\"); --rerun makes those runs again first, a new file starts anew, and keep = \"all\" "
          "avoids this",
          path.string(), gone, to_text(stored.keep)));
    }
    forget_metrics(database, "true");
  }
  write_protocol(database, protocol);
}

/// SQLite's own name for a file that nobody changes while it is read.
std::string unchanging(const fs::path& path) {
  std::string uri = "file:";
  for (const char letter : path.string()) {
    uri += letter == '%' || letter == '?' || letter == '#' ? fmt::format("%{:02x}", letter) : std::string(1, letter);
  }
  return uri + "?immutable=1";
}

bool may_be_written(const fs::path& path) {
  const auto writable = [](const fs::path& place) { return ::access(place.c_str(), W_OK) == 0; };
  return writable(path) && writable(fs::absolute(path).parent_path());
}

Database opened_for_reading(const fs::path& path, bool as_unchanging) {
  if (as_unchanging) return {unchanging(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI};
  if (!may_be_written(path)) return {path.string(), SQLITE_OPEN_READONLY};
  // Only a connection that may write removes the files beside it when it is closed.
  Database database(path.string(), SQLITE_OPEN_READWRITE);
  database.run("PRAGMA query_only = 1");
  return database;
}

/// Also where SQLite says what is wrong, or one of its files vanishes meanwhile.
template <class Action>
auto with_path(const fs::path& path, Action action) {
  try {
    return action();
  } catch (const fs::filesystem_error& error) {
    throw Error(fmt::format("'{}': {}", path.string(), error.code().message()));
  }
}

std::optional<Shard> stored_shard(const Database& database, const fs::path& path) {
  const std::string text = study_text(database, "shard");
  if (text.empty()) return std::nullopt;
  try {
    return parse_shard(text);
  } catch (const std::invalid_argument& error) {
    throw Error(fmt::format("'{}': damaged: {}", path.string(), error.what()));
  }
}

void check_shard(std::optional<Shard> stored, std::optional<Shard> wanted, const fs::path& path) {
  if (stored == wanted) return;
  const auto text = [](std::optional<Shard> shard) {
    return shard ? "shard " + to_text(*shard) + " of a study" : std::string("a whole study");
  };
  throw Error(fmt::format("'{}' holds {}, not {}{}", path.string(), text(stored), text(wanted),
                          stored ? fmt::format("; go on with --shard {}", to_text(*stored)) : ""));
}

/// Where a symbolic link leads to. SQLite follows it too, and has its log beside what is there.
fs::path place_of(const fs::path& path) { return fs::is_symlink(path) ? fs::canonical(path) : path; }

StoreFile opened_for_running(const fs::path& path, FileLock& lock, const Protocol& protocol, bool rerun,
                             std::optional<Shard> shard) {
  const bool all_in_file = is_all_in_file(path);
  Database database(path.string(), SQLITE_OPEN_READWRITE);
  const bool was_empty = is_empty(database);
  if (was_empty) {
    remove_journals(path);
    make_tables(database, protocol, shard);
  } else if (all_in_file) {
    check_size(database, path);
  }
  check_format(database, path);
  check_tables(database, path);
  check_pages(database, path);
  check_behaviour(database, path.string());
  check_shard(stored_shard(database, path), shard, path);
  database.run("PRAGMA synchronous = NORMAL");  // with WAL: a crash of the machine may lose the last runs, no more
  // Up to 64 MB in the log before it is copied to the file: histories that are soon dropped are then never copied.
  database.run("PRAGMA wal_autocheckpoint = 4096");
  const Protocol stored = stored_protocol(database, path);
  if (const auto reasons = differences(stored, protocol); !reasons.empty()) {
    throw Error(fmt::format("'{}' holds a study of another protocol: {}", path.string(), fmt::join(reasons, "; ")));
  }
  Protocol all = merged(stored, protocol);
  Transaction transaction(database);
  upgrade(database);
  if (const std::string lost = incomplete_treatments(database, stored); !lost.empty()) {
    forget_metrics(database, fmt::format("treatment IN ({})", lost));  // their runs are made again
  }
  extend(database, stored, all, rerun, path);
  add_new_metrics(database, rerun);
  transaction.commit();
  std::vector<MetricKind> metrics = metrics_in(database);
  return {path, std::move(lock), std::move(database), std::move(all), std::move(metrics), shard, std::nullopt};
}

/// `whole`: all that is read is as the file is at this moment, whoever writes to it meanwhile.
StoreFile opened_to_look(const fs::path& name, bool whole) {
  std::error_code error;
  if (!fs::is_regular_file(name, error)) {
    throw Error(fmt::format("cannot read '{}': {}", name.string(), error ? error.message() : "not a regular file"));
  }
  return with_path(name, [&]() -> StoreFile {
    const fs::path path = place_of(name);
    const bool all_in_file = is_all_in_file(path);
    // SQLite wants to write beside the file even to read it. Where we cannot, we take it as it is; `is_outdated` says
    // if somebody else changes it.
    std::optional<fs::file_time_type> unchanged_since;
    if (!may_be_written(path) && !fs::exists(write_ahead_log(path))) unchanged_since = fs::last_write_time(path);
    Database database = opened_for_reading(path, unchanged_since.has_value());
    if (whole) {
      database.run("BEGIN");
      if (all_in_file && !FileLock::is_held(path)) check_size(database, path);
    }
    check_format(database, path);
    check_tables(database, path);
    Protocol protocol = stored_protocol(database, path);
    std::vector<MetricKind> metrics = metrics_in(database);
    const std::optional<Shard> shard = stored_shard(database, path);
    return {path, FileLock(), std::move(database), std::move(protocol), std::move(metrics), shard, unchanged_since};
  });
}

}  // namespace

bool is_outdated(const StoreFile& file) {
  if (!file.unchanged_since) return false;
  std::error_code ignored;
  return fs::exists(write_ahead_log(file.path), ignored) ||
         fs::last_write_time(file.path, ignored) != *file.unchanged_since;
}

StoreFile open_for_running(const fs::path& path, const Protocol& protocol, bool rerun, std::optional<Shard> shard) {
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    throw Error(fmt::format("cannot write '{}': it exists and is not a regular file", path.string()));
  }
  FileLock lock(path);
  return with_path(path, [&] {
    const fs::path place = place_of(path);
    const bool is_new = fs::file_size(place) == 0 && is_all_in_file(place);
    try {
      return opened_for_running(place, lock, protocol, rerun, shard);
    } catch (...) {
      if (is_new) fs::remove(place, ignored);
      throw;
    }
  });
}

StoreFile open_for_reading(const fs::path& path) { return opened_to_look(path, false); }

StoreFile open_for_merging(const fs::path& path) {
  StoreFile file = opened_to_look(path, true);
  with_path(path, [&] { check_behaviour(file.database, file.protocol, path.string()); });
  return file;
}

void check_pages(const StoreFile& file) {
  with_path(file.path, [&] { check_pages(file.database, file.path); });
}

}  // namespace mce
