// SPDX-License-Identifier: MIT
#include "mce/study/exports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "mce/core/error.hpp"
#include "mce/study/beaten.hpp"
#include "mce/study/robustness.hpp"

namespace mce {
namespace {

std::vector<std::int64_t> wholes(const std::vector<std::uint32_t>& values) { return {values.begin(), values.end()}; }

/// The columns that say which run a row is of.
struct KeyColumns {
  const Protocol& protocol;
  std::vector<std::string> treatments;
  std::vector<std::string> selectors;
  std::vector<std::int64_t> repetitions;

  explicit KeyColumns(const Store& store) : protocol(store.protocol()) {}
  void add(const RunKey& key) {
    treatments.push_back(protocol.treatments[key.treatment].name);
    selectors.push_back(protocol.selectors[key.selector].label);
    repetitions.push_back(key.repetition);
  }
};

/// A column for each metric of the store.
class MetricColumns {
 public:
  explicit MetricColumns(const Store& store) : metrics_(store.metrics()), values_(metrics_.size()) {}

  void add(const MetricValues& values) {
    for (std::size_t i = 0; i < metrics_.size(); ++i) values_[i].push_back(values[place_of(metrics_[i].metric)]);
  }
  [[nodiscard]] DataTable after(DataTable table) && {
    for (std::size_t i = 0; i < metrics_.size(); ++i) {
      table.columns.push_back({metrics_[i].column, std::move(values_[i])});
    }
    return table;
  }

 private:
  std::span<const MetricKind> metrics_;
  std::vector<std::vector<double>> values_;
};

/// Calls action(treatment) for those that a filter leaves.
template <class Action>
void for_treatments(const FilteredStudy& left, Action action) {
  for (std::uint32_t i = 0; i < left.treatments.size(); ++i) {
    if (left.treatments[i]) action(i);
  }
}

/// Whether a filter leaves a run of a treatment that it leaves.
auto leaves(const FilteredStudy& left, const ExportFilter& filter) {
  return [&left, &filter](const RunKey& key) {
    return left.selectors[key.selector] && key.repetition == filter.repetition.value_or(key.repetition);
  };
}

DataTable runs_table(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  const auto wanted = leaves(left, filter);
  KeyColumns keys(store);
  MetricColumns metrics(store);
  std::vector<std::string> signatures;
  std::array<std::vector<std::int64_t>, 4> counts;
  std::array<std::vector<double>, 2> numbers;
  auto& [seeds, evaluations, rejected, filled] = counts;
  auto& [seconds, best] = numbers;
  for_treatments(left, [&](std::uint32_t treatment) {
    std::map<RunKey, StoredCurve::Point> ends;
    for (const StoredCurve& curve : store.curves(treatment)) ends[curve.key] = curve.points.back();
    for (const StoredRun& run : store.runs(treatment)) {
      const auto end = ends.find(run.key);
      if (!wanted(run.key) || end == ends.end()) continue;
      keys.add(run.key);
      seeds.push_back(static_cast<std::int64_t>(run.seed));
      signatures.push_back(fmt::format("{:016x}", run.signature));
      evaluations.push_back(static_cast<std::int64_t>(run.evaluations));
      rejected.push_back(static_cast<std::int64_t>(run.rejected));
      seconds.push_back(run.seconds);
      filled.push_back(end->second.filled);
      best.push_back(end->second.best);
      metrics.add(end->second.metrics);
    }
  });
  return std::move(metrics).after({{{"treatment", keys.treatments},
                                    {"selector", keys.selectors},
                                    {"repetition", keys.repetitions},
                                    {"seed", seeds},
                                    {"signature", signatures},
                                    {"evaluations", evaluations},
                                    {"rejected", rejected},
                                    {"seconds", seconds},
                                    {"filled", filled},
                                    {"best", best}}});
}

DataTable curves_table(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  const auto wanted = leaves(left, filter);
  KeyColumns keys(store);
  MetricColumns metrics(store);
  std::vector<std::int64_t> evaluations;
  std::vector<std::int64_t> filled;
  std::vector<double> shares;
  std::vector<double> best;
  for_treatments(left, [&](std::uint32_t treatment) {
    for (const StoredCurve& curve : store.curves(treatment)) {
      if (!wanted(curve.key)) continue;
      for (const StoredCurve::Point& point : curve.points) {
        keys.add(curve.key);
        evaluations.push_back(static_cast<std::int64_t>(point.evaluations));
        filled.push_back(point.filled);
        shares.push_back(1.0 * point.filled / store.cells(treatment));
        best.push_back(point.best);
        metrics.add(point.metrics);
      }
    }
  });
  return std::move(metrics).after({{{"treatment", keys.treatments},
                                    {"selector", keys.selectors},
                                    {"repetition", keys.repetitions},
                                    {"evaluations", evaluations},
                                    {"filled", filled},
                                    {"filled_share", shares},
                                    {"best", best}}});
}

/// What means over the runs of a selector are made of.
struct PointSums {
  double runs = 0;
  double share = 0;
  double best = 0;
  MetricValues metrics = MetricValues(metric_kinds().size());
};

DataTable mean_curves_table(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  KeyColumns keys(store);
  MetricColumns metrics(store);
  std::vector<std::int64_t> evaluations;
  std::vector<std::int64_t> runs;
  std::vector<double> shares;
  std::vector<double> best;
  for_treatments(left, [&](std::uint32_t treatment) {
    std::map<std::pair<std::uint32_t, std::uint64_t>, PointSums> means;  // by selector and evaluations
    for (const StoredCurve& curve : store.curves(treatment)) {
      if (!left.selectors[curve.key.selector]) continue;
      for (const StoredCurve::Point& point : curve.points) {
        PointSums& sum = means[{curve.key.selector, point.evaluations}];
        ++sum.runs;
        sum.share += 1.0 * point.filled / store.cells(treatment);
        sum.best += point.best;
        for (std::size_t i = 0; i < sum.metrics.size(); ++i) sum.metrics[i] += point.metrics[i];
      }
    }
    for (auto& [place, sum] : means) {
      keys.add({.treatment = treatment, .selector = place.first});
      evaluations.push_back(static_cast<std::int64_t>(place.second));
      runs.push_back(static_cast<std::int64_t>(sum.runs));
      shares.push_back(sum.share / sum.runs);
      best.push_back(sum.best / sum.runs);
      for (double& each : sum.metrics) each /= sum.runs;
      metrics.add(sum.metrics);
    }
  });
  return std::move(metrics).after({{{"treatment", keys.treatments},
                                    {"selector", keys.selectors},
                                    {"evaluations", evaluations},
                                    {"runs", runs},
                                    {"filled_share", shares},
                                    {"best", best}}});
}

DataTable areas_table(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  const auto wanted = leaves(left, filter);
  KeyColumns keys(store);
  MetricColumns metrics(store);
  for_treatments(left, [&](std::uint32_t treatment) {
    for (const StoredAreas& run : store.areas(treatment)) {
      if (!wanted(run.key)) continue;
      keys.add(run.key);
      metrics.add(run.areas);
    }
  });
  return std::move(metrics).after(
      {{{"treatment", keys.treatments}, {"selector", keys.selectors}, {"repetition", keys.repetitions}}});
}

/// The one run that a filter leaves: of others genomes or maps differ in size.
RunKey only_run(const Store& store, const ExportFilter& filter, std::string_view what) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  std::vector<RunKey> keys;
  for_treatments(left, [&](std::uint32_t treatment) {
    for (const StoredRun& run : store.runs(treatment)) {
      const bool repeated = run.key.repetition == filter.repetition.value_or(0);
      if (left.selectors[run.key.selector] && repeated) keys.push_back(run.key);
    }
  });
  if (keys.size() != 1) {
    throw std::invalid_argument(fmt::format(
        "{} of {} runs: choose one treatment and one selector (and repetition, else 0)", what, keys.size()));
  }
  return keys.front();
}

[[noreturn]] void fail_as_not_kept(const Store& store, const RunKey& key, std::string_view what) {
  throw std::invalid_argument(fmt::format("no {} of repetition {} are kept: the protocol says keep = \"{}\"", what,
                                          key.repetition, to_text(store.protocol().keep)));
}

DataTable elites_table(const Store& store, const ExportFilter& filter) {
  const RunKey key = only_run(store, filter, "elites");
  const auto found = store.elites(key);
  if (!found) fail_as_not_kept(store, key, "elites");
  const std::size_t count = std::max<std::size_t>(found->cells.size(), 1);
  return {{{"index", wholes(found->cells)},
           {"solution", Matrix{found->solutions.size() / count, found->solutions}},
           {"objective", found->fitness},
           {"measures", Matrix{found->features.size() / count, found->features}},
           {"elite_selections", wholes(found->selections)},
           {"elite_survivals", wholes(found->survivals)}}};
}

DataTable centroids_table(const Store& store, const ExportFilter& filter) {
  const RunKey key = only_run(store, filter, "centroids");
  const Treatment& treatment = store.protocol().treatments[key.treatment];
  if (treatment.plan.centroids.count == 0) {
    throw std::invalid_argument(fmt::format("treatment {} has a grid, not centroids", in_quotes(treatment.name)));
  }
  const Partition partition = partition_of(treatment.plan);
  const auto points = partition.centroids()->points();
  std::vector<std::int64_t> cells(partition.cells());
  std::iota(cells.begin(), cells.end(), 0);
  return {{{"index", cells}, {"centroid", Matrix{partition.features(), {points.begin(), points.end()}}}}};
}

DataTable maps_table(const Store& store, const ExportFilter& filter) {
  const RunKey key = only_run(store, filter, "maps");
  const std::vector<KeptMap> maps = store.maps(key);
  if (maps.empty()) fail_as_not_kept(store, key, "maps");
  const Partition partition = partition_of(store.protocol().treatments[key.treatment].plan);
  const std::uint32_t features = partition.features();
  std::vector<std::int64_t> evaluations;
  std::vector<std::int64_t> cells;
  std::vector<std::vector<std::int64_t>> bins(partition.grid() != nullptr ? features : 0);
  Matrix centroids{features, {}};
  std::vector<double> fitness;
  std::vector<std::int64_t> selections;
  std::vector<std::int64_t> survivals;
  for (const KeptMap& map : maps) {
    for (CellIndex cell = 0; cell < partition.cells(); ++cell) {
      evaluations.push_back(static_cast<std::int64_t>(map.evaluations));
      cells.push_back(cell);
      for (std::uint32_t i = 0; i < bins.size(); ++i) bins[i].push_back(partition.grid()->bin_of_cell(cell, i));
      fitness.push_back(map.fitness[cell]);
      selections.push_back(map.selections[cell]);
      survivals.push_back(map.survivals[cell]);
    }
  }
  DataTable table{{{"evaluations", evaluations}, {"index", cells}}};
  for (std::size_t i = 0; i < bins.size(); ++i) table.columns.push_back({fmt::format("bin_{}", i), bins[i]});
  if (const Centroids* all = partition.centroids()) {
    for (std::size_t i = 0; i < maps.size(); ++i)
      std::ranges::copy(all->points(), std::back_inserter(centroids.values));
    table.columns.push_back({"centroid", centroids});
  }
  table.columns.push_back({"objective", fitness});
  table.columns.push_back({"cell_selections", selections});
  table.columns.push_back({"cell_survivals", survivals});
  return table;
}

}  // namespace

std::span<const ExportKind> export_kinds() {
  using enum ExportKind::Rows;
  static const std::vector<ExportKind> kinds = {
      {"runs", "a row per run: its seed and signature, and how it ended", runs_table, of_runs},
      {"curves", "a row per run and save point: all metrics", curves_table, of_runs},
      {"mean-curves", "a row per treatment, selector and save point: means over the runs", mean_curves_table,
       of_selectors},
      {"auc", "a row per run: area under the curve of every metric", areas_table, of_runs},
      {"mean-auc", "a row per treatment, metric and selector: mean area, deviation, 95 % interval", mean_areas_table,
       of_selectors},
      {"comparisons", "a row per treatment, metric and pair of selectors: tests and effect sizes", comparisons_table,
       of_selectors},
      {"tables", "a row per testbed and metric: selectors that each one beats, as in the paper", beaten_table,
       of_selectors},
      {"robustness", "a row per treatment, metric and selector: percent above or below the best of the paper's nine",
       robustness_table, of_selectors},
      {"elites", "a row per elite of one run, as pyribs has it", elites_table, of_runs},
      {"maps", "a row per kept map and cell of one run: fitness, selections and survivals", maps_table, of_runs},
      {"centroids", "a row per cell of one run whose map has centroids: where they are", centroids_table, of_runs}};
  return kinds;
}

const ExportKind& export_kind(std::string_view name) {
  const auto kinds = export_kinds();
  const auto found = std::ranges::find(kinds, name, &ExportKind::name);
  if (found == kinds.end()) throw std::invalid_argument(unknown_name("--what", name, names_of(kinds)));
  return *found;
}

}  // namespace mce
