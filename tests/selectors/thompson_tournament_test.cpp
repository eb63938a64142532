// SPDX-License-Identifier: MIT
#include "mce/selectors/thompson_tournament.hpp"

#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "support/archives.hpp"
#include "support/picks.hpp"

namespace mce::thompson_tournament_test {
namespace {

/// The contenders are drawn from the mixture of all elites' beta distributions, so the winner is the largest of as many
/// numbers from it. By the midpoint rule.
std::map<CellIndex, double> chances(const std::vector<Tally>& tallies, double contenders) {
  constexpr int kPoints = 1000;
  std::map<CellIndex, double> sums;
  for (int i = 0; i < kPoints; ++i) {
    const double x = (i + 0.5) / kPoints;
    double below = 0;
    for (const auto [n, w] : tallies) below += boost::math::ibeta(w + 1.0, n - w + 1.0, x);
    const double others = std::pow(below / static_cast<double>(tallies.size()), contenders - 1);
    for (CellIndex cell = 0; cell < tallies.size(); ++cell) {
      const auto [n, w] = tallies[cell];
      sums[cell] += boost::math::ibeta_derivative(w + 1.0, n - w + 1.0, x) * others * contenders / kPoints /
                    static_cast<double>(tallies.size());
    }
  }
  return sums;
}

TEST(ThompsonTournament, PicksAsTheBetaDistributionsSay) {
  for (const std::vector<Tally>& tallies :
       {std::vector<Tally>{{10, 4}, {0, 0}}, {{3, 0}, {40, 10}}, {{5, 5}, {5, 0}, {100, 50}}}) {
    const Archive archive = test::archive_with(tallies);
    for (const std::uint32_t contenders : {1U, 2U, 5U, 64U}) {
      ThompsonTournament selector({.contenders = contenders});
      const auto expected = chances(tallies, contenders);
      double whole = 0;
      for (const auto& [cell, chance] : expected) whole += chance;
      ASSERT_NEAR(whole, 1, 1e-3);
      test::expect_picks(selector, archive, expected, contenders == 64 ? 1'000 : 5'000);
    }
  }
}

TEST(ThompsonTournament, LooksAtTheTallyThatItIsToldTo) {
  Archive archive = test::archive_with({{200, 100}, {200, 100}});
  test::put(archive, 0, 1);  // a new elite; the cell keeps its tally
  test::add_tally(archive, 0, {200, 0});
  ThompsonTournament by_cell({.contenders = 20});
  ThompsonTournament by_individual({.contenders = 20, .tally = TallyOf::individual});
  test::expect_picks(by_cell, archive, chances({{400, 100}, {200, 100}}, 20), 2'000);
  test::expect_picks(by_individual, archive, chances({{200, 0}, {200, 100}}, 20), 2'000);
}

TEST(ThompsonTournament, RefusesParametersOutOfRange) {
  EXPECT_THROW(ThompsonTournament({.contenders = 0}), std::invalid_argument);
  EXPECT_THROW(ThompsonTournament({.contenders = 10'001}), std::invalid_argument);
}

}  // namespace
}  // namespace mce::thompson_tournament_test
