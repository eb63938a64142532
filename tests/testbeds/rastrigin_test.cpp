// SPDX-License-Identifier: MIT
#include "mce/testbeds/rastrigin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/error.hpp"
#include "support/chi_square.hpp"
#include "support/complaint.hpp"
#include "support/mutated_copy.hpp"

namespace mce::rastrigin_test {
namespace {

using Genes = std::vector<double>;
using Goal = Rastrigin::Goal;

constexpr Rastrigin::Parameters kPaper = {};
constexpr Rastrigin::Parameters kPublished = {.cosine = 1, .goal = Goal::maximise, .mutation = 0.512};
constexpr double kBound = Rastrigin::kBound;

double fitness(const Rastrigin::Parameters& parameters, const Genes& genes) {
  std::vector<double> features(parameters.features);
  return Rastrigin(parameters).evaluate(genes, features);
}

// Whole numbers have cos 2πx = 1, halves −1, quarters 0. The squares sum to 0.25 + 1 + 0.0625 + 4 + 0.0625 + 0 = 5.375,
// the cosines to −1 + 1 + 0 + 1 + 0 + 1 = 2.
const Genes kMixed = {0.5, -1, 0.25, 2, -0.25, 0};

TEST(RastriginPaper, HasItsOptimumZeroAtTheOrigin) {
  EXPECT_EQ(fitness(kPaper, Genes(6, 0.0)), 0);
  EXPECT_LT(fitness(kPaper, Genes(6, 1e-3)), 0);
}

TEST(RastriginPaper, HasTheValuesWorkedOutByHand) {
  EXPECT_DOUBLE_EQ(fitness(kPaper, Genes(6, 0.5)), -(60 + 6 * (0.25 + 10)));
  EXPECT_DOUBLE_EQ(fitness(kPaper, Genes(6, 1.0)), -(60 + 6 * (1 - 10)));
  EXPECT_DOUBLE_EQ(fitness(kPaper, kMixed), -(60 + 5.375 - 10 * 2));
  // A third of a turn has the cosine −1/2.
  EXPECT_DOUBLE_EQ(fitness(kPaper, Genes(6, 1.0 / 3)), -(60 + 6 * (1.0 / 9 + 5)));
}

TEST(RastriginPublished, HasTheValuesWorkedOutByHand) {
  EXPECT_DOUBLE_EQ(fitness(kPublished, Genes(6, 0.0)), 60 + 6 * (0 + 1));
  EXPECT_DOUBLE_EQ(fitness(kPublished, Genes(6, 0.5)), 60 + 6 * (0.25 - 1));
  EXPECT_DOUBLE_EQ(fitness(kPublished, Genes(6, 1.0)), 60 + 6 * (1 + 1));
  EXPECT_DOUBLE_EQ(fitness(kPublished, kMixed), 60 + 5.375 + 2);
  // 5.12² = 26.2144, and 5.12 turns are 43.2° more than five.
  EXPECT_DOUBLE_EQ(fitness(kPublished, Genes(6, -5.12)), 60 + 6 * (26.2144 + 0.72896862742141155));
}

TEST(RastriginPaper, QualityIsTheShareOfTheLargestValueThatIsSaved) {
  constexpr double kLargest = 6 * 40.353290193838956;
  const Rastrigin testbed(kPaper);
  EXPECT_DOUBLE_EQ(testbed.quality(0), 1);
  EXPECT_DOUBLE_EQ(testbed.quality(-45.375), 1 - 45.375 / kLargest);
  EXPECT_NEAR(testbed.quality(-kLargest), 0, 1e-15);
}

TEST(RastriginPaper, QualityIsZeroAtTheWorstPointAndNeverBelow) {
  constexpr double kWorst = 4.5229936665;  // solves 2x + 20π·sin 2πx = 0
  for (const std::uint32_t dimensions : {1U, 6U, 100U}) {
    const Rastrigin::Parameters parameters = {.dimensions = dimensions, .features = 1};
    const Rastrigin testbed(parameters);
    EXPECT_NEAR(testbed.quality(fitness(parameters, Genes(dimensions, kWorst))), 0, 1e-13) << dimensions;
  }
  const Rastrigin testbed({.dimensions = 1, .features = 1});
  std::vector<double> feature(1);
  for (int i = -20'000; i <= 20'000; ++i) {
    const double quality = testbed.quality(testbed.evaluate(Genes{kBound * i / 20'000}, feature));
    ASSERT_GE(quality, 0) << i;
    ASSERT_LE(quality, 1) << i;
  }
}

TEST(RastriginPublished, QualityIsTheRawValue) {
  const Rastrigin testbed(kPublished);
  for (const double value : {55.5, 66.0, 185.3}) EXPECT_EQ(testbed.quality(value), value);
}

TEST(Rastrigin, WorksInAnyDimension) {
  for (const std::uint32_t dimensions : {1U, 2U, 10U, 16U, 17U, 100U, 1000U}) {
    const Rastrigin::Parameters parameters = {.dimensions = dimensions, .features = 1};
    EXPECT_EQ(Rastrigin(parameters).genome_size(), dimensions);
    EXPECT_DOUBLE_EQ(fitness(parameters, Genes(dimensions, 0.5)), -20.25 * dimensions);
    EXPECT_EQ(fitness(parameters, Genes(dimensions, 0.0)), 0);
  }
}

TEST(Rastrigin, HasItsFirstGenesAsFeatures) {
  for (std::uint32_t count = 1; count <= 4; ++count) {
    const Rastrigin testbed({.features = count});
    const Genes genes = {0.1, -0.2, 0.3, -0.4, 0.5, -0.6};
    std::vector<double> features(count);
    testbed.evaluate(genes, features);
    EXPECT_TRUE(std::ranges::equal(features, std::span(genes).first(count)));
    EXPECT_EQ(testbed.bounds(), std::vector<Interval>(count, {.low = -5.12, .high = 5.12}));
  }
}

TEST(RastriginRandom, IsUniformOverTheDomain) {
  const Rastrigin testbed(kPaper);
  Rng rng(1);
  std::vector<std::vector<std::uint64_t>> counts(6, std::vector<std::uint64_t>(32));
  Genes genes(6);
  for (int i = 0; i < 20'000; ++i) {
    testbed.random(genes, rng);
    for (std::size_t gene = 0; gene < 6; ++gene) {
      ASSERT_LE(std::abs(genes[gene]), kBound);
      ++counts[gene][static_cast<std::size_t>((genes[gene] + kBound) / (2 * kBound) * 32)];
    }
  }
  for (const auto& each : counts) EXPECT_GT(test::uniform_fit(each), test::kSignificance);
}

TEST(RastriginMutate, MovesEveryGeneUniformlyWithinTheStep) {
  for (const double step : {0.256, 0.512}) {
    for (const std::uint32_t dimensions : {1U, 6U, 15U, 16U, 17U, 100U}) {
      const Rastrigin testbed({.dimensions = dimensions, .features = 1, .mutation = step});
      Rng rng(2);
      std::vector<std::uint64_t> counts(64);
      std::vector<std::uint64_t> counts_of_last(64);
      for (std::uint32_t i = 0; i < 20'000; ++i) {
        Genes genes(dimensions, 0.0);
        testbed.mutate(genes, rng);
        for (const double moved : genes) {
          ASSERT_LE(std::abs(moved), step);
          ++counts[std::min<std::size_t>(static_cast<std::size_t>((moved / step + 1) * 32), 63)];
        }
        ++counts_of_last[std::min<std::size_t>(static_cast<std::size_t>((genes.back() / step + 1) * 32), 63)];
      }
      EXPECT_GT(test::uniform_fit(counts), test::kSignificance) << dimensions;
      EXPECT_GT(test::uniform_fit(counts_of_last), test::kSignificance) << dimensions;
    }
  }
}

TEST(RastriginMutate, MovesEachGeneByItsOwnNumber) {
  const Rastrigin testbed({.dimensions = 100});
  Rng rng(3);
  Genes genes(100, 0.0);
  testbed.mutate(genes, rng);
  EXPECT_EQ(std::set<double>(genes.begin(), genes.end()).size(), 100U);
}

TEST(RastriginMutate, MovesFromWhereTheGeneIs) {
  const Rastrigin testbed(kPaper);
  Rng rng(4);
  for (int i = 0; i < 1000; ++i) {
    const Genes before = {-4, -1.5, 0, 1e-3, 2.75, 4.5};
    Genes after = before;
    testbed.mutate(after, rng);
    for (std::size_t gene = 0; gene < 6; ++gene) ASSERT_NEAR(after[gene], before[gene], 0.256 + 1e-15);
  }
}

TEST(RastriginMutate, StopsAtTheEndsOfTheDomain) {
  const Rastrigin testbed(kPublished);
  Rng rng(5);
  for (const double end : {-kBound, kBound}) {
    std::vector<std::uint64_t> stopped(2);
    for (int i = 0; i < 5000; ++i) {
      Genes genes(6, end);
      testbed.mutate(genes, rng);
      for (const double gene : genes) {
        ASSERT_LE(std::abs(gene), kBound);
        ASSERT_GE(std::abs(gene), kBound - 0.512 - 1e-12);
        ++stopped[gene == end ? 1 : 0];
      }
    }
    EXPECT_GT(test::uniform_fit(stopped), test::kSignificance) << "half of all moves would lead outside";
  }
}

TEST(RastriginMutate, ByNothingChangesNothing) {
  const Rastrigin testbed({.mutation = 0});
  Rng rng(6);
  Genes genes = kMixed;
  testbed.mutate(genes, rng);
  EXPECT_EQ(genes, kMixed);
}

/// Up to 16 genes there is code for every number of them, beyond that for blocks and a rest.
TEST(RastriginMutate, IntoACopyIsTheSameAtEveryCpuLevelInEveryDimension) {
  for (const CpuLevel level : available_cpu_levels()) {
    for (std::uint32_t dimensions = 1; dimensions <= 40; ++dimensions) {
      SCOPED_TRACE(testing::Message() << name(level) << ", " << dimensions << " dimensions");
      test::expect_mutated_copies(Rastrigin({.dimensions = dimensions, .features = 1, .mutation = 3}, level));
    }
  }
}

TEST(Rastrigin, IsTheSameAtEveryCpuLevelInEveryDimension) {
  for (std::uint32_t dimensions = 1; dimensions <= 40; ++dimensions) {
    const Rastrigin::Parameters parameters = {.dimensions = dimensions, .features = 1, .mutation = 3};
    std::vector<Genes> offspring;
    std::vector<double> values;
    for (const CpuLevel level : available_cpu_levels()) {
      const Rastrigin rastrigin(parameters, level);
      Rng rng(dimensions);
      Genes genes(dimensions);
      rastrigin.random(genes, rng);
      for (int i = 0; i < 50; ++i) rastrigin.mutate(genes, rng);
      offspring.push_back(genes);
      std::vector<double> features(1);
      values.push_back(rastrigin.evaluate(genes, features));
    }
    EXPECT_EQ(std::ranges::count(offspring, offspring.front()), std::ssize(offspring)) << dimensions;
    EXPECT_EQ(std::ranges::count(values, values.front()), std::ssize(values)) << dimensions;

    long double exact = 10 * dimensions;
    for (const double x : offspring.front()) {
      exact += static_cast<long double>(x) * x - 10 * std::cos(2 * std::numbers::pi_v<long double> * x);
    }
    EXPECT_NEAR(-values.front(), static_cast<double>(exact), 1e-12 * dimensions) << dimensions;
  }
}

TEST(Rastrigin, RefusesBadParametersAndNamesThem) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto expect_refused = [](const Rastrigin::Parameters& parameters, const std::vector<std::string>& words) {
    test::expect_mentions(test::complaint([&] { const Rastrigin testbed(parameters); }), words);
  };
  expect_refused({.dimensions = 0}, {"dimensions of rastrigin", "'0'", "1 to 1000"});
  expect_refused({.dimensions = 1001}, {"dimensions of rastrigin", "'1001'"});
  expect_refused({.features = 0}, {"features of rastrigin", "'0'", "1 to 4"});
  expect_refused({.features = 5}, {"features of rastrigin", "'5'", "1 to 4"});
  expect_refused({.dimensions = 2, .features = 3}, {"features 3 of rastrigin", "only 2 genes"});
  expect_refused({.cosine = kNan}, {"cosine of rastrigin", "'nan'"});
  expect_refused({.cosine = kInfinity}, {"cosine of rastrigin", "'inf'", "-1000 to 1000"});
  expect_refused({.mutation = -0.1}, {"mutation of rastrigin", "'-0.1'", "0 to 10.24"});
  expect_refused({.mutation = kNan}, {"mutation of rastrigin", "'nan'"});
  expect_refused({.mutation = kInfinity}, {"mutation of rastrigin", "'inf'"});
}

TEST(Rastrigin, ChecksAGenomeFromAFile) {
  std::vector<double> genome = {0, Rastrigin::kBound, -Rastrigin::kBound};
  EXPECT_NO_THROW(Rastrigin::check(genome));
  for (const double bad : {5.13, -5.13, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    genome[2] = bad;
    test::expect_mentions(test::message_of<Error>([&] { Rastrigin::check(genome); }), {"gene 3", "-5.12 to 5.12"});
  }
}

TEST(Rastrigin, NamesItsFeatures) {
  EXPECT_EQ(Rastrigin({.features = 3}).feature_names(), (std::vector<std::string>{"x1", "x2", "x3"}));
}

}  // namespace
}  // namespace mce::rastrigin_test
