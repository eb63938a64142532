// SPDX-License-Identifier: MIT
#include "mce/analysis/metrics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "mce/core/math.hpp"
#include "mce/core/parameters.hpp"

namespace mce {
namespace {

constexpr bool kAlone = true;
constexpr bool kBesideAll = false;
constexpr bool kShare = true;
constexpr bool kSum = false;

MetricKind metric_entry(Metric metric, std::string key, std::string title, bool alone, bool share,
                        double (*formula)(const MapFacts&)) {
  std::string column = key;
  std::ranges::replace(column, '-', '_');
  return {metric, std::move(key), std::move(title), std::move(column), alone, share, formula};
}

}  // namespace

std::span<const MetricKind> metric_kinds() {
  static const std::vector<MetricKind> kinds = {
      metric_entry(
          Metric::global_performance, "global-performance", "Global performance", kBesideAll, kShare,
          [](const MapFacts& map) { return map.own.filled == 0 ? 0 : share_of_best(map.highest, map.highest_of_all); }),
      metric_entry(Metric::global_reliability, "global-reliability", "Global reliability", kBesideAll, kShare,
                   [](const MapFacts& map) { return map.own.filled == 0 ? 0 : map.ratios / map.filled_by_any; }),
      metric_entry(Metric::precision, "precision", "Precision", kBesideAll, kShare,
                   [](const MapFacts& map) { return map.own.filled == 0 ? 0 : map.ratios / map.own.filled; }),
      metric_entry(Metric::coverage, "coverage", "Coverage", kBesideAll, kShare,
                   [](const MapFacts& map) {
                     return map.own.filled == 0 ? 0 : static_cast<double>(map.own.filled) / map.filled_by_any;
                   }),
      metric_entry(Metric::qd_score, "qd-score", "QD-score", kAlone, kSum,
                   [](const MapFacts& map) { return map.own.qd_score; }),
      metric_entry(Metric::selection_entropy, "selection-entropy", "Selection entropy", kAlone, kShare,
                   [](const MapFacts& map) { return map.own.selection_entropy; }),
  };
  return kinds;
}

const MetricKind& metric_kind(Metric metric) { return metric_kinds()[place_of(metric)]; }

const MetricKind& metric_kind(std::string_view key) {
  std::vector<std::string> keys;
  for (const MetricKind& kind : metric_kinds()) {
    if (kind.key == key) return kind;
    keys.push_back(kind.key);
  }
  throw std::invalid_argument(unknown_name("metric", key, keys));
}

MetricValues metric_values(const MapFacts& facts) {
  MetricValues values;
  for (const MetricKind& each : metric_kinds()) values.push_back(each.formula(facts));
  return values;
}

double area_under_curve(std::span<const std::uint64_t> evaluations, std::span<const double> values) {
  if (evaluations.size() != values.size()) {
    throw std::invalid_argument(fmt::format("{} save points, but {} values", evaluations.size(), values.size()));
  }
  if (evaluations.empty()) throw std::invalid_argument("a curve without save points has no area");
  if (evaluations.front() != 0) {
    throw std::invalid_argument(fmt::format("a curve starts at evaluation 0, not {}", evaluations.front()));
  }
  if (evaluations.size() == 1) return values.front();
  double area = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (evaluations[i] <= evaluations[i - 1]) {
      throw std::invalid_argument(
          fmt::format("save point {} after {}: they have to increase", evaluations[i], evaluations[i - 1]));
    }
    area += (values[i - 1] + values[i]) / 2 * static_cast<double>(evaluations[i] - evaluations[i - 1]);
  }
  return area / static_cast<double>(evaluations.back());
}

double selection_entropy(const Archive& archive) {
  if (archive.selections() == 0 || archive.cells() == 1) return 0;
  const auto all = static_cast<double>(archive.selections());
  const auto surprise = [all](std::uint32_t selections) {
    const double share = selections / all;
    return share == 0 ? 0 : -share * math::natural_log(share);
  };
  // Most cells were selected a few times, so few logarithms have to be taken.
  std::array<double, 256> of_few{};
  for (std::uint32_t selections = 0; selections < of_few.size(); ++selections) {
    of_few[selections] = surprise(selections);
  }
  double sum = 0;
  for (const CellIndex cell : archive.filled()) {
    const std::uint32_t selections = archive.cell_tally(cell).selections;
    sum += selections < of_few.size() ? of_few[selections] : surprise(selections);
  }
  return sum / math::natural_log(archive.cells());
}

}  // namespace mce
