// SPDX-License-Identifier: MIT
#include "mce/testbeds/arm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "mce/core/error.hpp"
#include "support/chi_square.hpp"
#include "support/complaint.hpp"
#include "support/mutated_copy.hpp"

namespace mce::arm_test {
namespace {

using math::kPi;
using Angles = std::vector<double>;

struct Pose {
  double x;
  double y;
  double variance;
};

/// What the arm makes of these angles.
Pose pose(const Angles& angles) {
  const Arm arm({.joints = static_cast<std::uint32_t>(angles.size())});
  std::array<double, 2> end{};
  const double fitness = arm.evaluate(angles, end);
  return {end[0], end[1], -fitness};
}

void expect_pose(const Angles& angles, const Pose& expected) {
  const Pose actual = pose(angles);
  EXPECT_NEAR(actual.x, expected.x, 1e-13) << angles.size() << " joints";
  EXPECT_NEAR(actual.y, expected.y, 1e-13) << angles.size() << " joints";
  EXPECT_NEAR(actual.variance, expected.variance, 1e-13) << angles.size() << " joints";
}

/// `first`, then zeros.
Angles only_first(double first, std::size_t joints) {
  Angles angles(joints, 0.0);
  angles[0] = first;
  return angles;
}

TEST(Arm, StretchedReachesOneToTheRight) {
  for (const std::size_t joints : {1, 2, 12, 100, 1000}) expect_pose(Angles(joints, 0.0), {1, 0, 0});
}

TEST(Arm, TurnedAtTheFirstJointReachesOneUp) {
  // The mean is π/24, the variance (π/2)²/12 − (π/24)² = 11π²/576.
  expect_pose(only_first(kPi / 2, 12), {0, 1, 11 * kPi * kPi / 576});
  expect_pose(only_first(-kPi / 2, 12), {0, -1, 11 * kPi * kPi / 576});
  expect_pose(only_first(kPi, 1), {-1, 0, 0});
}

TEST(Arm, FoldedAtEveryJointReachesNowhere) {
  // Directions 0, π, 2π …: every second joint undoes the one before. Mean 11π/12, variance 11π²/144.
  Angles angles(12, kPi);
  angles[0] = 0;
  expect_pose(angles, {0, 0, 11 * kPi * kPi / 144});
}

TEST(Arm, CurledUpToACircleReachesNowhere) {
  for (const std::size_t joints : {2, 12, 100}) {
    expect_pose(Angles(joints, 2 * kPi / static_cast<double>(joints)), {0, 0, 0});
  }
}

TEST(Arm, AddsUpItsAngles) {
  // Directions 90°, 0°.
  expect_pose({kPi / 2, -kPi / 2}, {0.5, 0.5, kPi * kPi / 4});
  // Directions 60°, 120°, 180°: x = (1/2 − 1/2 − 1)/3, y = (√3/2 + √3/2 + 0)/3.
  expect_pose({kPi / 3, kPi / 3, kPi / 3}, {-1.0 / 3, std::sqrt(3.0) / 3, 0});
  // Directions 90°, 180°, 90°, 90°. The mean is π/8, the variance 3/4·(π/2)² − (π/8)² = 11π²/64.
  expect_pose({kPi / 2, kPi / 2, -kPi / 2, 0}, {-0.25, 0.75, 11 * kPi * kPi / 64});
}

TEST(Arm, HasThePopulationVarianceOfPlainAngles) {
  // −π and π point the same way, yet they are 2π apart.
  EXPECT_DOUBLE_EQ(pose({kPi, -kPi}).variance, kPi * kPi);
  EXPECT_DOUBLE_EQ(pose({1, 2, 3, 4}).variance, 1.25);
  EXPECT_EQ(pose({0.7}).variance, 0);
}

TEST(Arm, QualityFallsFromOneToZeroWithTheVariance) {
  const Arm arm({});
  EXPECT_EQ(arm.quality(0), 1);
  EXPECT_NEAR(arm.quality(-kPi * kPi), 0, 1e-15) << "no angles vary more than half −π, half π";
  EXPECT_DOUBLE_EQ(arm.quality(-11 * kPi * kPi / 576), 1 - 11.0 / 576);
}

TEST(Arm, NeverReachesBeyondItsBounds) {
  const Arm arm({.joints = 2});
  EXPECT_EQ(Arm::bounds(), std::vector<Interval>(2, {.low = -1, .high = 1}));
  Rng rng(1);
  Angles angles(2);
  std::array<double, 2> end{};
  for (int i = 0; i < 20'000; ++i) {
    arm.random(angles, rng);
    const double fitness = arm.evaluate(angles, end);
    ASSERT_LE(std::hypot(end[0], end[1]), 1 + 1e-15);
    ASSERT_LE(fitness, 0);
    ASSERT_GE(arm.quality(fitness), 0);
  }
}

TEST(Arm, HasOneGenePerJoint) {
  for (const std::uint32_t joints : {1U, 2U, 12U, 100U}) EXPECT_EQ(Arm({.joints = joints}).genome_size(), joints);
}

TEST(ArmRandom, IsUniformOverAllAngles) {
  const Arm arm({});
  Rng rng(2);
  std::vector<std::uint64_t> counts(36);
  Angles angles(12);
  for (int i = 0; i < 10'000; ++i) {
    arm.random(angles, rng);
    for (const double angle : angles) {
      ASSERT_LE(std::abs(angle), kPi);
      ++counts[std::min<std::size_t>(static_cast<std::size_t>((angle + kPi) / (2 * kPi) * 36), 35)];
    }
  }
  EXPECT_GT(test::uniform_fit(counts), test::kSignificance);
}

/// How far it is from one angle to the other, the short way.
double turn(double from, double to) { return std::remainder(to - from, 2 * kPi); }

TEST(ArmMutate, TurnsEveryJointUniformlyWithinTheStepAndStaysInBounds) {
  constexpr double kStep = 0.1 * kPi;
  for (const double start : {0.0, 1.0, kPi, -kPi, kPi - 0.1, 0.1 - kPi}) {
    for (const std::uint32_t joints : {1U, 2U, 12U, 100U}) {
      const Arm arm({.joints = joints});
      Rng rng(3);
      std::vector<std::uint64_t> counts(40);
      for (int i = 0; i < 2000; ++i) {
        Angles angles(joints, start);
        arm.mutate(angles, rng);
        for (const double angle : angles) {
          ASSERT_LE(std::abs(angle), kPi);
          const double turned = turn(start, angle);
          ASSERT_LE(std::abs(turned), kStep + 1e-12);
          ++counts[std::min<std::size_t>(static_cast<std::size_t>((turned / kStep + 1) * 20), 39)];
        }
      }
      EXPECT_GT(test::uniform_fit(counts), test::kSignificance) << joints << " joints from " << start;
    }
  }
}

TEST(ArmMutate, WrapsAroundAtBothEnds) {
  const Arm arm({});
  Rng rng(4);
  for (const double end : {kPi, -kPi}) {
    std::vector<std::uint64_t> wrapped(2);
    for (int i = 0; i < 1000; ++i) {
      Angles angles(12, end);
      arm.mutate(angles, rng);
      for (const double angle : angles) {
        ASSERT_GE(std::abs(angle), 0.9 * kPi - 1e-12);
        ++wrapped[angle * end < 0 ? 1 : 0];
      }
    }
    EXPECT_GT(test::uniform_fit(wrapped), test::kSignificance);
  }
}

TEST(ArmMutate, ByHalfATurnForgetsWhereItWas) {
  const Arm arm({.mutation = kPi});
  Rng rng(5);
  std::vector<std::uint64_t> counts(36);
  Angles angles(12, 2.5);
  for (int i = 0; i < 5000; ++i) {
    arm.mutate(angles, rng);
    for (const double angle : angles) {
      ASSERT_LE(std::abs(angle), kPi);
      ++counts[std::min<std::size_t>(static_cast<std::size_t>((angle + kPi) / (2 * kPi) * 36), 35)];
    }
  }
  EXPECT_GT(test::uniform_fit(counts), test::kSignificance);
}

TEST(ArmMutate, ByNothingChangesNothing) {
  const Arm arm({.joints = 4, .mutation = 0});
  Rng rng(6);
  Angles angles = {-kPi, -1, 2, kPi};
  arm.mutate(angles, rng);
  EXPECT_EQ(angles, (Angles{-kPi, -1, 2, kPi}));
}

/// Up to 16 joints there is code for every number of them, beyond that for blocks and a rest.
TEST(ArmMutate, IntoACopyIsTheSameAtEveryCpuLevelWithEveryNumberOfJoints) {
  for (const CpuLevel level : available_cpu_levels()) {
    for (std::uint32_t joints = 1; joints <= 40; ++joints) {
      SCOPED_TRACE(testing::Message() << name(level) << ", " << joints << " joints");
      test::expect_mutated_copies(Arm({.joints = joints, .mutation = 2}, level));
    }
  }
}

TEST(Arm, IsTheSameAtEveryCpuLevelWithEveryNumberOfJoints) {
  for (std::uint32_t joints = 1; joints <= 40; ++joints) {
    std::vector<Angles> outcomes;
    for (const CpuLevel level : available_cpu_levels()) {
      const Arm arm({.joints = joints, .mutation = 2}, level);
      Rng rng(joints);
      Angles angles(joints);
      arm.random(angles, rng);
      for (int i = 0; i < 50; ++i) arm.mutate(angles, rng);
      std::array<double, 2> end{};
      const double fitness = arm.evaluate(angles, end);
      Angles outcome = angles;
      outcome.insert(outcome.end(), {fitness, end[0], end[1]});
      outcomes.push_back(outcome);
    }
    EXPECT_EQ(std::ranges::count(outcomes, outcomes.front()), std::ssize(outcomes)) << joints;

    const Angles angles(outcomes.front().begin(), outcomes.front().begin() + joints);
    Pose exact{};
    long double direction = 0;
    const double mean = std::accumulate(angles.begin(), angles.end(), 0.0) / joints;
    for (const double angle : angles) {
      direction += angle;
      exact.x += static_cast<double>(std::cos(direction)) / joints;
      exact.y += static_cast<double>(std::sin(direction)) / joints;
      exact.variance += (angle - mean) * (angle - mean) / joints;
    }
    expect_pose(angles, exact);
  }
}

TEST(Arm, RefusesBadParametersAndNamesThem) {
  const auto expect_refused = [](const Arm::Parameters& parameters, const std::vector<std::string>& words) {
    test::expect_mentions(test::complaint([&] { const Arm arm(parameters); }), words);
  };
  expect_refused({.joints = 0}, {"joints of arm", "'0'", "1 to 1000"});
  expect_refused({.joints = 1001}, {"joints of arm", "'1001'"});
  expect_refused({.mutation = -0.1}, {"mutation of arm", "'-0.1'", "0 to 3.141592653589793"});
  expect_refused({.mutation = 3.2}, {"mutation of arm", "'3.2'"});
  expect_refused({.mutation = std::numeric_limits<double>::quiet_NaN()}, {"mutation of arm", "'nan'"});
  EXPECT_NO_THROW(Arm({.mutation = kPi}));
  expect_refused({.fitness_noise = -0.1}, {"fitness-noise of arm", "'-0.1'", "0 to 10"});
  expect_refused({.feature_noise = 1.1}, {"feature-noise of arm", "'1.1'", "0 to 1"});
  expect_refused({.feature_noise = std::numeric_limits<double>::quiet_NaN()}, {"feature-noise of arm", "'nan'"});
}

/// Fitness, x and y.
using Evaluation = std::array<double, 3>;

Evaluation evaluation(const Arm& arm, const Angles& angles) {
  std::array<double, 2> end{};
  const double fitness = arm.evaluate(angles, end);
  return {fitness, end[0], end[1]};
}

/// What noise of these standard deviations adds to the evaluations of some random genomes.
std::vector<Evaluation> noise(double fitness_noise, double feature_noise) {
  const Arm exact({});
  const Arm noisy({.fitness_noise = fitness_noise, .feature_noise = feature_noise});
  Rng rng(7);
  Angles angles(12);
  std::vector<Evaluation> all(20'000);
  for (Evaluation& each : all) {
    exact.random(angles, rng);
    const Evaluation without = evaluation(exact, angles);
    each = evaluation(noisy, angles);
    for (std::size_t i = 0; i < 3; ++i) each[i] -= without[i];
  }
  return all;
}

/// The mean of the products of two kinds of noise: the variance or the covariance, as the mean is 0.
double mean_product(const std::vector<Evaluation>& all, std::size_t one, std::size_t other) {
  double sum = 0;
  for (const Evaluation& each : all) sum += each[one] * each[other];
  return sum / static_cast<double>(all.size());
}

TEST(ArmNoise, HasTheMeanAndTheVarianceThatAreAskedForAndIsIndependent) {
  constexpr Evaluation kDeviations = {0.5, 0.25, 0.25};
  const auto all = noise(kDeviations[0], kDeviations[1]);
  const double error = 1 / std::sqrt(static_cast<double>(all.size()));  // of a mean of unit variance
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (const Evaluation& each : all) sum += each[i];
    EXPECT_NEAR(sum / static_cast<double>(all.size()) / kDeviations[i], 0, 4 * error) << i;
    for (std::size_t j = 0; j < 3; ++j) {
      const double expected = i == j ? 1 : 0;
      EXPECT_NEAR(mean_product(all, i, j) / (kDeviations[i] * kDeviations[j]), expected, 6 * error) << i << " " << j;
    }
  }
}

TEST(ArmNoise, OfOneKindLeavesTheOtherExact) {
  for (const auto& [fitness, x, y] : noise(1, 0)) {
    ASSERT_NE(fitness, 0);
    ASSERT_EQ(x, 0);
    ASSERT_EQ(y, 0);
  }
  for (const auto& [fitness, x, y] : noise(0, 0.1)) {
    ASSERT_EQ(fitness, 0);
    ASSERT_NE(x, 0);
    ASSERT_NE(y, 0);
    ASSERT_NE(x, y);
  }
}

TEST(ArmNoise, IsTheSameWheneverAGenomeIsEvaluated) {
  const Arm arm({.joints = 3, .fitness_noise = 1, .feature_noise = 0.1});
  const Evaluation first = evaluation(arm, {0.5, 1, 2});
  EXPECT_NE(evaluation(arm, {0.5, 1, std::nextafter(2, 3)}), first) << "one bit makes another noise";
  EXPECT_EQ(evaluation(arm, {0.5, 1, 2}), first);
}

TEST(ArmNoise, CanRaiseTheQualityAboveOneButNotBelowZero) {
  const Arm arm({.fitness_noise = 10});
  EXPECT_DOUBLE_EQ(arm.quality(kPi * kPi), 2);
  EXPECT_EQ(arm.quality(-20), 0);
}

TEST(Arm, ChecksAGenomeFromAFile) {
  std::vector<double> genome = {0, kPi, -kPi};
  EXPECT_NO_THROW(Arm::check(genome));
  for (const double bad : {3.15, -3.15, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    genome[1] = bad;
    test::expect_mentions(test::message_of<Error>([&] { Arm::check(genome); }), {"gene 2", "3.14159"});
  }
}

TEST(Arm, TakesFromAFileWhateverMutationMakes) {
  const Arm arm({.joints = 3, .mutation = kPi});
  Rng rng(5);
  Angles angles(3, kPi);
  for (int i = 0; i < 10'000; ++i) {
    arm.mutate(angles, rng);
    ASSERT_NO_THROW(Arm::check(angles));
  }
}

}  // namespace
}  // namespace mce::arm_test
