// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "mce/core/archive.hpp"

namespace mce {

/// What one map alone tells of a run (SPEC section 6). Metrics that compare runs need all of them.
struct MapSummary {
  std::uint32_t filled = 0;      ///< cells with an elite
  double coverage = 0;           ///< filled / all cells
  double best = 0;               ///< highest fitness
  double qd_score = 0;           ///< sum of qualities
  double selection_entropy = 0;  ///< of the selections over all cells, 0 to 1
  bool operator==(const MapSummary&) const = default;
};

MapSummary summarise(const Archive& archive, const std::function<double(double)>& quality);

/// −(1/ln N_c) Σ (n_c/N_s) ln(n_c/N_s); 0 before the first selection, and for a map of one cell.
double selection_entropy(const Archive& archive);

}  // namespace mce
