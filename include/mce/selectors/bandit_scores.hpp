// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "mce/core/archive.hpp"

/// The scores of SPEC section 3: their parameters, and `standing`, which maps tallies that a score cannot tell apart to
/// one. An n of 0 is always the best.
namespace mce {

/// What N_s counts in the UCB formula.
enum class SelectionTotal : std::uint8_t {
  all,     ///< every selection so far
  living,  ///< selections of the elites that are alive: Σ n
};

/// U: w/n + λ·√(ln N_s / n), in double precision (UCB1; Kocsis & Szepesvári 2006).
struct UcbScore {
  double lambda = 0x1.6a09e667f3bcdp-1;  ///< 1/√2; finite and ≥ 0
  SelectionTotal total = SelectionTotal::all;

  void validate() const {
    if (lambda >= 0 && std::isfinite(lambda)) return;
    throw std::invalid_argument("lambda " + std::to_string(lambda) + ": a finite number, 0 or more, is needed");
  }
  [[nodiscard]] double operator()(const Tally& tally, double log_clock) const {
    const double n = tally.selections;
    return tally.survivals / n + lambda * std::sqrt(log_clock / n);
  }
  [[nodiscard]] std::uint64_t clock(const Archive& archive) const {
    return total == SelectionTotal::all ? archive.selections() : archive.living_selections();
  }
  static Tally standing(const Tally& tally) { return tally; }
};

/// E: w/n, compared exactly.
struct ExploitScore {
  /// 0/n = 0/1 and n/n = 1/1: the fractions that would otherwise tie across very many n.
  static Tally standing(const Tally& tally) {
    if (tally.survivals == 0) return {.selections = std::min(tally.selections, 1U), .survivals = 0};
    if (tally.survivals == tally.selections) return {.selections = 1, .survivals = 1};
    return tally;
  }
};

/// X: 1/n, that is, the smallest n.
struct ExploreScore {
  static Tally standing(const Tally& tally) { return {.selections = tally.selections, .survivals = 0}; }
};

}  // namespace mce
