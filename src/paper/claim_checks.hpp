// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/paper/claims.hpp"

/// What claims are made of. Selectors go by their symbols, and those with parameters of their own by short labels.
namespace mce::claim_checks {

using Symbols = std::vector<std::string_view>;

/// The nine without some of them.
Symbols nine_but(const Symbols& some);
/// The values of the nine and of some further selectors alone. All others are left out, among them those of the nine
/// with parameters of their own: they would change how many comparisons a test is corrected for.
RunValues of_the_nine_and(std::span<const std::string> further, const RunValues& values);

/// Each of some selectors is better than each of some others, by all these metrics, on all these testbeds.
struct Bout {
  Symbols better;
  Symbols worse;
  std::vector<Metric> metrics;
  Symbols testbeds;
  std::vector<Moment> moments = {kWholeRun};
};

/// Holds if all duels are won; fails if one is lost; undecided if one is open, or something is missing.
Finding all_won(const RunValues& values, const std::vector<Bout>& bouts);

/// The mean of each selector is at least `level` (in every treatment).
Finding all_reach(const RunValues& values, const Symbols& selectors, Metric metric, std::string_view testbed,
                  Moment moment, double level);

/// The selection entropy of each selector is significantly lower (Welch, p below 0.05) at the end than it was when
/// coverage first reached `level`. Fails if it is significantly higher.
Finding entropy_drops(const RunValues& values, const Symbols& selectors, std::string_view testbed, double level);

/// On each testbed and by each metric, one of these selectors wins at least as many comparisons as any other of the
/// nine. Fails if another one wins more, and beats the best of these directly.
Finding one_leads(const RunValues& values, const Symbols& selectors, const std::vector<Metric>& metrics,
                  const Symbols& testbeds);

/// The selector beats at least half of the other ones of the nine by each metric, and is itself beaten by at least one.
Finding all_round(const RunValues& values, std::string_view selector, const std::vector<Metric>& metrics,
                  std::string_view testbed);

/// On each testbed the mean of the variant, in percent of that of the base and averaged over the treatments, differs
/// by `tolerance` percent at most. Fails if it differs more on one testbed, by more than two standard errors.
/// Undecided if there is only one run, because that has no standard error.
Finding stays_close(const RunValues& values, std::string_view variant, std::string_view base, Metric metric,
                    const Symbols& testbeds, double tolerance);

}  // namespace mce::claim_checks
