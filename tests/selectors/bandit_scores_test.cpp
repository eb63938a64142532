// SPDX-License-Identifier: MIT
#include "mce/selectors/bandit_scores.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mce/core/rng.hpp"

namespace mce::bandit_scores_test {
namespace {

/// What lets a bandit look at the lowest n of each w only.
TEST(UcbScore, FallsStrictlyWithSelectionsWhateverTheRounding) {
  Rng rng(11);
  const auto up_to = [&rng](double highest) { return std::exp(rng.uniform(0, std::log(highest))); };
  for (int i = 0; i < 200'000; ++i) {
    const auto n = static_cast<std::uint32_t>(up_to(4e9));
    const auto w = static_cast<std::uint32_t>(rng.bounded(4) == 0 ? 0 : up_to(n));
    const double log_clock = std::log(2.0 + up_to(4e9));
    for (const double lambda : {1e-100, 1e-17, 1e-3, 0.7071067811865476, 1e6}) {
      const UcbScore score{.lambda = lambda};
      ASSERT_GT(score({n, w}, log_clock), score({n + 1, w}, log_clock)) << n << ' ' << w << ' ' << lambda;
      ASSERT_LT(score({n, w}, log_clock), score({n, w + 1}, log_clock)) << n << ' ' << w << ' ' << lambda;
    }
    if (w == 0) continue;
    ASSERT_GT(UcbScore{.lambda = 0}({n, w}, log_clock), UcbScore{.lambda = 0}({n + 1, w}, log_clock));
  }
}

TEST(UcbScore, MakesOneOfAllThatScoreZero) {
  EXPECT_EQ(UcbScore{.lambda = 0}.standing({7, 0}), Tally(1, 0));
  EXPECT_EQ(UcbScore{.lambda = 0}.standing({0, 0}), Tally(0, 0));
  EXPECT_EQ(UcbScore{.lambda = 0}.standing({7, 2}), Tally(7, 2));
  EXPECT_EQ(UcbScore{}.standing({7, 0}), Tally(7, 0));
}

TEST(ExploitScore, MakesOneOfFractionsThatTieOverManySelections) {
  EXPECT_EQ(ExploitScore::standing({7, 0}), Tally(1, 0));
  EXPECT_EQ(ExploitScore::standing({0, 0}), Tally(0, 0));
  EXPECT_EQ(ExploitScore::standing({7, 7}), Tally(1, 1));
  EXPECT_EQ(ExploitScore::standing({7, 2}), Tally(7, 2));
}

TEST(ExploreScore, ForgetsSurvivals) { EXPECT_EQ(ExploreScore::standing({7, 2}), Tally(7, 0)); }

}  // namespace
}  // namespace mce::bandit_scores_test
