// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/core/parameters.hpp"
#include "mce/selectors/detail/lambda.hpp"
#include "mce/selectors/detail/quotient_ranking.hpp"
#include "mce/selectors/detail/ranked_ladder.hpp"
#include "mce/selectors/detail/ucb_ranking.hpp"

/// The scores of docs/algorithm.md, section 3. A score is a small struct:
///   using Ranking = …       finds the rungs of the ladder with the best score; NoRanking: it is the first rung
///   operator()(tally)       the score as a double; with a clock, it is also given the logarithm of that
///   standing(tally)         the tally by which it is ranked: tallies that the score cannot tell apart become one
///   table(subject)          its parameters
///   clock(archive)          optional: what the score depends on beside the tally; its Ranking is asked with it
///   validate(subject)       optional: throws std::invalid_argument for parameters that make no sense
/// An n of 0 is always the best.
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
  using Ranking = UcbRanking<UcbScore>;

  double lambda = kPaperLambda;
  SelectionTotal total = SelectionTotal::all;

  /// What is allowed for λ has this property, also after rounding: of two tallies with the same w, the one with the
  /// lower n scores higher, by a share of 1/(2n + 2) or more; of two with the same n, the one with the higher w. (If
  /// λ = 0, or N_s = 1, this is not so for w = 0; but then `standing` makes them one, or there is only one.)
  std::vector<Parameter> table(TallyOf subject) {
    std::vector<Parameter> parameters = {lambda_parameter(lambda)};
    if (subject == TallyOf::individual) {
      parameters.push_back(choice_parameter<SelectionTotal>(
          "total", total, {{"all", SelectionTotal::all}, {"living", SelectionTotal::living}},
          "what N_s counts: all selections, or those of the elites that are alive"));
    }
    return parameters;
  }
  void validate(TallyOf subject) {
    check(table(subject), "UCB");
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
  using Ranking = QuotientRanking<ExploitScore>;
  static std::vector<Parameter> table(TallyOf /*subject*/) { return {}; }

  double operator()(const Tally& tally) const { return static_cast<double>(tally.survivals) / tally.selections; }
  static double dividend(std::uint32_t survivals) { return survivals; }
  static bool beats(const Tally& a, const Tally& b) {
    return std::uint64_t{a.survivals} * b.selections > std::uint64_t{b.survivals} * a.selections;
  }
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
  using Ranking = NoRanking;
  static std::vector<Parameter> table(TallyOf /*subject*/) { return {}; }

  double operator()(const Tally& tally) const { return 1.0 / tally.selections; }
  static Tally standing(const Tally& tally) { return {.selections = tally.selections, .survivals = 0}; }
};

}  // namespace mce
