// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "mce/core/archive.hpp"

namespace mce {

/// What runs are compared by (SPEC section 6).
enum class Metric : std::uint8_t {
  global_performance,
  global_reliability,
  precision,
  coverage,
  qd_score,
  selection_entropy,
};

struct MetricKind {
  Metric metric;
  std::string key;    ///< "qd-score"
  std::string title;  ///< "QD-score", as in the paper
};
/// In the order of `Metric`. The first five are the rows of the paper's tables, by the keys of published/tables.csv.
std::span<const MetricKind> metric_kinds();
/// Throws std::invalid_argument with the nearest key.
const MetricKind& metric_kind(std::string_view key);

/// Mean height of a curve through the save points from 0 to the last: trapezoids, divided by the last one.
/// Throws std::invalid_argument unless there is one value per save point, and they increase from 0.
double area_under_curve(std::span<const std::uint64_t> evaluations, std::span<const double> values);

/// What one map alone tells of a run (SPEC section 6). relative_metrics.hpp compares runs.
struct MapSummary {
  std::uint32_t filled = 0;      ///< cells with an elite
  double coverage = 0;           ///< filled / all cells
  double best = 0;               ///< highest fitness
  double qd_score = 0;           ///< sum of qualities
  double selection_entropy = 0;  ///< of the selections over all cells, 0 to 1
  bool operator==(const MapSummary&) const = default;
};

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
  summary.coverage = static_cast<double>(summary.filled) / archive.grid().cells();
  summary.selection_entropy = selection_entropy(archive);
  return summary;
}

}  // namespace mce
