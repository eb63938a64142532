// SPDX-License-Identifier: MIT
// Opening a store: making it, checking that it is one of ours, and extending its protocol.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "mce/core/error.hpp"
#include "mce/core/version.hpp"
#include "mce/run/signatures.hpp"
#include "protocol_json.hpp"
#include "store_contents.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;
using sqlite::Database;
using sqlite::Transaction;

constexpr int kApplication = 0x4d434531;  // marks the file as ours: "MCE1"

constexpr std::string_view kTables = R"(
CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE treatment (
  treatment INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, testbed TEXT NOT NULL, cells INTEGER NOT NULL,
  measured INTEGER NOT NULL DEFAULT 0);
CREATE TABLE selector (selector INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE run (
  treatment INTEGER NOT NULL, selector INTEGER NOT NULL, repetition INTEGER NOT NULL,
  seed INTEGER NOT NULL, signature TEXT NOT NULL, evaluations INTEGER NOT NULL, rejected INTEGER NOT NULL,
  seconds REAL NOT NULL,
  PRIMARY KEY (treatment, selector, repetition)) WITHOUT ROWID;
CREATE TABLE curve (
  treatment INTEGER NOT NULL, selector INTEGER NOT NULL, repetition INTEGER NOT NULL, evaluations INTEGER NOT NULL,
  filled INTEGER NOT NULL, best REAL NOT NULL,
  global_performance REAL, global_reliability REAL, precision REAL, coverage REAL,
  qd_score REAL NOT NULL, selection_entropy REAL NOT NULL,
  PRIMARY KEY (treatment, selector, repetition, evaluations)) WITHOUT ROWID;
CREATE TABLE auc (
  treatment INTEGER NOT NULL, selector INTEGER NOT NULL, repetition INTEGER NOT NULL,
  global_performance REAL NOT NULL, global_reliability REAL NOT NULL, precision REAL NOT NULL, coverage REAL NOT NULL,
  qd_score REAL NOT NULL, selection_entropy REAL NOT NULL,
  PRIMARY KEY (treatment, selector, repetition)) WITHOUT ROWID;
CREATE TABLE history (
  treatment INTEGER NOT NULL, selector INTEGER NOT NULL, repetition INTEGER NOT NULL, maps BLOB NOT NULL,
  PRIMARY KEY (treatment, selector, repetition));
CREATE TABLE map (
  treatment INTEGER NOT NULL, selector INTEGER NOT NULL, repetition INTEGER NOT NULL, evaluations INTEGER NOT NULL,
  fitness BLOB NOT NULL, selections BLOB NOT NULL, survivals BLOB NOT NULL,
  PRIMARY KEY (treatment, selector, repetition, evaluations));
CREATE TABLE elites (
  treatment INTEGER NOT NULL, selector INTEGER NOT NULL, repetition INTEGER NOT NULL,
  cells BLOB NOT NULL, fitness BLOB NOT NULL, features BLOB NOT NULL, solutions BLOB NOT NULL,
  selections BLOB NOT NULL, survivals BLOB NOT NULL,
  PRIMARY KEY (treatment, selector, repetition));
)";

std::string text_of(const Database& database, std::string_view key) {
  auto query = database.prepare("SELECT value FROM study WHERE key = ?");
  return query.bind(key).step() ? query.text(0) : "";
}

void set_text(const Database& database, std::string_view key, std::string_view value) {
  database.prepare("INSERT OR REPLACE INTO study VALUES (?, ?)").run(key, value);
}

/// Writes the protocol, and the treatments and selectors that are not in yet.
void write_protocol(const Database& database, const Protocol& protocol) {
  set_text(database, "name", protocol.name);
  set_text(database, "profile", protocol.profile);
  set_text(database, "protocol", to_json(protocol));
  auto treatment = database.prepare("INSERT OR IGNORE INTO treatment VALUES (?, ?, ?, ?, 0)");
  for (std::size_t i = 0; i < protocol.treatments.size(); ++i) {
    const Treatment& each = protocol.treatments[i];
    treatment.run(i, each.name, each.plan.testbed, cell_count(each.plan));
  }
  auto selector = database.prepare("INSERT OR IGNORE INTO selector VALUES (?, ?, ?)");
  for (std::size_t i = 0; i < protocol.selectors.size(); ++i) {
    selector.run(i, protocol.selectors[i].label, protocol.selectors[i].name);
  }
}

void make_tables(Database& database, const Protocol& protocol) {
  // Large pages for large blobs; free pages can be given back, since most of what is written is dropped again.
  database.run("PRAGMA page_size = 16384; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL");
  Transaction transaction(database);
  database.run(kTables);
  database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication, Store::kSchema));
  set_text(database, "version", version());
  set_text(database, "behaviour", fmt::format("{:016x}", behaviour_of_all_in_0_1_0()));
  write_protocol(database, protocol);
  transaction.commit();
}

/// Nothing in it: new, or left by a process that ended before it had made its tables.
bool is_empty(const Database& database) { return database.number("SELECT count(*) FROM sqlite_master") == 0; }

void check_format(const Database& database, const fs::path& path) {
  if (database.number("PRAGMA application_id") != kApplication) {
    throw Error(fmt::format("'{}': an SQLite file, but not a study of mce", path.string()));
  }
  const auto schema = database.number("PRAGMA user_version");
  if (schema > Store::kSchema) {
    throw Error(fmt::format("'{}': written by a newer version of mce (format {}, this one knows {})", path.string(),
                            schema, Store::kSchema));
  }
}

/// `all_in_file`: nothing was left in the log beside it, so every page has to be in the file itself.
void check_pages(const Database& database, const fs::path& path, bool all_in_file) {
  const auto size = database.number("PRAGMA page_count") * database.number("PRAGMA page_size");
  if (all_in_file && std::cmp_less(fs::file_size(path), size)) {
    throw Error(fmt::format("'{}': damaged: {} bytes are missing at its end", path.string(),
                            size - static_cast<std::int64_t>(fs::file_size(path))));
  }
  auto check = database.prepare("PRAGMA quick_check(1)");
  const std::string verdict = check.step() ? check.text(0) : "no answer";
  if (verdict != "ok") throw Error(fmt::format("'{}': damaged: {}", path.string(), verdict));
}

void check_behaviour(const Database& database, const fs::path& path) {
  if (text_of(database, "behaviour") == fmt::format("{:016x}", behaviour_of_all_in_0_1_0())) return;
  throw Error(
      fmt::format("'{}': begun by mce {}, whose runs end otherwise than those of this version ({}); go on with "
                  "that version, or start a new study",
                  path.string(), text_of(database, "version"), version()));
}

/// The protocol of the store with all that `now` adds; what was there keeps its place.
Protocol merged(const Protocol& stored, const Protocol& now) {
  Protocol result = stored;
  result.repetitions = now.repetitions;
  for (const SelectorEntry& each : now.selectors) {
    if (std::ranges::find(stored.selectors, each.label, &SelectorEntry::label) == stored.selectors.end()) {
      result.selectors.push_back(each);
    }
  }
  for (const Treatment& each : now.treatments) {
    if (std::ranges::find(stored.treatments, each.name, &Treatment::name) == stored.treatments.end()) {
      result.treatments.push_back(each);
    }
  }
  return result;
}

/// Runs of measured treatments whose maps were dropped: metrics cannot be computed anew without them.
std::int64_t runs_without_maps(const Database& database) {
  return database.number(
      "SELECT count(*) FROM run JOIN treatment USING (treatment) WHERE measured AND NOT EXISTS (SELECT 1 FROM history "
      "h WHERE (h.treatment, h.selector, h.repetition) = (run.treatment, run.selector, run.repetition))");
}

void extend(Database& database, const Protocol& stored, const Protocol& protocol, bool rerun, const fs::path& path) {
  Transaction transaction(database);
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
    database.run(
        "DELETE FROM auc; UPDATE treatment SET measured = 0;"
        "UPDATE curve SET global_performance = NULL, global_reliability = NULL, precision = NULL, coverage = NULL");
  }
  write_protocol(database, protocol);
  transaction.commit();
}

std::vector<std::uint32_t> cell_counts(const Protocol& protocol) {
  std::vector<std::uint32_t> counts;
  counts.reserve(protocol.treatments.size());
  for (const Treatment& each : protocol.treatments) counts.push_back(cell_count(each.plan));
  return counts;
}

Database opened_for_reading(const fs::path& path) {
  const auto open = [&path](const std::string& name, int more) {
    Database database(name, SQLITE_OPEN_READONLY | more);
    check_format(database, path);
    return database;
  };
  if (!fs::exists(path.string() + "-wal") && ::access(fs::absolute(path).parent_path().c_str(), W_OK) != 0) {
    // SQLite wants to write beside the file even to read it; where nobody can, nobody changes it either.
    std::string uri = "file:";
    for (const char letter : path.string()) {
      uri += letter == '%' || letter == '?' || letter == '#' ? fmt::format("%{:02x}", letter) : std::string(1, letter);
    }
    return open(uri + "?immutable=1", SQLITE_OPEN_URI);
  }
  return open(path.string(), 0);
}

}  // namespace

Store Store::for_running(const fs::path& path, const Protocol& protocol, bool rerun) {
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    throw Error(fmt::format("cannot write '{}': it exists and is not a regular file", path.string()));
  }
  const bool is_new = !fs::exists(path, ignored);
  FileLock lock(path);
  const fs::path log = path.string() + "-wal";
  const bool all_in_file = !fs::exists(log, ignored) || fs::file_size(log, ignored) == 0;
  try {
    Database database(path.string(), SQLITE_OPEN_READWRITE);
    const bool was_empty = is_empty(database);
    if (was_empty) make_tables(database, protocol);
    check_format(database, path);
    check_pages(database, path, all_in_file && !was_empty);
    check_behaviour(database, path);
    database.run("PRAGMA synchronous = NORMAL");  // with WAL: a crash of the machine may lose the last runs, no more
    // Up to 64 MB in the log before it is copied to the file: histories that are soon dropped are then never copied.
    database.run("PRAGMA wal_autocheckpoint = 4096");
    const Protocol stored = protocol_from_json(text_of(database, "protocol"));
    if (const auto reasons = differences(stored, protocol); !reasons.empty()) {
      throw Error(fmt::format("'{}' holds a study of another protocol: {}", path.string(), fmt::join(reasons, "; ")));
    }
    Protocol all = merged(stored, protocol);
    if (all != stored) extend(database, stored, all, rerun, path);
    auto cells = cell_counts(all);
    return Store(
        std::make_unique<Contents>(path, std::move(lock), std::move(database), std::move(all), std::move(cells)));
  } catch (...) {
    if (is_new) fs::remove(path, ignored);
    throw;
  }
}

bool Store::is_being_run(const fs::path& path) { return FileLock::is_held(path); }

Store Store::for_reading(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    throw Error(fmt::format("cannot read '{}': {}", path.string(), error ? error.message() : "not a regular file"));
  }
  Database database = opened_for_reading(path);
  Protocol protocol = protocol_from_json(text_of(database, "protocol"));
  auto cells = cell_counts(protocol);
  return Store(
      std::make_unique<Contents>(path, FileLock(), std::move(database), std::move(protocol), std::move(cells)));
}

}  // namespace mce
