// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/reward_forecast.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce::reward_forecast_test {
namespace {

struct Sample {
  double n;
  double w;
  double reward;
};

/// Weighted least squares by the normal equations of all three coefficients, solved by Cramer's rule.
double slope_by_definition(const std::vector<Sample>& samples) {
  double a[3][4] = {};  // NOLINT(*-avoid-c-arrays)
  for (const auto& [n, w, y] : samples) {
    const double row[3] = {1, w / n, 1 / n};  // NOLINT(*-avoid-c-arrays)
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) a[i][j] += n * row[i] * row[j];
      a[i][3] += n * row[i] * y;
    }
  }
  const auto determinant = [&](int replaced) {
    const auto at = [&](int i, int j) { return a[i][j == replaced ? 3 : j]; };
    return at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
           at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
           at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0));
  };
  return determinant(1) / determinant(-1);
}

double slope_of(const std::vector<Sample>& samples) {
  RewardForecast forecast;
  for (const auto& [n, w, y] : samples) forecast.add(n, w, y);
  return forecast.slope();
}

TEST(RewardForecast, IsTheSlopeOfWeightedLeastSquares) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    std::vector<Sample> samples;
    for (int i = 0; i < 500; ++i) {
      const double n = 1 + rng.bounded(40);
      const double w = rng.uniform(0, n);
      samples.push_back({n, w, 0.1 + 0.5 * w / n + 0.3 / n + rng.uniform(-0.1, 0.1)});
    }
    EXPECT_NEAR(slope_of(samples), slope_by_definition(samples), 1e-9) << seed;
    EXPECT_NEAR(slope_of(samples), 0.5, 0.1) << seed;
  }
}

TEST(RewardForecast, IsOneWhileTheSelectionsDoNotTell) {
  EXPECT_EQ(slope_of({}), 1);
  EXPECT_EQ(slope_of({{.n = 1, .w = 1, .reward = 3}}), 1);
  EXPECT_EQ(slope_of({{.n = 2, .w = 1, .reward = 0}, {.n = 2, .w = 0, .reward = 0}}), 1) << "all of one n";
  EXPECT_EQ(slope_of({{.n = 1, .w = 0, .reward = 0}, {.n = 2, .w = 0, .reward = 0}}), 1) << "all without reward";
}

TEST(RewardForecast, StaysWithinItsLimits) {
  std::vector<Sample> falling;
  std::vector<Sample> steep;
  Rng rng(5);
  for (int i = 0; i < 200; ++i) {
    const double n = 1 + rng.bounded(9);
    const double w = rng.uniform(0, n);
    falling.push_back({n, w, 2 - w / n});
    steep.push_back({n, w, 7 * w / n});
  }
  EXPECT_EQ(slope_of(falling), RewardForecast::kLeast);
  EXPECT_EQ(slope_of(steep), 1);
}

/// However often every elite was selected: the coefficients get small, and are no worse for it.
TEST(RewardForecast, StillTellsAfterVeryManySelections) {
  Rng rng(6);
  RewardForecast forecast;
  for (int i = 0; i < 1000; ++i) {
    const double n = 1e6 + rng.bounded(1'000'000);
    const double share = rng.uniform(0, 1e-3);
    forecast.add(n, share * n, 0.5 * share + rng.uniform(0, 1e-5));
  }
  EXPECT_NEAR(forecast.slope(), 0.5, 0.01);
}

TEST(RewardForecast, IsNeverNaN) {
  RewardForecast forecast;
  forecast.restore(
      {.n = 1e-5, .nx = 1e-5, .nz = 1e-5, .ny = 1e305, .nxx = 3e-5, .nxz = 1e-5, .nzz = 3e-5, .nxy = 1e305, .nzy = 1});
  EXPECT_EQ(forecast.slope(), 1);
}

TEST(RewardForecast, KnowsSumsThatCannotBe) {
  EXPECT_TRUE(RewardForecast::possible({}));
  EXPECT_FALSE(RewardForecast::possible({.n = NAN}));
  EXPECT_FALSE(RewardForecast::possible({.nzy = -1}));
  EXPECT_FALSE(RewardForecast::possible({.nxx = INFINITY}));
}

}  // namespace
}  // namespace mce::reward_forecast_test
