// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/archive.hpp"

namespace mce {

/// What runs are compared by (docs/algorithm.md, section 6).
enum class Metric : std::uint8_t {
  global_performance,
  global_reliability,
  precision,
  coverage,
  qd_score,
  selection_entropy,
};

/// What one map alone tells of a run (docs/algorithm.md, section 6).
struct MapSummary {
  std::uint32_t filled = 0;      ///< cells with an elite
  double coverage = 0;           ///< filled / all cells
  double best = 0;               ///< highest fitness
  double qd_score = 0;           ///< sum of qualities
  double selection_entropy = 0;  ///< of the selections over all cells, 0 to 1
  bool operator==(const MapSummary&) const = default;
};

/// All that is known of a map at a save point: of itself, and beside the best that all runs of its treatment have
/// achieved in each cell at their ends (relative_metrics.hpp).
struct MapFacts {
  MapSummary own;
  double highest = 0;  ///< quality
  double ratios = 0;   ///< sum of quality / best of all runs, over the cells that it fills itself
  double highest_of_all = 0;
  std::uint32_t filled_by_any = 0;  ///< cells that any run fills
};

/// The ratio of a quality to the best of all runs. Where the best is 0, an elite counts 1.
constexpr double share_of_best(double quality, double best) { return best == 0 ? 1 : quality / best; }

/// A metric: this table is the only place that says what it is called, where a store keeps it, and what it is.
struct MetricKind {
  Metric metric;
  std::string key;     ///< "qd-score"
  std::string title;   ///< "QD-score", as in the paper
  std::string column;  ///< of a store: the key with underscores
  bool alone;          ///< one map tells it; others need all runs of a treatment
  bool share;          ///< it is from 0 to 1
  double (*formula)(const MapFacts&);
};
/// In the order of `Metric`. The first five are the rows of the paper's tables.
std::span<const MetricKind> metric_kinds();
const MetricKind& metric_kind(Metric metric);
/// Throws std::invalid_argument with the nearest key.
const MetricKind& metric_kind(std::string_view key);

/// A value for every metric, in the order of metric_kinds().
using MetricValues = std::vector<double>;
MetricValues metric_values(const MapFacts& facts);

/// The place of a metric in whatever has something for each of them.
constexpr std::size_t place_of(Metric metric) { return static_cast<std::size_t>(metric); }

/// Mean height of a curve through the save points from 0 to the last: trapezoids, divided by the last one.
/// Throws std::invalid_argument unless there is one value per save point, and they increase from 0.
double area_under_curve(std::span<const std::uint64_t> evaluations, std::span<const double> values);

/// −(1/ln N_c) Σ (n_c/N_s) ln(n_c/N_s); 0 before the first selection, and for a map of one cell.
double selection_entropy(const Archive& archive);

/// `quality(fitness)` is what QD-score sums.
template <class Quality>
MapSummary summarise(const Archive& archive, Quality quality) {
  MapSummary summary{.filled = static_cast<std::uint32_t>(archive.filled().size()),
                     .best = -std::numeric_limits<double>::infinity()};
  for (const CellIndex cell : archive.filled()) {
    summary.best = std::max(summary.best, archive.fitness(cell));
    summary.qd_score += quality(archive.fitness(cell));
  }
  summary.coverage = static_cast<double>(summary.filled) / archive.cells();
  summary.selection_entropy = selection_entropy(archive);
  return summary;
}

}  // namespace mce
