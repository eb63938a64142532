// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/beta_draw.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/chi_square.hpp"

namespace mce::beta_draw_test {
namespace {

/// Numbers that have the distribution function `cumulative` fall into its quantiles equally often.
template <class Draw, class Cumulative>
double quantile_fit(Draw draw, Cumulative cumulative, int draws = 10'000) {
  Rng rng(12);
  std::vector<std::uint64_t> counts(20);
  for (int i = 0; i < draws; ++i) {
    const double share = cumulative(draw(rng));
    ++counts[std::min(static_cast<std::size_t>(share * 20), counts.size() - 1)];
  }
  return test::uniform_fit(counts);
}

TEST(NormalDraw, HasTheQuantilesOfTheNormalDistribution) {
  const auto cumulative = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
  EXPECT_GT(quantile_fit(normal_draw, cumulative, 100'000), test::kSignificance);
}

TEST(GammaDraw, HasTheQuantilesOfTheGammaDistribution) {
  for (const std::uint32_t shape : {1U, 2U, 4U, 5U, 30U, 300U}) {
    const auto draw = [&](Rng& rng) { return gamma_draw(shape, rng); };
    const auto cumulative = [&](double x) { return 1 - test::chi_square_tail(2 * x, 2.0 * shape); };
    EXPECT_GT(quantile_fit(draw, cumulative), test::kSignificance) << shape;
  }
}

TEST(GammaDraw, HasTheMeanAndTheVarianceOfTheGammaDistribution) {
  constexpr int kDraws = 100'000;
  for (const std::uint32_t shape : {1U, 4U, 5U, 12U}) {
    Rng rng(3);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double deviation = gamma_draw(shape, rng) - shape;
      sum += deviation;
      squares += deviation * deviation;
    }
    EXPECT_LT(std::abs(sum / kDraws), 5 * std::sqrt(1.0 * shape / kDraws)) << shape;
    EXPECT_LT(std::abs(squares / kDraws / shape - 1), 5 * std::sqrt((2 + 6.0 / shape) / kDraws)) << shape;
  }
}

struct Shapes {
  std::uint32_t a;
  std::uint32_t b;
};
constexpr Shapes kShapes[] = {{1, 1},  {1, 2},   {2, 1},     {4, 4},     {3, 5},        {5, 1},
                              {1, 30}, {20, 70}, {500, 500}, {1, 5'000}, {300, 100'000}};

TEST(BetaDraw, HasTheQuantilesOfTheBetaDistribution) {
  for (const auto [a, b] : kShapes) {
    const auto draw = [a, b](Rng& rng) { return beta_draw(a, b, rng); };
    const auto cumulative = [a, b](double x) { return boost::math::ibeta(a, b, x); };
    EXPECT_GT(quantile_fit(draw, cumulative), test::kSignificance) << a << ", " << b;
  }
}

TEST(BetaDraw, HasTheMeanAndTheVarianceOfTheBetaDistribution) {
  constexpr int kDraws = 20'000;
  for (const auto [a, b] : kShapes) {
    const double whole = a + b;
    const double mean = a / whole;
    const double variance = mean * (1 - mean) / (whole + 1);
    const double excess = 6 * ((1.0 * a - b) * (1.0 * a - b) * (whole + 1) - 1.0 * a * b * (whole + 2)) /
                          (1.0 * a * b * (whole + 2) * (whole + 3));
    Rng rng(4);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double deviation = beta_draw(a, b, rng) - mean;
      sum += deviation;
      squares += deviation * deviation;
    }
    EXPECT_LT(std::abs(sum / kDraws), 5 * std::sqrt(variance / kDraws)) << a << ", " << b;
    EXPECT_LT(std::abs(squares / kDraws / variance - 1), 5 * std::sqrt((excess + 2) / kDraws)) << a << ", " << b;
  }
}

TEST(BetaDraw, StaysBetweenZeroAndOneForHugeTallies) {
  Rng rng(1);
  for (const auto [a, b] : {Shapes{4'000'000'000, 1}, Shapes{1, 4'000'000'000}, Shapes{2'000'000'000, 2'000'000'000}}) {
    for (int i = 0; i < 1000; ++i) {
      const double draw = beta_draw(a, b, rng);
      ASSERT_TRUE(draw >= 0 && draw <= 1) << draw;
    }
  }
}

}  // namespace
}  // namespace mce::beta_draw_test
