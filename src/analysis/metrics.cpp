// SPDX-License-Identifier: MIT
#include "mce/analysis/metrics.hpp"

#include <fmt/core.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "mce/core/math.hpp"
#include "mce/core/parameters.hpp"

namespace mce {

std::span<const MetricKind> metric_kinds() {
  static const std::vector<MetricKind> kinds = {
      {Metric::global_performance, "global-performance", "Global performance"},
      {Metric::global_reliability, "global-reliability", "Global reliability"},
      {Metric::precision, "precision", "Precision"},
      {Metric::coverage, "coverage", "Coverage"},
      {Metric::qd_score, "qd-score", "QD-score"},
      {Metric::selection_entropy, "selection-entropy", "Selection entropy"},
  };
  return kinds;
}

const MetricKind& metric_kind(std::string_view key) {
  std::vector<std::string> keys;
  for (const MetricKind& kind : metric_kinds()) {
    if (kind.key == key) return kind;
    keys.push_back(kind.key);
  }
  throw std::invalid_argument(unknown_name("metric", key, keys));
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
  if (archive.selections() == 0 || archive.grid().cells() == 1) return 0;
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
  return sum / math::natural_log(archive.grid().cells());
}

}  // namespace mce
