// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "mce/core/archive.hpp"

/// The scores of SPEC section 3. A score says how good a tally with n > 0 is (n = 0 is always the best), what clock it
/// depends on, and which tallies are the same to it.
namespace mce {

/// What N_s counts in the UCB formula.
enum class SelectionTotal : std::uint8_t {
  all,     ///< every selection so far
  living,  ///< selections of the elites that are alive: Σ n
};

/// U: w/n + λ·√(ln N_s / n), in double precision (UCB1; Kocsis & Szepesvári 2006).
struct UcbScore {
  static constexpr bool kDrifts = true;  // grows with the clock
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
  /// Equal scores are ties.
  static bool beats_at_equal_score(const Tally& /*a*/, const Tally& /*b*/) { return false; }
};

/// E: w/n, compared exactly.
struct ExploitScore {
  static constexpr bool kDrifts = false;
  [[nodiscard]] double operator()(const Tally& tally, double /*log_clock*/) const {
    return static_cast<double>(tally.survivals) / tally.selections;
  }
  static std::uint64_t clock(const Archive& /*archive*/) { return 1; }
  /// 0/n = 0/1 and n/n = 1/1: the fractions that would otherwise tie across very many n.
  static Tally standing(const Tally& tally) {
    if (tally.survivals == 0) return {.selections = std::min(tally.selections, 1U), .survivals = 0};
    if (tally.survivals == tally.selections) return {.selections = 1, .survivals = 1};
    return tally;
  }
  /// Rounding may make different fractions look equal (n beyond 2^26); it never swaps their order.
  static bool beats_at_equal_score(const Tally& a, const Tally& b) {
    return std::uint64_t{a.survivals} * b.selections > std::uint64_t{b.survivals} * a.selections;
  }
};

/// X: 1/n, that is, the smallest n.
struct ExploreScore {
  static Tally standing(const Tally& tally) { return {.selections = tally.selections, .survivals = 0}; }
};

}  // namespace mce
