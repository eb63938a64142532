// SPDX-License-Identifier: MIT
#include "mce/testbeds/passage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "mce/core/error.hpp"
#include "support/chi_square.hpp"
#include "support/complaint.hpp"
#include "support/mutated_copy.hpp"

namespace mce::passage_test {
namespace {

using Genes = std::vector<double>;

double fitness(const Genes& genes, const Passage::Parameters& parameters = {}) {
  std::array<double, 2> features{};
  const double value = Passage(parameters).evaluate(genes, features);
  EXPECT_EQ(features, (std::array{genes[0], genes[1]}));
  return value;
}

/// A place, and ten genes in all.
Genes genes_at(double x1, double x2, double others) {
  Genes genes(10, others);
  genes[0] = x1;
  genes[1] = x2;
  return genes;
}

/// The definition, in its simplest form.
double plain_fitness(const Genes& genes, double thickness, double gap) {
  const double x1 = genes[0];
  const double x2 = genes[1];
  const auto closeness = [&](double target) {
    double sum = 0;
    for (std::size_t i = 2; i < genes.size(); ++i) sum += std::pow((genes[i] - target) / 1.5, 2);
    return 1 - sum / static_cast<double>(genes.size() - 2);
  };
  if (x1 >= thickness) return (1 + closeness(0.5)) / 2;
  if (x1 > -thickness && std::abs(x2) >= gap / 2) return std::nan("");
  return std::hypot(x1 - thickness, x2) / std::hypot(1 + thickness, 1) * closeness(-0.5) / 2;
}

TEST(Passage, HasTheFitnessOfItsDefinition) {
  Rng rng(1);
  for (const std::uint32_t dimensions : {3U, 4U, 10U, 16U, 17U, 100U}) {
    int walls = 0;
    for (int i = 0; i < 2000; ++i) {
      Genes genes(dimensions);
      for (double& gene : genes) gene = rng.uniform(-1, 1);
      const double expected = plain_fitness(genes, 0.3, 0.5);
      const double actual = fitness(genes, {.dimensions = dimensions, .thickness = 0.3, .gap = 0.5});
      if (std::isnan(expected)) {
        ++walls;
        ASSERT_TRUE(std::isnan(actual));
      } else {
        ASSERT_NEAR(actual, expected, 1e-14);
        ASSERT_GE(actual, 0);
        ASSERT_LE(actual, 1);
      }
    }
    EXPECT_GT(walls, 100) << "a share of 0.3·0.75";
  }
}

TEST(Passage, HasAWallWithAGap) {
  for (const double x1 : {-0.19, 0.0, 0.19}) {
    EXPECT_FALSE(std::isnan(fitness(genes_at(x1, 0.019, 0)))) << x1;
    EXPECT_FALSE(std::isnan(fitness(genes_at(x1, -0.019, 0)))) << x1;
    for (const double x2 : {0.02, -0.02, 0.5, -1.0}) EXPECT_TRUE(std::isnan(fitness(genes_at(x1, x2, 0)))) << x2;
  }
  for (const double x1 : {-1.0, -0.2, 0.2, 1.0}) EXPECT_FALSE(std::isnan(fitness(genes_at(x1, 0.5, 0)))) << x1;
}

TEST(Passage, WithoutAGapIsClosed) {
  for (const double x2 : {-1.0, 0.0, 1.0}) EXPECT_TRUE(std::isnan(fitness(genes_at(0, x2, 0), {.gap = 0})));
}

TEST(Passage, WithoutAWallHasNoNan) {
  for (const double x1 : {-1e-9, 0.0, 1e-9}) EXPECT_FALSE(std::isnan(fitness(genes_at(x1, 0.5, 0), {.thickness = 0})));
}

TEST(Passage, IsBetterEverywhereInTheRightRoom) {
  EXPECT_DOUBLE_EQ(fitness(genes_at(-1, 1, -0.5)), 0.5) << "the best of the left room";
  EXPECT_DOUBLE_EQ(fitness(genes_at(0.2, 0, -1)), 0.5) << "the worst of the right room";
  EXPECT_DOUBLE_EQ(fitness(genes_at(0.2, 0, 0.5)), 1);
  EXPECT_DOUBLE_EQ(fitness(genes_at(1, -1, 0.5)), 1);
}

TEST(Passage, GetsWorseAllTheWayToTheExit) {
  double previous = 1;
  for (double x1 = -1; x1 < 0.2; x1 += 0.01) {
    const double here = fitness(genes_at(x1, 0, -0.5));
    ASSERT_LT(here, previous) << x1;
    previous = here;
  }
  EXPECT_LT(previous, 0.01);
}

TEST(Passage, QualityIsTheFitness) {
  for (const double value : {0.0, 0.3, 1.0}) EXPECT_EQ(Passage({}).quality(value), value);
}

TEST(PassageRandom, IsUniformOverTheLeftRoom) {
  const Passage passage({.dimensions = 3});
  Rng rng(2);
  std::vector<std::vector<std::uint64_t>> counts(3, std::vector<std::uint64_t>(32));
  Genes genes(3);
  for (int i = 0; i < 20'000; ++i) {
    passage.random(genes, rng);
    ASSERT_GE(genes[0], -1);
    ASSERT_LE(genes[0], -0.2);
    const std::array places = {(genes[0] + 1) / 0.8, (genes[1] + 1) / 2, (genes[2] + 1) / 2};
    for (std::size_t gene = 0; gene < 3; ++gene) {
      ++counts[gene][std::min<std::size_t>(static_cast<std::size_t>(places[gene] * 32), 31)];
    }
  }
  for (const auto& each : counts) EXPECT_GT(test::uniform_fit(each), test::kSignificance);
}

TEST(PassageMutate, MovesEveryGeneUniformlyWithinItsReach) {
  for (const std::uint32_t dimensions : {3U, 10U, 17U}) {
    const Passage passage({.dimensions = dimensions});
    Rng rng(3);
    std::vector<std::uint64_t> counts(40);
    for (int i = 0; i < 5000; ++i) {
      Genes genes(dimensions, 0.25);
      passage.mutate(genes, rng);
      for (const double gene : genes) {
        ASSERT_LE(std::abs(gene - 0.25), 0.05 + 1e-15);
        ++counts[std::min<std::size_t>(static_cast<std::size_t>(((gene - 0.25) / 0.05 + 1) * 20), 39)];
      }
    }
    EXPECT_GT(test::uniform_fit(counts), test::kSignificance) << dimensions;
  }
}

TEST(PassageMutate, StopsAtTheBounds) {
  const Passage passage({.mutation = 0.5});
  Rng rng(4);
  for (const double end : {-1.0, 1.0}) {
    std::vector<std::uint64_t> stopped(2);
    for (int i = 0; i < 2000; ++i) {
      Genes genes(10, end);
      passage.mutate(genes, rng);
      for (const double gene : genes) {
        ASSERT_LE(std::abs(gene), 1);
        ++stopped[gene == end ? 1 : 0];
      }
    }
    EXPECT_GT(test::uniform_fit(stopped), test::kSignificance) << "half of all moves would lead outside";
  }
}

TEST(PassageMutate, IntoACopyIsTheSameAtEveryCpuLevelInEveryDimension) {
  for (const CpuLevel level : available_cpu_levels()) {
    for (std::uint32_t dimensions = 3; dimensions <= 36; ++dimensions) {
      SCOPED_TRACE(testing::Message() << name(level) << ", " << dimensions << " dimensions");
      test::expect_mutated_copies(Passage({.dimensions = dimensions}, level));
    }
  }
}

TEST(Passage, IsTheSameAtEveryCpuLevelInEveryDimension) {
  for (std::uint32_t dimensions = 3; dimensions <= 36; ++dimensions) {
    std::vector<Genes> outcomes;
    for (const CpuLevel level : available_cpu_levels()) {
      const Passage passage({.dimensions = dimensions, .thickness = 0, .mutation = 0.3}, level);
      Rng rng(dimensions);
      Genes genes(dimensions);
      passage.random(genes, rng);
      std::array<double, 2> features{};
      Genes& outcome = outcomes.emplace_back();
      for (int i = 0; i < 50; ++i) {
        passage.mutate(genes, rng);
        outcome.push_back(passage.evaluate(genes, features));
      }
    }
    EXPECT_EQ(std::ranges::count(outcomes, outcomes.front()), std::ssize(outcomes)) << dimensions;
  }
}

TEST(Passage, RefusesBadParametersAndNamesThem) {
  const auto expect_refused = [](const Passage::Parameters& parameters, const std::vector<std::string>& words) {
    test::expect_mentions(test::complaint([&] { const Passage passage(parameters); }), words);
  };
  expect_refused({.dimensions = 2}, {"dimensions of passage", "'2'", "3 to 1000"});
  expect_refused({.dimensions = 1001}, {"dimensions of passage", "'1001'"});
  expect_refused({.thickness = 1}, {"thickness of passage", "'1'", "0 to 0.9"});
  expect_refused({.gap = -0.1}, {"gap of passage", "'-0.1'", "0 to 2"});
  expect_refused({.mutation = 2.1}, {"mutation of passage", "'2.1'", "0 to 2"});
  expect_refused({.mutation = std::numeric_limits<double>::quiet_NaN()}, {"mutation of passage", "'nan'"});
}

TEST(Passage, ChecksAGenomeFromAFile) {
  Genes genome = {0, 1, -1};
  EXPECT_NO_THROW(Passage::check(genome));
  for (const double bad : {1.01, -1.01, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    genome[2] = bad;
    test::expect_mentions(test::message_of<Error>([&] { Passage::check(genome); }), {"gene 3", "-1 to 1"});
  }
}

}  // namespace
}  // namespace mce::passage_test
