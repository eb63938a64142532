// SPDX-License-Identifier: MIT
#include "store_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "mce/core/error.hpp"
#include "mce/core/version.hpp"
#include "mce/run/signatures.hpp"
#include "mce/study/store.hpp"
#include "protocol_json.hpp"

namespace mce {
namespace {

using sqlite::Database;
using sqlite::Transaction;

constexpr std::string_view kBehaviourTable = R"(
CREATE TABLE behaviour (
  testbed TEXT NOT NULL, selector TEXT NOT NULL, signature TEXT NOT NULL,
  PRIMARY KEY (testbed, selector)) WITHOUT ROWID;
)";

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
  filled INTEGER NOT NULL, best REAL NOT NULL, {0},
  PRIMARY KEY (treatment, selector, repetition, evaluations)) WITHOUT ROWID;
CREATE TABLE auc (
  treatment INTEGER NOT NULL, selector INTEGER NOT NULL, repetition INTEGER NOT NULL, {1},
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

constexpr std::string_view kPictureTable = R"(
CREATE TABLE IF NOT EXISTS picture (
  treatment INTEGER NOT NULL, selector INTEGER NOT NULL, repetition INTEGER NOT NULL, cell INTEGER NOT NULL,
  svg BLOB NOT NULL,
  PRIMARY KEY (treatment, selector, repetition, cell));
)";

void set_text(const Database& database, std::string_view key, std::string_view value) {
  database.prepare("INSERT OR REPLACE INTO study VALUES (?, ?)").run(key, value);
}

std::string behaviour_text(std::string_view testbed, std::string_view selector) {
  return fmt::format("{:016x}", behaviour(testbed, selector));
}

/// The testbeds and selectors that a study brings together.
std::set<std::pair<std::string, std::string>> pairs_of(const Protocol& protocol) {
  std::set<std::string> testbeds;
  for (const Treatment& each : protocol.treatments) testbeds.insert(behaviour_name(each.plan));
  std::set<std::pair<std::string, std::string>> pairs;
  for (const std::string& testbed : testbeds) {
    for (const SelectorEntry& each : protocol.selectors) pairs.emplace(testbed, each.name);
  }
  return pairs;
}

/// 0.1.0 kept one number for all that it had.
std::string behaviour_text_of_0_1_0() { return fmt::format("{:016x}", behaviour_of_all_in_0_1_0()); }

void mark_format(Database& database) {
  database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kStoreApplication, Store::kSchema));
}

std::set<std::string> columns_of(const Database& database, std::string_view table) {
  std::set<std::string> names;
  auto query = database.prepare("SELECT name FROM pragma_table_info(?)");
  query.bind(table);
  while (query.step()) names.insert(query.text(0));
  return names;
}

}  // namespace

void make_tables(Database& database, const Protocol& protocol, std::optional<Shard> shard) {
  // Large pages for large blobs; free pages can be given back, since most of what is written is dropped again.
  database.run("PRAGMA page_size = 16384; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL");
  Transaction transaction(database);
  std::vector<std::string> of_curve;
  for (const MetricKind& each : metric_kinds())
    of_curve.push_back(each.column + (each.alone ? " REAL NOT NULL" : " REAL"));
  database.run(fmt::format(fmt::runtime(kTables), fmt::join(of_curve, ", "),
                           metric_columns(metric_kinds(), "{0} REAL NOT NULL")));
  database.run(kBehaviourTable);
  mark_format(database);
  set_text(database, "version", version());
  if (shard) set_text(database, "shard", to_text(*shard));
  write_protocol(database, protocol);
  transaction.commit();
}

std::vector<MetricKind> metrics_in(const Database& database) {
  const std::set<std::string> of_curve = columns_of(database, "curve");
  const std::set<std::string> of_area = columns_of(database, "auc");
  std::vector<MetricKind> metrics;
  std::ranges::copy_if(metric_kinds(), std::back_inserter(metrics), [&](const MetricKind& each) {
    return of_curve.contains(each.column) && of_area.contains(each.column);
  });
  return metrics;
}

void add_metric(Database& database, const MetricKind& kind) {
  for (const std::string table : {"curve", "auc"}) {
    if (columns_of(database, table).contains(kind.column)) continue;
    database.run(fmt::format("ALTER TABLE {} ADD COLUMN {} REAL", table, kind.column));
  }
}

std::string metric_columns(std::span<const MetricKind> metrics, std::string_view form) {
  std::vector<std::string> columns;
  for (const MetricKind& each : metrics) columns.push_back(fmt::format(fmt::runtime(form), each.column));
  return fmt::format("{}", fmt::join(columns, ", "));
}

bool has_pictures(const Database& database) { return !columns_of(database, "picture").empty(); }

void add_pictures(Database& database) { database.run(kPictureTable); }

std::string study_text(const Database& database, std::string_view key) {
  auto query = database.prepare("SELECT value FROM study WHERE key = ?");
  return query.bind(key).step() ? query.text(0) : "";
}

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
  auto pair = database.prepare("INSERT OR IGNORE INTO behaviour VALUES (?, ?, ?)");
  for (const auto& [testbed, name] : pairs_of(protocol)) pair.run(testbed, name, behaviour_text(testbed, name));
}

void forget_metrics(Database& database, std::string_view which) {
  std::vector<MetricKind> compared = metrics_in(database);
  std::erase_if(compared, [](const MetricKind& each) { return each.alone; });
  database.run(
      fmt::format("DELETE FROM auc WHERE {0}; UPDATE treatment SET measured = 0 WHERE {0};"
                  "UPDATE curve SET {1} WHERE {0}",
                  which, metric_columns(compared, "{0} = NULL")));
}

void check_behaviour(const Database& database, const std::string& path) {
  const auto fail = [&](std::string_view runs) {
    throw Error(
        fmt::format("'{}': begun by mce {}, whose {} end differently in this version ({}); go on with that version, "
                    "or start a new study",
                    path, in_quotes(study_text(database, "version")), runs, version()));
  };
  if (database.number("PRAGMA user_version") < 2) {
    if (study_text(database, "behaviour") != behaviour_text_of_0_1_0()) fail("runs");
    return;
  }
  auto query = database.prepare("SELECT testbed, selector, signature FROM behaviour ORDER BY 1, 2");
  while (query.step()) {
    const std::string testbed = query.text(0);
    const std::string selector = query.text(1);
    if (query.text(2) == behaviour_text(testbed, selector)) continue;
    fail(fmt::format("runs of {} with {}", in_quotes(testbed), in_quotes(selector)));
  }
}

void check_behaviour(const Database& database, const Protocol& protocol, const std::string& path) {
  check_behaviour(database, path);
  if (database.number("PRAGMA user_version") < 2) return;
  auto query = database.prepare("SELECT 1 FROM behaviour WHERE testbed = ? AND selector = ?");
  for (const auto& [testbed, selector] : pairs_of(protocol)) {
    if (query.bind(testbed, selector).step()) continue;
    throw Error(fmt::format("'{}': damaged: it does not say how runs of {} with {} end", path, in_quotes(testbed),
                            in_quotes(selector)));
  }
}

void upgrade(Database& database) {
  if (database.number("PRAGMA user_version") >= Store::kSchema) return;
  database.run(kBehaviourTable);
  database.run("DELETE FROM study WHERE key = 'behaviour'");
  mark_format(database);
}

}  // namespace mce
