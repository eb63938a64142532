// SPDX-License-Identifier: MIT
// The maze on bit boards against the plain one, and its code for one level of the CPU against that for another.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "mce/testbeds/maze.hpp"
#include "support/maze_census.hpp"
#include "support/plain_maze.hpp"

namespace mce::maze_agreement_test {
namespace {

using Genome = std::vector<Maze::Gene>;
using Metric = Maze::Metric;
using test::Counts;
using test::kSignificance;
using test::PlainMaze;
using test::same_distribution;
using test::Tiles;

std::vector<std::uint32_t> many_sizes() {
  std::vector<std::uint32_t> sizes = {31, 32, 33, 63, 64};
  for (std::uint32_t size = 2; size <= 20; ++size) sizes.push_back(size);
  return sizes;
}

/// Mazes to look at: mutants of random ones, so that not all of them are made by one search.
template <class Look>
void for_mazes(Maze testbed, int count, Look look) {
  Rng rng(testbed.parameters().size);
  Genome maze(testbed.genome_size());
  for (int i = 0; i < count; ++i) {
    if (i % 50 == 0) testbed.random(maze, rng);
    look(maze);
    testbed.mutate(maze, rng);
  }
}

TEST(MazeMetrics, AreThoseOfThePlainImplementation) {
  for (const std::uint32_t size : many_sizes()) {
    for (const auto symmetry : {Maze::Symmetry::tiles, Maze::Symmetry::sides}) {
      for (const auto path : {Maze::PathLength::tiles, Maze::PathLength::steps}) {
        const Maze::Parameters parameters = {.size = size, .symmetry = symmetry, .path = path};
        const Maze testbed(parameters);
        PlainMaze plain(parameters);
        for_mazes(testbed, size <= 20 ? 300 : 20, [&](const Genome& maze) {
          const Tiles tiles = testbed.tiles(maze);
          for (std::size_t metric = 0; metric < Maze::kMetricNames.size(); ++metric) {
            ASSERT_EQ(testbed.measure(static_cast<Metric>(metric), maze),
                      plain.measure(static_cast<Metric>(metric), tiles))
                << Maze::kMetricNames[metric] << ", size " << size;
          }
        });
      }
    }
  }
}

TEST(MazeEvaluate, GivesWhatThePlainImplementationGivesForAllTreatments) {
  for (std::size_t fitness = 0; fitness < Maze::kMetricNames.size(); ++fitness) {
    for (unsigned set = 1; set < 32; ++set) {
      std::vector<Metric> features;
      for (std::size_t metric = 5; metric-- > 0;) {
        if ((set >> metric & 1U) != 0) features.push_back(static_cast<Metric>(metric));
      }
      if ((set >> fitness & 1U) != 0) continue;
      const Maze::Parameters parameters = {.size = 8, .fitness = static_cast<Metric>(fitness), .features = features};
      const Maze testbed(parameters);
      PlainMaze plain(parameters);
      std::vector<double> found(features.size());
      std::vector<double> wanted(features.size());
      for_mazes(testbed, 20, [&](const Genome& maze) {
        ASSERT_EQ(testbed.evaluate(maze, found), plain.evaluate(testbed.tiles(maze), wanted));
        ASSERT_EQ(found, wanted);
      });
    }
  }
}

TEST(MazeAtEachCpuLevel, IsTheSame) {
  for (const std::uint32_t size : {2U, 5U, 8U, 11U, 16U, 23U, 32U, 47U, 64U}) {
    for (const double destruction : {0.02, 0.3}) {
      const Maze::Parameters parameters = {
          .size = size,
          .features = {Metric::corners, Metric::straights, Metric::horizontal_symmetry, Metric::bilateral_symmetry},
          .destruction = destruction};
      std::vector<std::vector<double>> stories;
      for (const CpuLevel level : available_cpu_levels()) {
        Maze testbed(parameters, level);
        Rng rng(size);
        Genome maze(testbed.genome_size());
        testbed.random(maze, rng);
        std::array<double, 4> features{};
        auto& story = stories.emplace_back();
        for (int i = 0; i < (size <= 16 ? 300 : 30); ++i) {
          testbed.mutate(maze, rng);
          story.push_back(testbed.evaluate(maze, features));
          story.insert(story.end(), features.begin(), features.end());
        }
        story.push_back(static_cast<double>(rng.bounded(1'000'000)));  // as many numbers were drawn
        EXPECT_EQ(story, stories.front()) << name(level) << ", size " << size;
      }
    }
  }
}

/// What is to be seen of many mutations of random mazes.
struct Observations {
  std::array<std::vector<double>, 5> metrics;
  std::vector<double> changes;  // openings that only one of parent and mutant has
};

template <class T>
Observations observe(T testbed, int count, std::uint64_t seed) {
  Observations seen;
  Rng rng(seed);
  std::vector<typename T::Gene> maze(testbed.genome_size());
  for (int i = 0; i < count; ++i) {
    testbed.random(maze, rng);
    const Tiles before = testbed.tiles(maze);
    for (int age = 0; age < 3; ++age) testbed.mutate(maze, rng);
    for (std::size_t metric = 0; metric < seen.metrics.size(); ++metric) {
      seen.metrics[metric].push_back(testbed.measure(static_cast<Metric>(metric), maze));
    }
    const Tiles after = testbed.tiles(maze);
    int changes = 0;
    for (std::size_t tile = 0; tile < before.size(); ++tile) {
      changes += std::popcount(static_cast<unsigned>((before[tile] ^ after[tile]) & (Maze::kEast | Maze::kSouth)));
    }
    seen.changes.push_back(changes);
  }
  return seen;
}

void expect_same(const std::vector<double>& fast, const std::vector<double>& plain, std::string_view what) {
  constexpr double kErrors = 5;  // standard errors: one chance in two million
  EXPECT_LT(std::abs(test::difference_of_means(fast, plain)), kErrors) << what;
  EXPECT_LT(std::abs(test::difference_of_squares(fast, plain)), kErrors) << what;
  Counts<double> counts_of_fast;
  Counts<double> counts_of_plain;
  for (const double each : fast) ++counts_of_fast[each];
  for (const double each : plain) ++counts_of_plain[each];
  EXPECT_GT(same_distribution(counts_of_fast, counts_of_plain), kSignificance) << what;
}

TEST(MazeMutate, LooksLikeThePlainImplementationOnLargerMazes) {
  for (const std::uint32_t size : {8U, 11U, 16U}) {
    for (const auto fallback : {Maze::Fallback::any, Maze::Fallback::inner}) {
      const Maze::Parameters parameters = {.size = size, .fallback = fallback};
      const int count = size == 8 ? 20'000 : 4000;
      const Observations fast = observe(Maze(parameters), count, 1);
      const Observations plain = observe(PlainMaze(parameters), count, 2);
      for (std::size_t metric = 0; metric < fast.metrics.size(); ++metric) {
        expect_same(fast.metrics[metric], plain.metrics[metric], Maze::kMetricNames[metric]);
      }
      expect_same(fast.changes, plain.changes, "changes");
    }
  }
}

}  // namespace
}  // namespace mce::maze_agreement_test
