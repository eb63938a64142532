// SPDX-License-Identifier: MIT
#include "mce/analysis/metrics.hpp"

#include <algorithm>
#include <limits>

#include "mce/core/math.hpp"

namespace mce {

MapSummary summarise(const Archive& archive, const std::function<double(double)>& quality) {
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

double selection_entropy(const Archive& archive) {
  if (archive.selections() == 0 || archive.grid().cells() == 1) return 0;
  const auto all = static_cast<double>(archive.selections());
  double sum = 0;
  for (const CellIndex cell : archive.filled()) {
    const std::uint32_t selections = archive.cell_tally(cell).selections;
    if (selections == 0) continue;
    const double share = selections / all;
    sum -= share * math::natural_log(share);
  }
  return sum / math::natural_log(archive.grid().cells());
}

}  // namespace mce
