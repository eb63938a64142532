// SPDX-License-Identifier: MIT
#include "mce/analysis/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/scipy_values.hpp"
#include "mce/core/rng.hpp"
#include "support/complaint.hpp"

namespace mce::statistics_test {
namespace {

using test::complaint;
using test::expect_mentions;
using Values = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void expect_close(double value, double expected, const std::string& what, double tolerance = 1e-9) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(value)) << what << ": " << value;
  } else {
    EXPECT_NEAR(value, expected, tolerance * std::abs(expected)) << what;
  }
}

/// Multiples of 2^-20, so that shifts by small whole numbers and scaling by powers of two are exact.
Values random_sample(std::uint64_t seed, std::size_t count) {
  Rng random(seed, "sample");
  Values values(count);
  for (double& value : values) value = static_cast<double>(random.bounded(1U << 20U)) * 0x1p-20;
  return values;
}

Values changed(Values values, const std::function<double(double)>& change) {
  std::ranges::transform(values, values.begin(), change);
  return values;
}

TEST(Statistics, AgreeWithSciPy) {
  for (const test::ScipyValues& scipy : test::kScipyValues) {
    const std::string name = scipy.name;
    expect_close(mean(scipy.second), scipy.mean, name + ": mean");
    expect_close(standard_deviation(scipy.second), scipy.deviation, name + ": deviation");

    const WelchTest welch = welch_test(scipy.first, scipy.second);
    expect_close(welch.statistic, scipy.statistic, name + ": t");
    expect_close(welch.degrees, scipy.degrees, name + ": degrees of freedom");
    expect_close(welch.p, scipy.welch_p, name + ": Welch's p");
    expect_close(hedges_g(scipy.first, scipy.second), scipy.hedges_g, name + ": Hedges' g");

    const MannWhitneyTest mann_whitney = mann_whitney_test(scipy.first, scipy.second);
    EXPECT_EQ(mann_whitney.statistic, scipy.u) << name;
    expect_close(mann_whitney.p, scipy.mann_whitney_p, name + ": Mann-Whitney's p");

    if (scipy.first.size() == scipy.second.size()) {
      expect_close(rank_correlation(scipy.first, scipy.second), scipy.rank_correlation, name + ": rank correlation");
    }
  }
}

TEST(Statistics, DescribeAsSciPyDoes) {
  for (const test::ScipyValues& scipy : test::kScipyValues) {
    const Description usual = describe(scipy.second);
    EXPECT_EQ(usual.count, scipy.second.size());
    EXPECT_EQ(usual.mean, mean(scipy.second));
    EXPECT_EQ(usual.deviation, standard_deviation(scipy.second));
    const Description strict = describe(scipy.second, 0.99);
    expect_close(usual.low, scipy.interval95[0], std::string(scipy.name) + ": low end of 95 %");
    expect_close(usual.high, scipy.interval95[1], std::string(scipy.name) + ": high end of 95 %");
    expect_close(strict.low, scipy.interval99[0], std::string(scipy.name) + ": low end of 99 %");
    expect_close(strict.high, scipy.interval99[1], std::string(scipy.name) + ": high end of 99 %");
  }
}

TEST(Statistics, CompareSingleValuesByRankAsSciPyDoes) {
  for (const test::ScipyValues& scipy : test::kScipyValuesOfOne) {
    EXPECT_EQ(mann_whitney_test(scipy.first, scipy.second).statistic, scipy.u) << scipy.name;
    expect_close(mann_whitney_test(scipy.first, scipy.second).p, scipy.mann_whitney_p, scipy.name);
  }
}

TEST(Statistics, DescribeOneValueWithoutDeviationAndInterval) {
  const Description one = describe(Values{7});
  EXPECT_EQ(one.count, 1U);
  EXPECT_EQ(one.mean, 7);
  EXPECT_TRUE(std::isnan(one.deviation));
  EXPECT_TRUE(std::isnan(one.low));
  EXPECT_TRUE(std::isnan(one.high));
}

TEST(Statistics, DescribeAConstantAsItself) {
  for (const std::size_t count : {2, 3, 10, 100'000}) {
    const Values tenths(count, 0.1);  // their plain sum is not a multiple of a tenth
    const Description description = describe(tenths);
    EXPECT_EQ(description.mean, 0.1) << count;
    EXPECT_EQ(description.deviation, 0) << count;
    EXPECT_EQ(description.low, 0.1) << count;
    EXPECT_EQ(description.high, 0.1) << count;
  }
}

TEST(Statistics, KeepTheVarianceOfValuesFarFromZero) {
  const Values sample = {0x1p50 + 1, 0x1p50 + 2, 0x1p50 + 3, 0x1p50 + 4};
  EXPECT_EQ(mean(sample), 0x1p50 + 2.5);
  EXPECT_DOUBLE_EQ(standard_deviation(sample), std::sqrt(5.0 / 3));
}

TEST(Statistics, KeepTheVarianceOfTheSmallestAndLargestValues) {
  EXPECT_DOUBLE_EQ(standard_deviation(Values{1e-300, 3e-300}), std::sqrt(2.0) * 1e-300);
  EXPECT_DOUBLE_EQ(standard_deviation(Values{1e300, 3e300}), std::sqrt(2.0) * 1e300);
}

TEST(WelchTest, CallsEqualConstantsATie) {
  const WelchTest tie = welch_test(Values(100, 0.1), Values(7, 0.1));
  EXPECT_EQ(tie.statistic, 0);
  EXPECT_EQ(tie.p, 1);
  EXPECT_TRUE(std::isnan(tie.degrees));
}

TEST(WelchTest, CallsDifferentConstantsAClearDifference) {
  const Values low(10, 0.1);
  const Values high(10, std::nextafter(0.1, 1));
  EXPECT_EQ(welch_test(high, low).statistic, kInfinity);
  EXPECT_EQ(welch_test(high, low).p, 0);
  EXPECT_EQ(welch_test(low, high).statistic, -kInfinity);
  EXPECT_EQ(welch_test(low, high).p, 0);
}

TEST(WelchTest, HasItsClosedFormForOneDegreeOfFreedom) {
  // The error of {−s, s} is s, so t = 1/s against a constant 1, and P(|T| > t) = (2/π) atan(1/t).
  for (const double s : {10.0, 1.0, 1e-3, 1e-30, 1e-150, 1e-200, 1e-300}) {
    const WelchTest test = welch_test(Values{1, 1, 1}, Values{-s, s});
    expect_close(test.statistic, 1 / s, "t", 1e-14);
    expect_close(test.degrees, 1, "degrees of freedom", 1e-14);
    expect_close(test.p, 2 / std::numbers::pi * std::atan(s), "p", 1e-13);
  }
}

TEST(WelchTest, HasItsClosedFormForTwoDegreesOfFreedom) {
  // Two values each, 2 apart: t = difference/√2, and P(|T| > t) = 1 − t/√(2 + t²), written without cancellation.
  for (const double difference : {0.5, 3.0, 1000.0, 1e15}) {
    const WelchTest test = welch_test(Values{difference, difference + 2}, Values{0, 2});
    const double t = difference / std::numbers::sqrt2;
    const double root = std::sqrt(2 + t * t);
    expect_close(test.degrees, 2, "degrees of freedom", 1e-14);
    expect_close(test.p, 2 / (root * (root + t)), "p", 1e-13);
  }
}

TEST(HedgesG, IsCorrectedExactly) {
  // d = 2: Γ(1)/(√1 Γ(½)) = 1/√π. Means differ by 1, the pooled variance is 2.
  EXPECT_NEAR(hedges_g(Values{1, 3}, Values{0, 2}), 1 / std::sqrt(2 * std::numbers::pi), 1e-15);
  // d = 4: Γ(2)/(√2 Γ(3/2)) = √(2/π). Means differ by 3, both variances are 1.
  EXPECT_NEAR(hedges_g(Values{4, 5, 6}, Values{1, 2, 3}), 3 * std::sqrt(2 / std::numbers::pi), 1e-15);
}

TEST(HedgesG, IsZeroOrInfiniteForConstants) {
  EXPECT_EQ(hedges_g(Values(3, 0.1), Values(10, 0.1)), 0);
  EXPECT_EQ(hedges_g(Values(3, 0.2), Values(10, 0.1)), kInfinity);
  EXPECT_EQ(hedges_g(Values(3, 0.1), Values(10, 0.2)), -kInfinity);
}

/// P(U at least as far from the middle), by looking at every way to choose which ranks the first sample has.
double enumerated_p(unsigned first, unsigned second, double statistic) {
  const double middle = first * second / 2.0;
  double all = 0;
  double as_far = 0;
  for (std::uint32_t chosen = 0; chosen < 1U << (first + second); ++chosen) {
    if (static_cast<unsigned>(std::popcount(chosen)) != first) continue;
    double u = 0;
    for (unsigned i = 0; i < first + second; ++i) {
      const std::uint32_t below = chosen & ((1U << i) - 1);
      if ((chosen >> i & 1U) != 0) u += i - static_cast<unsigned>(std::popcount(below));
    }
    ++all;
    if (std::abs(u - middle) >= std::abs(statistic - middle)) ++as_far;
  }
  return as_far / all;
}

TEST(MannWhitneyTest, IsExactForSmallSamples) {
  for (unsigned first = 1; first <= 5; ++first) {
    for (unsigned second = 1; second <= 9; ++second) {
      const Values all = random_sample(100 * first + second, first + second);
      const MannWhitneyTest test = mann_whitney_test(std::span(all).first(first), std::span(all).subspan(first));
      EXPECT_NEAR(test.p, enumerated_p(first, second, test.statistic), 1e-14) << first << " and " << second;
    }
  }
}

TEST(MannWhitneyTest, IsExactUpToEightValuesWithoutTies) {
  const auto p = [](std::size_t first, double offset) {
    Values low(first);
    Values high(20);
    std::iota(low.begin(), low.end(), 1.0);
    std::iota(high.begin(), high.end(), static_cast<double>(first) + offset);
    return mann_whitney_test(low, high).p;
  };
  EXPECT_NEAR(p(8, 1) * 3108105 / 2, 1, 1e-12) << "one of the 28 over 8 orders, and its mirror image";
  EXPECT_GT(p(8, 0) * 3108105 / 2, 10) << "a tie: normal approximation, which has no such tails";
  EXPECT_GT(p(9, 1) * 6906900 / 2, 10) << "nine values: normal approximation";
}

TEST(MannWhitneyTest, FindsNothingWhereAllValuesAreTied) {
  for (const std::size_t count : {1, 2, 8, 9, 100}) {
    const MannWhitneyTest test = mann_whitney_test(Values(count, 0.1), Values(10, 0.1));
    EXPECT_EQ(test.p, 1) << count;
    EXPECT_EQ(test.statistic, static_cast<double>(count) * 5) << "ties count half";
  }
}

TEST(RankCorrelation, IsExactlyOneForAnyIncreasingRelation) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Values sample = random_sample(seed, 2 + seed);
    EXPECT_EQ(rank_correlation(sample, changed(sample, [](double x) { return std::exp(x); })), 1) << seed;
    EXPECT_EQ(rank_correlation(sample, changed(sample, [](double x) { return -x * x; })), -1) << seed;
  }
}

TEST(RankCorrelation, SharesRanksAmongEquals) {
  // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: Σ products 4.5, Σ squares 4.5 and 5.
  EXPECT_DOUBLE_EQ(rank_correlation(Values{1, 2, 2, 3}, Values{1, 2, 3, 4}), 4.5 / std::sqrt(22.5));
}

TEST(RankCorrelation, IsNothingIfOneSideIsConstant) {
  EXPECT_TRUE(std::isnan(rank_correlation(Values{1, 1, 1}, Values{1, 2, 3})));
  EXPECT_TRUE(std::isnan(rank_correlation(Values{1, 2, 3}, Values{1, 1, 1})));
}

TEST(Statistics, ChangeOnlyTheirSignIfSamplesChangePlaces) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Values a = random_sample(seed, 2 + seed % 11);
    const Values b = random_sample(seed + 1000, 2 + seed % 13);
    EXPECT_EQ(welch_test(a, b).statistic, -welch_test(b, a).statistic);
    EXPECT_EQ(welch_test(a, b).degrees, welch_test(b, a).degrees);
    EXPECT_EQ(welch_test(a, b).p, welch_test(b, a).p);
    EXPECT_EQ(hedges_g(a, b), -hedges_g(b, a));
    EXPECT_EQ(mann_whitney_test(a, b).p, mann_whitney_test(b, a).p);
    EXPECT_EQ(mann_whitney_test(a, b).statistic + mann_whitney_test(b, a).statistic,
              static_cast<double>(a.size() * b.size()));
  }
}

TEST(Statistics, DoNotDependOnOriginAndUnit) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Values a = random_sample(seed, 2 + seed % 11);
    const Values b = random_sample(seed + 1000, 2 + seed % 13);
    for (const double unit : {1.0, 0x1p-500, 0x1p500}) {
      for (const double origin : {0.0, 1.0, 0x1p20}) {
        const auto change = [&](double x) { return (x + origin) * unit; };
        const Values c = changed(a, change);
        const Values d = changed(b, change);
        expect_close(welch_test(c, d).p, welch_test(a, b).p, "Welch's p", 1e-10);
        expect_close(welch_test(c, d).degrees, welch_test(a, b).degrees, "degrees of freedom", 1e-10);
        expect_close(hedges_g(c, d), hedges_g(a, b), "Hedges' g", 1e-10);
        EXPECT_EQ(mann_whitney_test(c, d).p, mann_whitney_test(a, b).p);
      }
    }
  }
}

TEST(Statistics, NeedEnoughValues) {
  const Values none;
  const Values one = {1};
  const Values two = {1, 2};
  expect_mentions(complaint([&] { mean(none); }), {"0 values", "at least 1"});
  expect_mentions(complaint([&] { describe(none); }), {"0 values", "at least 1"});
  expect_mentions(complaint([&] { standard_deviation(one); }), {"1 value:", "at least 2"});
  for (const auto& test : {std::function([](Sample a, Sample b) { welch_test(a, b); }),
                           std::function([](Sample a, Sample b) { hedges_g(a, b); }),
                           std::function([](Sample a, Sample b) { rank_correlation(a, b); })}) {
    expect_mentions(complaint([&] { test(one, two); }), {"1 value:", "at least 2"});
    expect_mentions(complaint([&] { test(two, one); }), {"1 value:", "at least 2"});
  }
  expect_mentions(complaint([&] { mann_whitney_test(none, one); }), {"0 values", "at least 1"});
  expect_mentions(complaint([&] { mann_whitney_test(one, none); }), {"0 values", "at least 1"});
  expect_mentions(complaint([&] { rank_correlation(two, Values{1, 2, 3}); }), {"2 and 3 values", "pairs"});
}

TEST(Statistics, RefuseWhatIsNoFiniteNumber) {
  const Values good = {1, 2, 3};
  for (const auto& [value, text] : {std::pair{std::nan(""), "nan"}, {kInfinity, "inf"}, {-kInfinity, "-inf"}}) {
    const Values bad = {1, value, 3};
    const std::vector<std::string> words = {"value 2 of 3", text};
    expect_mentions(complaint([&] { mean(bad); }), words);
    expect_mentions(complaint([&] { standard_deviation(bad); }), words);
    expect_mentions(complaint([&] { describe(bad); }), words);
    expect_mentions(complaint([&] { welch_test(good, bad); }), words);
    expect_mentions(complaint([&] { hedges_g(bad, good); }), words);
    expect_mentions(complaint([&] { mann_whitney_test(good, bad); }), words);
    expect_mentions(complaint([&] { rank_correlation(bad, good); }), words);
  }
}

TEST(Statistics, RefuseAConfidenceThatIsNoProbabilityBetween) {
  for (const double confidence : {0.0, 1.0, -0.5, 95.0, std::nan("")}) {
    expect_mentions(complaint([&] { describe(Values{1, 2}, confidence); }), {"confidence", "less than 1"});
  }
}

}  // namespace
}  // namespace mce::statistics_test
