// SPDX-License-Identifier: MIT
#include "mce/study/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>
#include <utility>

#include "mce/core/error.hpp"
#include "mce/core/rng.hpp"
#include "packed.hpp"
#include "store_contents.hpp"

namespace mce {
namespace {

using sqlite::Database;
using sqlite::Statement;
using sqlite::Transaction;

constexpr std::string_view kOfRun = " WHERE treatment = ? AND selector = ? AND repetition = ?";

template <class Number>
std::vector<std::byte> packed(const std::vector<Number>& numbers) {
  return pack(std::span<const Number>(numbers));
}

RunKey key_of(const Statement& row) {
  return {.treatment = static_cast<std::uint32_t>(row.whole(0)),
          .selector = static_cast<std::uint32_t>(row.whole(1)),
          .repetition = static_cast<std::uint32_t>(row.whole(2))};
}

/// A run that is made again has to end as before, or this is not the engine that made it.
void check_signature(const Database& database, const FinishedRun& run, const std::string& signature) {
  const auto& [treatment, selector, repetition] = run.key;
  Statement before = database.prepare(fmt::format("SELECT signature FROM run{}", kOfRun));
  if (!before.bind(treatment, selector, repetition).step() || before.text(0) == signature) return;
  throw Error(fmt::format("run {}/{}/{} was made again and ended with signature {}, not {} as before", treatment,
                          selector, repetition, signature, before.text(0)));
}

}  // namespace

Store::Store(std::unique_ptr<Contents> contents) : contents_(std::move(contents)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

const std::filesystem::path& Store::path() const { return contents_->path; }
const Protocol& Store::protocol() const { return contents_->protocol; }
std::uint32_t Store::cells(std::uint32_t treatment) const { return contents_->cells[treatment]; }
sqlite::Database& Store::database() const { return contents_->database; }
std::unique_lock<std::mutex> Store::lock() const { return std::unique_lock(contents_->mutex); }

std::vector<TreatmentState> Store::states() const {
  const auto lock = this->lock();
  std::vector<TreatmentState> states(protocol().treatments.size());
  auto measured = database().prepare("SELECT treatment, measured FROM treatment");
  while (measured.step()) states.at(static_cast<std::size_t>(measured.whole(0))).measured = measured.whole(1) != 0;
  auto runs = database().prepare("SELECT treatment, count(*), sum(evaluations), sum(seconds) FROM run GROUP BY 1");
  while (runs.step()) {
    TreatmentState& state = states.at(static_cast<std::size_t>(runs.whole(0)));
    state.runs = static_cast<std::uint32_t>(runs.whole(1));
    state.evaluations = static_cast<std::uint64_t>(runs.whole(2));
    state.seconds = runs.real(3);
  }
  return states;
}

std::uint64_t Store::signature() const {
  const auto lock = this->lock();
  auto query = database().prepare("SELECT signature FROM run ORDER BY treatment, selector, repetition");
  std::uint64_t digest = 0;
  while (query.step()) digest = mix64(digest + std::stoull(query.text(0), nullptr, 16));
  return digest;
}

std::optional<std::uint64_t> Store::signature(const RunKey& key) const {
  const auto lock = this->lock();
  auto query = database().prepare(fmt::format("SELECT signature FROM run{}", kOfRun));
  if (!query.bind(key.treatment, key.selector, key.repetition).step()) return std::nullopt;
  const std::string text = query.text(0);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error(fmt::format("'{}': signature {} of a run is no number", path().string(), in_quotes(text)));
  }
  return value;
}

std::vector<RunKey> Store::missing() const {
  const std::vector<TreatmentState> treatments = states();
  const auto lock = this->lock();
  std::set<RunKey> there;  // with its maps: those of a run that is to be measured again may be gone
  auto query = database().prepare("SELECT treatment, selector, repetition FROM history");
  while (query.step()) there.insert(key_of(query));
  std::vector<RunKey> keys;
  for (std::uint32_t treatment = 0; treatment < treatments.size(); ++treatment) {
    if (treatments[treatment].measured) continue;
    for (std::uint32_t repetition = 0; repetition < protocol().repetitions; ++repetition) {
      for (std::uint32_t selector = 0; selector < protocol().selectors.size(); ++selector) {
        const RunKey key{.treatment = treatment, .selector = selector, .repetition = repetition};
        if (!there.contains(key)) keys.push_back(key);
      }
    }
  }
  return keys;
}

// What only takes things in does not change the object, but the file.
// NOLINTNEXTLINE(readability-make-member-function-const)
bool Store::add(const FinishedRun& run) {
  const auto& [treatment, selector, repetition] = run.key;
  struct Packed {
    std::uint64_t evaluations;
    std::vector<std::byte> fitness;
    std::vector<std::byte> selections;
    std::vector<std::byte> survivals;
  };
  std::vector<Packed> maps;  // packed before the lock is taken: it takes time
  maps.reserve(run.maps.size());
  for (const KeptMap& map : run.maps) {
    maps.push_back({map.evaluations, packed(map.fitness), packed(map.selections), packed(map.survivals)});
  }
  const std::string signature = fmt::format("{:016x}", run.signature);

  const auto lock = this->lock();
  check_signature(database(), run, signature);
  Transaction transaction(database());
  database()
      .prepare("INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .run(treatment, selector, repetition, run.seed, signature, run.curve.back().evaluations, run.rejected,
           run.seconds);
  auto point =
      database().prepare("INSERT OR REPLACE INTO curve VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, NULL, NULL, ?, ?)");
  for (const auto& [evaluations, map] : run.curve) {
    point.run(treatment, selector, repetition, evaluations, map.filled, map.best, map.qd_score, map.selection_entropy);
  }
  database()
      .prepare("INSERT OR REPLACE INTO history VALUES (?, ?, ?, ?)")
      .run(treatment, selector, repetition, run.history);
  auto kept = database().prepare("INSERT OR REPLACE INTO map VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const Packed& map : maps) {
    kept.run(treatment, selector, repetition, map.evaluations, map.fitness, map.selections, map.survivals);
  }
  if (run.elites) {
    const KeptElites& elites = *run.elites;
    database()
        .prepare("INSERT OR REPLACE INTO elites VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(treatment, selector, repetition, packed(elites.cells), packed(elites.fitness), packed(elites.features),
             packed(elites.solutions), packed(elites.selections), packed(elites.survivals));
  }
  transaction.commit();
  auto count = database().prepare("SELECT count(*) FROM history WHERE treatment = ?");
  count.bind(treatment).step();
  return static_cast<std::uint64_t>(count.whole(0)) == protocol().selectors.size() * protocol().repetitions;
}

std::vector<RunKey> Store::runs(std::uint32_t treatment) const {
  const auto lock = this->lock();
  std::vector<RunKey> keys;
  auto query = database().prepare(
      "SELECT treatment, selector, repetition FROM run WHERE treatment = ? ORDER BY selector, repetition");
  query.bind(treatment);
  while (query.step()) keys.push_back(key_of(query));
  return keys;
}

std::vector<CurvePoint> Store::curve(const RunKey& key) const {
  const auto lock = this->lock();
  std::vector<CurvePoint> curve;
  auto query = database().prepare(fmt::format(
      "SELECT evaluations, filled, best, qd_score, selection_entropy FROM curve{} ORDER BY evaluations", kOfRun));
  query.bind(key.treatment, key.selector, key.repetition);
  while (query.step()) {
    const auto filled = static_cast<std::uint32_t>(query.whole(1));
    curve.push_back({.evaluations = static_cast<std::uint64_t>(query.whole(0)),
                     .summary = {.filled = filled,
                                 .coverage = static_cast<double>(filled) / cells(key.treatment),
                                 .best = query.real(2),
                                 .qd_score = query.real(3),
                                 .selection_entropy = query.real(4)}});
  }
  return curve;
}

std::vector<std::byte> Store::history(const RunKey& key) const {
  const auto lock = this->lock();
  auto query = database().prepare(fmt::format("SELECT maps FROM history{}", kOfRun));
  if (!query.bind(key.treatment, key.selector, key.repetition).step()) return {};
  const auto bytes = query.bytes(0);
  return {bytes.begin(), bytes.end()};
}

void Store::finish(std::uint32_t treatment, std::span<const MeasuredRun> runs) {
  const auto lock = this->lock();
  Transaction transaction(database());
  auto points = database().prepare(fmt::format("SELECT evaluations FROM curve{} ORDER BY evaluations", kOfRun));
  auto update =
      database().prepare(fmt::format("UPDATE curve SET global_performance = ?, global_reliability = ?, precision = ?, "
                                     "coverage = ?{} AND evaluations = ?",
                                     kOfRun));
  auto area = database().prepare("INSERT OR REPLACE INTO auc VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const MeasuredRun& run : runs) {
    const auto& [of_treatment, selector, repetition] = run.key;
    points.bind(of_treatment, selector, repetition);
    for (const RelativeMetrics& metrics : run.points) {
      points.step();
      update.run(metrics.global_performance, metrics.global_reliability, metrics.precision, metrics.coverage,
                 of_treatment, selector, repetition, points.whole(0));
    }
    std::apply(
        [&, &key = run.key](auto... values) { area.run(key.treatment, key.selector, key.repetition, values...); },
        run.areas);
  }
  if (protocol().keep != Retention::all) {
    database().prepare("DELETE FROM history WHERE treatment = ?").run(treatment);
  }
  database().prepare("UPDATE treatment SET measured = 1 WHERE treatment = ?").run(treatment);
  transaction.commit();
}

// NOLINTNEXTLINE(readability-make-member-function-const)
void Store::shrink() {
  const auto lock = this->lock();
  const auto unused = [this] { return database().number("PRAGMA freelist_count"); };
  // Few pages are copied much faster than moved one by one; many would take that much space twice. Those are moved, in
  // pieces: what is moved in one transaction takes space in the log first.
  constexpr std::int64_t kFewPages = 4096;
  if (unused() > 0 && database().number("PRAGMA page_count") - unused() <= kFewPages) database().run("VACUUM");
  while (unused() > 0) database().run("PRAGMA incremental_vacuum(1000)");
  database().run("PRAGMA wal_checkpoint(TRUNCATE)");
}

std::vector<KeptMap> Store::maps(const RunKey& key) const {
  const auto lock = this->lock();
  std::vector<KeptMap> maps;
  auto query = database().prepare(
      fmt::format("SELECT evaluations, fitness, selections, survivals FROM map{} ORDER BY evaluations", kOfRun));
  query.bind(key.treatment, key.selector, key.repetition);
  while (query.step()) {
    maps.push_back({.evaluations = static_cast<std::uint64_t>(query.whole(0)),
                    .fitness = unpack<double>(query.bytes(1)),
                    .selections = unpack<std::uint32_t>(query.bytes(2)),
                    .survivals = unpack<std::uint32_t>(query.bytes(3))});
  }
  return maps;
}

std::optional<KeptElites> Store::elites(const RunKey& key) const {
  const auto lock = this->lock();
  auto query = database().prepare(
      fmt::format("SELECT cells, fitness, features, solutions, selections, survivals FROM elites{}", kOfRun));
  if (!query.bind(key.treatment, key.selector, key.repetition).step()) return std::nullopt;
  return KeptElites{.cells = unpack<std::uint32_t>(query.bytes(0)),
                    .fitness = unpack<double>(query.bytes(1)),
                    .features = unpack<double>(query.bytes(2)),
                    .solutions = unpack<double>(query.bytes(3)),
                    .selections = unpack<std::uint32_t>(query.bytes(4)),
                    .survivals = unpack<std::uint32_t>(query.bytes(5))};
}

}  // namespace mce
