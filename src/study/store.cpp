// SPDX-License-Identifier: MIT
#include "mce/study/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <set>
#include <utility>

#include "make_run.hpp"
#include "mce/core/error.hpp"
#include "mce/core/rng.hpp"
#include "packed.hpp"
#include "packed_run.hpp"
#include "store_checks.hpp"
#include "store_elites.hpp"
#include "store_file.hpp"
#include "store_runs.hpp"
#include "store_schema.hpp"
#include "store_take.hpp"

namespace mce {
namespace {

using sqlite::Database;
using sqlite::Statement;
using sqlite::Transaction;

constexpr std::string_view kMapColumns = "evaluations, fitness, selections, survivals";

std::string signature_text(std::uint64_t signature) { return fmt::format("{:016x}", signature); }

}  // namespace

struct Store::Contents {
  StoreFile file;
  std::vector<std::uint32_t> cells;  // by treatment
  std::mutex mutex;                  // of the database
  /// At least so many runs have to be added until a treatment can be complete; 0 if that is not known. Counting takes
  /// long if there are many runs, so it is not done for each of them.
  std::vector<std::uint64_t> lacking;

  explicit Contents(StoreFile opened) : file(std::move(opened)), lacking(file.protocol.treatments.size()) {
    cells.reserve(file.protocol.treatments.size());
    for (const Treatment& each : file.protocol.treatments) cells.push_back(cell_count(each.plan));
  }

  [[nodiscard]] std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex); }
  [[nodiscard]] Statement prepare(std::string_view sql) const { return file.database.prepare(sql); }

  [[nodiscard]] std::uint64_t histories(std::uint32_t treatment) const {
    Statement count = prepare("SELECT count(*) FROM history WHERE treatment = ?");
    count.bind(treatment).step();
    return static_cast<std::uint64_t>(count.whole(0));
  }

  /// Whether all runs of a treatment are in, with what measuring them needs.
  [[nodiscard]] bool is_complete(std::uint32_t treatment) const {
    const std::uint64_t all = runs_of_treatment();
    return histories(treatment) == all && whole_runs(file, treatment).size() == all;
  }

  /// The same, after one run was added.
  [[nodiscard]] bool is_complete_now(std::uint32_t treatment) {
    std::uint64_t& lacks = lacking[treatment];
    if (lacks > 1) {
      --lacks;
      return false;
    }
    lacks = runs_of_treatment() - std::min(histories(treatment), runs_of_treatment());
    return lacks == 0 && is_complete(treatment);
  }

  [[nodiscard]] std::uint64_t runs_of_treatment() const {
    return std::uint64_t{file.protocol.repetitions} * file.protocol.selectors.size();
  }

  /// What is written into a deleted file is lost.
  void check_place() const {
    if (file.lock.is_of(file.path)) return;
    throw Error(fmt::format("'{}' was deleted or replaced while the study was running: its new runs are lost",
                            file.path.string()));
  }
  [[nodiscard]] KeptMap map_in(const RunKey& key, Statement& row) const {
    const std::uint32_t count = cells[key.treatment];
    return read_packed(file, key, "the maps", [&]() -> KeptMap {
      return {.evaluations = count_in(file, row, 0),
              .fitness = unpack<double>(row.bytes(1), count),
              .selections = unpack<std::uint32_t>(row.bytes(2), count),
              .survivals = unpack<std::uint32_t>(row.bytes(3), count)};
    });
  }
  /// A run that is made again has to end as before, or this is not the engine that made it.
  void check_may_be_added(const PackedRun& run) const {
    Statement state = prepare("SELECT measured FROM treatment WHERE treatment = ?");
    if (state.bind(run.key.treatment).step() && state.whole(0) != 0) {
      throw Error(
          fmt::format("'{}': {} comes late: its treatment is measured", file.path.string(), name_of(file, run.key)));
    }
    Statement row = rows_of(file, run.key, "signature", "run");
    if (!row.step()) return;
    const std::uint64_t before = signature_in(file, row, 0);
    if (before == run.signature) return;
    throw Error(fmt::format("'{}': the engine has changed: {} was made again and ended with signature {}, not with {}",
                            file.path.string(), name_of(file, run.key), signature_text(run.signature),
                            signature_text(before)));
  }
};

Store::Store(std::unique_ptr<Contents> contents) : contents_(std::move(contents)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::for_running(const std::filesystem::path& path, const Protocol& protocol, bool rerun,
                         std::optional<Shard> shard) {
  return Store(std::make_unique<Contents>(open_for_running(path, protocol, rerun, shard)));
}

Store Store::for_reading(const std::filesystem::path& path) {
  return Store(std::make_unique<Contents>(open_for_reading(path)));
}

Store Store::for_merging(const std::filesystem::path& path) {
  return Store(std::make_unique<Contents>(open_for_merging(path)));
}

void Store::check_pages() const {
  const auto lock = contents_->lock();
  mce::check_pages(contents_->file);
}

bool Store::is_outdated() const { return mce::is_outdated(contents_->file); }

bool Store::is_being_run(const std::filesystem::path& path) { return FileLock::is_held(path); }

const std::filesystem::path& Store::path() const { return contents_->file.path; }
const Protocol& Store::protocol() const { return contents_->file.protocol; }
std::string Store::protocol_text() const {
  const auto lock = contents_->lock();
  return study_text(contents_->file.database, "protocol");
}
std::optional<Shard> Store::shard() const { return contents_->file.shard; }
std::span<const MetricKind> Store::metrics() const { return contents_->file.metrics; }
std::uint32_t Store::cells(std::uint32_t treatment) const { return contents_->cells[treatment]; }

void Store::require(Metric metric) const {
  if (std::ranges::find(metrics(), metric, &MetricKind::metric) != metrics().end()) return;
  throw Error(
      fmt::format("'{}' has no {}: it was made by a version of mce without this metric; `mce study run` with "
                  "--rerun makes its runs again and measures it",
                  path().string(), metric_kind(metric).key));
}

std::vector<TreatmentState> Store::states() const {
  const auto lock = contents_->lock();
  std::vector<TreatmentState> states(protocol().treatments.size());
  const auto state_of = [&](const Statement& row) -> TreatmentState& {
    const std::int64_t treatment = row.whole(0);
    if (treatment < 0 || std::cmp_greater_equal(treatment, states.size())) {
      fail_as_damaged(contents_->file, "it has treatments that are not of its protocol");
    }
    return states[static_cast<std::size_t>(treatment)];
  };
  auto runs = contents_->prepare("SELECT treatment, count(*), sum(evaluations), sum(seconds) FROM run GROUP BY 1");
  while (runs.step()) {
    TreatmentState& state = state_of(runs);
    state.runs = static_cast<std::uint32_t>(runs.whole(1));
    state.evaluations = count_in(contents_->file, runs, 2);
    state.seconds = runs.real(3);
  }
  const std::uint64_t all = protocol().selectors.size() * protocol().repetitions;
  auto measured = contents_->prepare(
      "SELECT treatment, (SELECT count(*) FROM auc WHERE auc.treatment = t.treatment) FROM treatment t WHERE measured");
  while (measured.step()) {
    TreatmentState& state = state_of(measured);
    state.measured = state.runs == all && std::cmp_equal(measured.whole(1), all);
  }
  return states;
}

std::uint64_t Store::signature() const {
  const auto lock = contents_->lock();
  auto query = contents_->prepare("SELECT signature FROM run ORDER BY treatment, selector, repetition");
  std::uint64_t digest = 0;
  while (query.step()) digest = mix64(digest + signature_in(contents_->file, query, 0));
  return digest;
}

std::optional<std::uint64_t> Store::signature(const RunKey& key) const {
  const auto lock = contents_->lock();
  auto query = rows_of(contents_->file, key, "signature", "run");
  if (!query.step()) return std::nullopt;
  return signature_in(contents_->file, query, 0);
}

std::vector<RunKey> Store::missing() const {
  const std::vector<TreatmentState> treatments = states();
  const auto lock = contents_->lock();
  const Shard own = shard().value_or(Shard());
  const ShardPlan plan(protocol(), own.count);
  std::vector<RunKey> keys;
  for (std::uint32_t treatment = 0; treatment < treatments.size(); ++treatment) {
    if (treatments[treatment].measured) continue;
    const std::set<RunKey> there = whole_runs(contents_->file, treatment);
    for (std::uint32_t repetition = 0; repetition < protocol().repetitions; ++repetition) {
      for (std::uint32_t selector = 0; selector < protocol().selectors.size(); ++selector) {
        const RunKey key{.treatment = treatment, .selector = selector, .repetition = repetition};
        if (plan.shard_of(treatment, selector, repetition) == own.number && !there.contains(key)) keys.push_back(key);
      }
    }
  }
  return keys;
}

bool Store::can_be_measured(std::uint32_t treatment) const {
  const auto lock = contents_->lock();
  return !is_measured(contents_->file.database, protocol(), treatment) && contents_->is_complete(treatment);
}

std::vector<std::uint32_t> Store::unmeasured() const {
  const std::vector<TreatmentState> treatments = states();
  const auto lock = contents_->lock();
  std::vector<std::uint32_t> found;
  for (std::uint32_t treatment = 0; treatment < treatments.size(); ++treatment) {
    if (!treatments[treatment].measured && contents_->is_complete(treatment)) found.push_back(treatment);
  }
  return found;
}

// NOLINTNEXTLINE(readability-make-member-function-const)
std::uint64_t Store::take(std::uint32_t treatment, const Store& from) {
  const std::scoped_lock both(contents_->mutex, from.contents_->mutex);
  const std::uint64_t taken = take_runs(contents_->file, treatment, from.contents_->file);
  contents_->lacking[treatment] = 0;
  contents_->check_place();
  return taken;
}

// What only takes things in does not change the object, but the file.
// NOLINTNEXTLINE(readability-make-member-function-const)
bool Store::add(const FinishedRun& run) { return add(pack_run(run)); }  // before the lock is taken: it takes time

// NOLINTNEXTLINE(readability-make-member-function-const)
bool Store::add(const PackedRun& run) {
  const auto lock = contents_->lock();
  contents_->check_may_be_added(run);
  Transaction transaction(contents_->file.database);
  write_run(contents_->file, run);
  transaction.commit();
  contents_->check_place();
  return contents_->is_complete_now(run.key.treatment);
}

std::vector<StoredRun> Store::runs(std::uint32_t treatment) const {
  const auto lock = contents_->lock();
  std::vector<StoredRun> runs;
  auto query = contents_->prepare(
      "SELECT treatment, selector, repetition, seed, signature, evaluations, rejected, seconds FROM run "
      "WHERE treatment = ? ORDER BY selector, repetition");
  query.bind(treatment);
  while (query.step()) {
    runs.push_back({.key = key_in(contents_->file, query),
                    .seed = count_in(contents_->file, query, 3),
                    .signature = signature_in(contents_->file, query, 4),
                    .evaluations = count_in(contents_->file, query, 5),
                    .rejected = count_in(contents_->file, query, 6),
                    .seconds = query.real(7)});
  }
  return runs;
}

std::vector<CurvePoint> Store::curve(const RunKey& key) const {
  const auto lock = contents_->lock();
  return read_curve(contents_->file, key, cells(key.treatment));
}

std::vector<std::byte> Store::history(const RunKey& key) const {
  const auto lock = contents_->lock();
  auto query = rows_of(contents_->file, key, "maps", "history");
  if (!query.step()) return {};
  const auto bytes = query.bytes(0);
  return {bytes.begin(), bytes.end()};
}

void Store::finish(std::uint32_t treatment, std::span<const MeasuredRun> runs) {
  const auto lock = contents_->lock();
  Transaction transaction(contents_->file.database);
  for (const MeasuredRun& run : runs) write_measured(contents_->file, run);
  mark_as_measured(contents_->file, treatment);
  transaction.commit();
  contents_->check_place();
}

// NOLINTNEXTLINE(readability-make-member-function-const)
void Store::shrink() {
  const auto lock = contents_->lock();
  Database& database = contents_->file.database;
  const auto unused = [&database] { return database.number("PRAGMA freelist_count"); };
  // Few pages are copied much faster than moved one by one; many would take that much space twice. Those are moved, in
  // pieces: what is moved in one transaction takes space in the log first.
  constexpr std::int64_t kFewPages = 4096;
  if (unused() > 0 && database.number("PRAGMA page_count") - unused() <= kFewPages) database.run("VACUUM");
  while (unused() > 0) database.run("PRAGMA incremental_vacuum(1000)");
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  contents_->check_place();
}

std::vector<StoredCurve> Store::curves(std::uint32_t treatment) const {
  const auto lock = contents_->lock();
  std::vector<StoredCurve> curves;
  auto query = contents_->prepare(fmt::format(
      "SELECT treatment, selector, repetition, evaluations, filled, best, {} FROM curve WHERE treatment = ? "
      "ORDER BY selector, repetition, evaluations",
      metric_columns(metrics())));
  query.bind(treatment);
  while (query.step()) {
    const RunKey key = key_in(contents_->file, query);
    if (curves.empty() || curves.back().key != key) curves.push_back({.key = key, .points = {}});
    curves.back().points.push_back({.evaluations = count_in(contents_->file, query, 3),
                                    .filled = static_cast<std::uint32_t>(count_in(contents_->file, query, 4)),
                                    .best = query.real(5),
                                    .metrics = values_in(query, 6, metrics())});
  }
  return curves;
}

std::vector<StoredAreas> Store::areas(std::uint32_t treatment) const {
  const auto lock = contents_->lock();
  std::vector<StoredAreas> areas;
  auto query = contents_->prepare(fmt::format(
      "SELECT treatment, selector, repetition, {} FROM auc WHERE treatment = ? ORDER BY selector, repetition",
      metric_columns(metrics())));
  query.bind(treatment);
  while (query.step()) {
    areas.push_back({.key = key_in(contents_->file, query), .areas = values_in(query, 3, metrics())});
  }
  return areas;
}

std::vector<KeptMap> Store::maps(const RunKey& key) const {
  const auto lock = contents_->lock();
  std::vector<KeptMap> maps;
  auto query = rows_of(contents_->file, key, kMapColumns, "map", " ORDER BY evaluations");
  while (query.step()) maps.push_back(contents_->map_in(key, query));
  return maps;
}

std::vector<std::uint64_t> Store::map_evaluations(const RunKey& key) const {
  const auto lock = contents_->lock();
  std::vector<std::uint64_t> evaluations;
  auto query = rows_of(contents_->file, key, "evaluations", "map", " ORDER BY evaluations");
  while (query.step()) evaluations.push_back(count_in(contents_->file, query, 0));
  return evaluations;
}

std::optional<KeptMap> Store::map(const RunKey& key, std::size_t index) const {
  const auto lock = contents_->lock();
  const std::string place = fmt::format(" ORDER BY evaluations LIMIT 1 OFFSET {}", index);
  auto query = rows_of(contents_->file, key, kMapColumns, "map", place);
  if (!query.step()) return std::nullopt;
  return contents_->map_in(key, query);
}

std::optional<KeptElites> Store::elites(const RunKey& key) const {
  const auto lock = contents_->lock();
  return read_elites(contents_->file, key, cells(key.treatment));
}

std::vector<std::uint32_t> Store::pictured_cells(const RunKey& key) const {
  const auto lock = contents_->lock();
  return read_pictured_cells(contents_->file, key, cells(key.treatment));
}

std::optional<std::string> Store::picture(const RunKey& key, std::uint32_t cell) const {
  const auto lock = contents_->lock();
  return read_picture(contents_->file, key, cells(key.treatment), cell);
}

}  // namespace mce
