// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>

#include "mce/core/archive.hpp"
#include "mce/selectors/curiosity.hpp"

namespace mce::test {

/// The roulette wheel as docs/algorithm.md, section 3, says it, from the tallies.
inline std::map<CellIndex, double> wheel(const Archive& archive, const Curiosity::Parameters& parameters = {}) {
  std::map<CellIndex, double> scores;
  for (const CellIndex cell : archive.filled()) {
    const auto [n, w] = archive.elite_tally(cell);
    scores[cell] = parameters.reward * w - parameters.penalty * (n - w);
  }
  const double smallest = std::ranges::min_element(scores, {}, [](const auto& each) { return each.second; })->second;
  double whole = 0;
  for (auto& [cell, score] : scores) whole += score -= smallest;
  std::map<CellIndex, double> probabilities;
  for (const auto& [cell, weight] : scores) {
    if (whole < 1e-9)
      probabilities[cell] = 1.0 / static_cast<double>(scores.size());
    else if (weight > 1e-9)
      probabilities[cell] = weight / whole;
  }
  return probabilities;
}

}  // namespace mce::test
