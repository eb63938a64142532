// SPDX-License-Identifier: MIT
#include "testbeds/scaled_fitness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/passage.hpp"
#include "mce/testbeds/rastrigin.hpp"

namespace mce::scaled_fitness_test {
namespace {

constexpr std::array kScales = {FitnessScale::plain,       FitnessScale::root,    FitnessScale::cube,
                                FitnessScale::exponential, FitnessScale::million, FitnessScale::outliers};

constexpr std::array<double, 3> kGenome = {1, 2, 3};  // no outlier

/// The fitness on a scale of a testbed whose plain fitness is its quality.
double at(FitnessScale scale, double quality) {
  return scaled_fitness::fitness(scale, quality, quality, std::span<const double>(kGenome));
}

double quality_of(FitnessScale scale, double fitness) {
  return scaled_fitness::quality(scale, fitness, 1, [](double plain) { return plain; });
}

TEST(FitnessScale, HasTheFormulasOfItsDefinition) {
  for (const double q : {0.0, 0.1, 0.25, 0.5, 0.9, 1.0, 1.5}) {
    EXPECT_EQ(at(FitnessScale::plain, q), q);
    EXPECT_EQ(at(FitnessScale::root, q), std::sqrt(q));
    EXPECT_DOUBLE_EQ(at(FitnessScale::cube, q), std::pow(q, 3));
    EXPECT_DOUBLE_EQ(at(FitnessScale::exponential, q), std::exp(20 * q));
    EXPECT_DOUBLE_EQ(at(FitnessScale::million, q), 1e6 * q);
    EXPECT_EQ(at(FitnessScale::outliers, q), q);
  }
}

TEST(FitnessScale, IsMonotoneAndUndoneByTheQuality) {
  for (const FitnessScale scale : kScales) {
    double previous = -std::numeric_limits<double>::infinity();
    for (int i = 0; i <= 10'000; ++i) {
      const double q = i * 1e-4;
      const double fitness = at(scale, q);
      ASSERT_GT(fitness, previous) << static_cast<int>(scale) << " at " << q;
      ASSERT_NEAR(quality_of(scale, fitness), q, 1e-15) << static_cast<int>(scale);
      previous = fitness;
    }
  }
}

TEST(FitnessScale, TakesAQualityBelowZeroForZeroAndKeepsNan) {
  for (const FitnessScale scale :
       {FitnessScale::root, FitnessScale::cube, FitnessScale::exponential, FitnessScale::million}) {
    EXPECT_EQ(at(scale, -1e-16), at(scale, 0));
    EXPECT_EQ(quality_of(scale, at(scale, -1e-16)), 0);
  }
  for (const FitnessScale scale : kScales) EXPECT_TRUE(std::isnan(at(scale, std::nan("")))) << static_cast<int>(scale);
}

TEST(FitnessScale, HasAboutOneOutlierInAHundredThousandGenomes) {
  int outliers = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const std::array<double, 1> genome = {i * 0.5};
    const double fitness = scaled_fitness::fitness(FitnessScale::outliers, 0.5, 0.5, std::span<const double>(genome));
    ASSERT_TRUE(fitness == 0.5 || fitness == -1e9);
    if (fitness == -1e9) ++outliers;
  }
  EXPECT_GT(outliers, 0);
  EXPECT_LT(outliers, 25);
  EXPECT_EQ(quality_of(FitnessScale::outliers, -1e9), 0);
}

/// Random genomes until one of them is an outlier.
template <class T>
void expect_outlier(typename T::Parameters parameters) {
  T plain(parameters);
  parameters.scale = FitnessScale::outliers;
  const T testbed(parameters);
  Rng rng(12);
  std::vector<typename T::Gene> genome(plain.genome_size());
  std::vector<double> features(plain.bounds().size());
  double fitness = 0;
  for (int i = 0; i < 2'000'000 && fitness > -1e6; ++i) {
    plain.random(genome, rng);
    if (scaled_fitness::is_outlier(std::span<const typename T::Gene>(genome))) {
      fitness = testbed.evaluate(genome, features);
    }
  }
  EXPECT_EQ(fitness, -1e9);
  EXPECT_EQ(testbed.quality(fitness), 0);
}

TEST(FitnessScale, OfEveryTestbedHasOutliers) {
  expect_outlier<Rastrigin>({.dimensions = 2});
  expect_outlier<Arm>({.joints = 2});
  expect_outlier<Maze>({.size = 8});
  expect_outlier<Passage>({.dimensions = 3});
}

/// On every scale, random genomes and their offspring have the features and the quality that they have on the plain
/// scale. `highest` is the quality whose share is 1.
template <class T>
void expect_same_quality(typename T::Parameters parameters, double highest) {
  T plain(parameters);
  for (const FitnessScale scale : kScales) {
    parameters.scale = scale;
    const T scaled(parameters);
    Rng rng(11);
    std::vector<typename T::Gene> genome(plain.genome_size());
    std::vector<double> features(plain.bounds().size());
    std::vector<double> features_of_plain(features.size());
    for (int i = 0; i < 500; ++i) {
      if (i % 50 == 0) plain.random(genome, rng);
      plain.mutate(genome, rng);
      const double fitness = scaled.evaluate(genome, features);
      const double plain_fitness = plain.evaluate(genome, features_of_plain);
      const double quality = plain.quality(plain_fitness);
      ASSERT_EQ(features, features_of_plain);
      if (std::isnan(plain_fitness)) {
        ASSERT_TRUE(std::isnan(fitness));
        continue;
      }
      if (scale == FitnessScale::plain || scale == FitnessScale::outliers) {
        ASSERT_EQ(fitness, plain_fitness);
      } else {
        const double expected = at(scale, quality / highest);
        ASSERT_NEAR(fitness, expected, 1e-13 * expected);
      }
      ASSERT_NEAR(scaled.quality(fitness), quality, 1e-14 * highest);
    }
  }
}

TEST(FitnessScale, OfRastriginLeavesTheQuality) {
  expect_same_quality<Rastrigin>({}, 1);
  expect_same_quality<Rastrigin>({.features = 3}, 1);
}

TEST(FitnessScale, OfRastriginMaximisedIsOfTheShareOfTheLargestValue) {
  const Rastrigin minimised({.cosine = 1});
  const double largest = 1e6 / (1 - minimised.quality(-1e6));
  EXPECT_NEAR(largest, 6 * (10 + 5.12 * 5.12 + 1), 1.7) << "the largest value is close to the ends of the domain";
  expect_same_quality<Rastrigin>({.cosine = 1, .goal = Rastrigin::Goal::maximise, .mutation = 0.512}, largest);
}

TEST(FitnessScale, OfTheArmLeavesTheQuality) { expect_same_quality<Arm>({}, 1); }

TEST(FitnessScale, OfANoisyArmLeavesTheNoisyQuality) {
  expect_same_quality<Arm>({.fitness_noise = 0.3, .feature_noise = 0.1}, 1);
}

TEST(FitnessScale, OfMazesLeavesTheQuality) { expect_same_quality<Maze>({}, 1); }

TEST(FitnessScale, OfThePassageLeavesTheQuality) { expect_same_quality<Passage>({.gap = 1, .mutation = 0.3}, 1); }

}  // namespace
}  // namespace mce::scaled_fitness_test
