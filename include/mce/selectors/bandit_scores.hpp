// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "mce/core/archive.hpp"
#include "mce/core/parameters.hpp"

/// The scores of SPEC section 3: their parameters, and `standing`, which maps tallies that a score cannot tell apart to
/// one. An n of 0 is always the best.
namespace mce {

/// Whose tally a bandit looks at: the elite's own, or that of all elites its cell ever held.
enum class TallyOf : std::uint8_t { individual, cell };

/// What N_s counts in the UCB formula.
enum class SelectionTotal : std::uint8_t {
  all,     ///< every selection so far
  living,  ///< selections of the elites that are alive: Σ n
};

/// U: w/n + λ·√(ln N_s / n), in double precision (UCB1; Kocsis & Szepesvári 2006).
struct UcbScore {
  double lambda = 0x1.6a09e667f3bcdp-1;  ///< 1/√2; 0, or from 1e-100 to 1e6
  SelectionTotal total = SelectionTotal::all;

  /// What it accepts has this property, also after rounding: of two tallies with the same w, the one with the lower n
  /// scores higher, by a share of 1/(2n + 2) or more; of two with the same n, the one with the higher w. (If λ = 0, or
  /// N_s = 1, this is not so for w = 0; but then `standing` makes them one, or there is only one.)
  void validate(TallyOf subject) const {
    if (lambda != 0 && !(lambda >= 1e-100 && lambda <= 1e6)) {
      throw std::invalid_argument("lambda " + number_text(lambda) + ": allowed are 0, and 1e-100 to 1e6");
    }
    if (subject == TallyOf::cell && total == SelectionTotal::living) {
      throw std::invalid_argument("N_s of the living elites goes with tallies of individuals, not of cells");
    }
  }
  [[nodiscard]] double operator()(const Tally& tally, double log_clock) const {
    const double n = tally.selections;
    return tally.survivals / n + lambda * std::sqrt(log_clock / n);
  }
  [[nodiscard]] std::uint64_t clock(const Archive& archive) const {
    return total == SelectionTotal::all ? archive.selections() : archive.living_selections();
  }
  /// Without exploration all that never survived score 0.
  [[nodiscard]] Tally standing(const Tally& tally) const {
    const bool is_zero = lambda == 0 && tally.survivals == 0;
    return is_zero ? Tally{.selections = std::min(tally.selections, 1U), .survivals = 0} : tally;
  }
};

/// E: w/n, compared exactly.
struct ExploitScore {
  /// 0/n = 0/1, because of all tallies with one w only the lowest n is looked at, and these tie. n/n = 1/1, because
  /// those would tie across very many rungs.
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
