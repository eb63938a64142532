// SPDX-License-Identifier: MIT
#include "mce/analysis/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "mce/analysis/statistics.hpp"
#include "mce/core/rng.hpp"
#include "support/complaint.hpp"

namespace mce::comparison_test {
namespace {

using test::complaint;
using test::expect_mentions;
using Values = std::vector<double>;
using Samples = std::vector<Values>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const Values kLow = {0.1, 0.3, 0.2, 0.4, 0.3};
const Values kHigh = {0.5, 0.4, 0.6, 0.3, 0.5};

/// Runs of a selector whose values are uniform around `middle`.
Values around(double middle, std::uint64_t seed, std::size_t runs = 20) {
  Rng random(seed, "runs");
  Values values(runs);
  for (double& value : values) value = random.uniform(middle - 0.5, middle + 0.5);
  return values;
}

TEST(Comparisons, SayWhatTheStatisticsSay) {
  const Comparisons comparisons(Samples{kLow, kHigh});
  const Comparison& comparison = comparisons.between(1, 0);
  EXPECT_DOUBLE_EQ(comparison.difference, 0.2);
  EXPECT_EQ(comparison.welch_p, welch_test(kHigh, kLow).p);
  EXPECT_EQ(comparison.mann_whitney_p, mann_whitney_test(kHigh, kLow).p);
  EXPECT_EQ(comparison.hedges_g, hedges_g(kHigh, kLow));
  EXPECT_GT(comparison.hedges_g, 0);
  EXPECT_EQ(comparison.verdict, Verdict::better);
}

TEST(Comparisons, SeeEachPairFromBothSides) {
  const Comparisons comparisons(Samples{around(0, 1), around(0.4, 2), around(1, 3), around(1, 4, 3)});
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      const Comparison& one = comparisons.between(i, j);
      const Comparison& other = comparisons.between(j, i);
      EXPECT_EQ(one.difference, -other.difference);
      EXPECT_EQ(one.hedges_g, -other.hedges_g);
      EXPECT_EQ(one.welch_p, other.welch_p);
      EXPECT_EQ(one.mann_whitney_p, other.mann_whitney_p);
      EXPECT_EQ(one.verdict == Verdict::better, other.verdict == Verdict::worse);
      EXPECT_EQ(one.verdict == Verdict::undecided, other.verdict == Verdict::undecided);
    }
  }
  EXPECT_EQ(comparisons.between(0, 2).verdict, Verdict::worse);
  EXPECT_EQ(comparisons.between(2, 0).verdict, Verdict::better);
}

TEST(Comparisons, TieWithOneself) {
  const Comparisons comparisons(Samples{kLow, kHigh});
  EXPECT_EQ(comparisons.between(1, 1).difference, 0);
  EXPECT_EQ(comparisons.between(1, 1).welch_p, 1);
  EXPECT_EQ(comparisons.between(1, 1).verdict, Verdict::undecided);
}

TEST(Comparisons, DecideOnlyBelowTheThreshold) {
  const double p = welch_test(kHigh, kLow).p;
  const auto verdict = [](double significance) {
    return Comparisons(Samples{kHigh, kLow}, significance).between(0, 1).verdict;
  };
  EXPECT_EQ(verdict(p), Verdict::undecided) << "p has to be less";
  EXPECT_EQ(verdict(std::nextafter(p, 0)), Verdict::undecided);
  EXPECT_EQ(verdict(std::nextafter(p, 1)), Verdict::better);
}

TEST(Comparisons, DivideTheSignificanceByTheNumberOfOthers) {
  const double p = welch_test(kHigh, kLow).p;
  Samples samples = {kHigh, kLow};
  for (unsigned others = 1; others <= 8; ++others) {
    const double significance = p * others;  // exact or not, the threshold is the quotient
    const Comparisons at(samples, significance);
    EXPECT_EQ(at.threshold(), significance / others);
    EXPECT_EQ(Comparisons(samples, significance * (1 - 1e-12)).beaten(0), 0U) << others;
    EXPECT_EQ(Comparisons(samples, significance * (1 + 1e-12)).beaten(0), 1U) << others;
    samples.push_back(kHigh);
  }
  EXPECT_EQ(Comparisons(Samples(9, kLow)).threshold(), 0.05 / 8) << "as in the paper";
  EXPECT_EQ(Comparisons(Samples(2, kLow)).threshold(), 0.05);
}

TEST(Comparisons, CountTheBeaten) {
  Samples samples;
  for (const double middle : {3, 1, 4, 1, 5, 9, 2, 6, 5}) samples.push_back(around(middle, samples.size()));
  const Comparisons comparisons(samples);
  EXPECT_EQ(comparisons.selectors(), 9U);
  const std::vector<std::uint32_t> expected = {3, 0, 4, 0, 5, 8, 2, 7, 5};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(comparisons.beaten(i), expected[i]) << i;
}

TEST(Comparisons, CallConstantsATieOrAClearDifference) {
  const Comparisons comparisons(Samples{Values(10, 0.1), Values(10, 0.1), Values(10, 0.2)});
  EXPECT_EQ(comparisons.between(0, 1).welch_p, 1);
  EXPECT_EQ(comparisons.between(0, 1).hedges_g, 0);
  EXPECT_EQ(comparisons.between(0, 1).mann_whitney_p, 1);
  EXPECT_EQ(comparisons.between(0, 1).verdict, Verdict::undecided);
  EXPECT_EQ(comparisons.between(2, 0).welch_p, 0);
  EXPECT_EQ(comparisons.between(2, 0).hedges_g, kInfinity);
  EXPECT_EQ(comparisons.between(2, 0).verdict, Verdict::better);
  EXPECT_EQ(comparisons.between(0, 2).hedges_g, -kInfinity);
  EXPECT_EQ(comparisons.beaten(2), 2U);
  EXPECT_EQ(comparisons.beaten(0), 0U);
}

TEST(Comparisons, DecideNothingAboutASelectorWithOneRun) {
  const Comparisons comparisons(Samples{{100}, Values(10, 0.1), Values(10, 0.2)});
  for (const std::size_t other : {1, 2}) {
    for (const Comparison& each : {comparisons.between(0, other), comparisons.between(other, 0)}) {
      EXPECT_TRUE(std::isnan(each.welch_p));
      EXPECT_TRUE(std::isnan(each.hedges_g));
      EXPECT_EQ(each.verdict, Verdict::undecided);
      EXPECT_GT(each.mann_whitney_p, 0) << "ranks can be compared";
    }
  }
  EXPECT_DOUBLE_EQ(comparisons.between(0, 1).difference, 99.9);
  EXPECT_EQ(comparisons.beaten(0), 0U);
  EXPECT_EQ(comparisons.beaten(1), 0U);
  EXPECT_EQ(comparisons.beaten(2), 1U) << "the others are compared as ever";
}

TEST(Comparisons, DecideNothingInAStudyOfOneRepetition) {
  const Comparisons comparisons(Samples{{1}, {2}, {3}});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(comparisons.beaten(i), 0U);
  EXPECT_EQ(comparisons.between(2, 0).difference, 2);
  EXPECT_EQ(comparisons.between(2, 0).mann_whitney_p, 1);
}

TEST(Comparisons, LeaveEverythingOpenWithoutRuns) {
  const Comparisons comparisons(Samples{{}, kLow, kHigh});
  for (const Comparison& each : {comparisons.between(0, 1), comparisons.between(2, 0), comparisons.between(0, 0)}) {
    EXPECT_TRUE(std::isnan(each.difference));
    EXPECT_TRUE(std::isnan(each.welch_p));
    EXPECT_TRUE(std::isnan(each.mann_whitney_p));
    EXPECT_TRUE(std::isnan(each.hedges_g));
    EXPECT_EQ(each.verdict, Verdict::undecided);
  }
  EXPECT_EQ(Comparisons(Samples{}).selectors(), 0U);
  EXPECT_EQ(Comparisons(Samples{kLow}).beaten(0), 0U);
}

TEST(Comparisons, RefuseWhatIsNoFiniteNumber) {
  for (const double bad : {std::nan(""), kInfinity, -kInfinity}) {
    expect_mentions(complaint([&] { Comparisons(Samples{kLow, {0.5, 0.5, bad}}); }), {"value 3 of sample 2"});
    expect_mentions(complaint([&] { Comparisons(Samples{{bad}, {}}); }), {"value 1 of sample 1"});
  }
}

TEST(Comparisons, RefuseASignificanceThatIsNone) {
  for (const double significance : {0.0, 1.0, -0.05, 5.0, std::nan("")}) {
    expect_mentions(complaint([&] { Comparisons(Samples{kLow, kHigh}, significance); }), {"significance"});
  }
}

}  // namespace
}  // namespace mce::comparison_test
