// SPDX-License-Identifier: MIT
// How likely each maze is: against probabilities worked out by hand, and against the plain implementation.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "mce/testbeds/maze.hpp"
#include "support/maze_census.hpp"
#include "support/maze_drawing.hpp"
#include "support/plain_maze.hpp"

namespace mce::maze_distribution_test {
namespace {

using Fallback = Maze::Fallback;
using Genome = std::vector<Maze::Gene>;
using test::Census;
using test::drawn;
using test::fit;
using test::kBottomWall;
using test::kComb;
using test::kLeftWall;
using test::kRightWall;
using test::kSignificance;
using test::kTopWall;
using test::PlainMaze;
using test::same_distribution;
using test::Tiles;

const Tiles kSpiral = drawn(R"(
    +--+--+--+
    |        |
    +--+--+  +
    |     |  |
    +  +--+  +
    |        |
    +--+--+--+)");
/// Four dead ends round a crossing.
const Tiles kCross = drawn(R"(
    +--+--+--+
    |  |     |
    +  +  +--+
    |        |
    +--+  +  +
    |     |  |
    +--+--+--+)");

TEST(MazeRandom, GivesTheFourMazesOf2x2EquallyOften) {
  // The search starts in one of 4 tiles, takes one of 2 ways and then goes round: the wall is the way not taken. So
  // each wall comes from 2 starts, with 1/4 · 1/2 each.
  const std::map<Tiles, double> expected = {
      {kTopWall, 0.25}, {kRightWall, 0.25}, {kBottomWall, 0.25}, {kLeftWall, 0.25}};
  EXPECT_GT(fit(test::random_mazes(Maze({.size = 2}), 100'000, 1), expected), kSignificance);
  EXPECT_GT(fit(test::random_mazes(PlainMaze({.size = 2}), 100'000, 1), expected), kSignificance);
}

TEST(MazeRandom, GivesEveryMazeAsOftenAsThePlainImplementation) {
  const Census fast = test::random_mazes(Maze({.size = 3}), 200'000, 2);
  const Census plain = test::random_mazes(PlainMaze({.size = 3}), 200'000, 3);
  EXPECT_EQ(fast.size(), plain.size());
  EXPECT_GT(same_distribution(fast, plain), kSignificance);
}

TEST(MazeMutate, OfOneTileOf2x2HasTheProbabilitiesWorkedOutByHand) {
  // The maze is a path a–b–c–d round the wall a|d. Whatever tile is destroyed, one of two edges comes first: the one
  // that rebuilds the maze, or the one that walls the tile off from where it was attached. With a that is a|b, with b
  // or c it is b|c, with d it is c|d. Each tile has 1/4, each edge 1/2.
  // For the wall at the top: a is the top left tile, a–b the left edge, b–c the bottom edge, c–d the right edge.
  const std::map<Tiles, double> expected = {
      {kTopWall, 1.0 / 2}, {kLeftWall, 1.0 / 8}, {kBottomWall, 1.0 / 4}, {kRightWall, 1.0 / 8}};
  const Maze::Parameters parameters = {.size = 2, .destruction = 0};
  EXPECT_GT(fit(test::mutants(Maze(parameters), kTopWall, 100'000, 4), expected), kSignificance);
  EXPECT_GT(fit(test::mutants(PlainMaze(parameters), kTopWall, 100'000, 4), expected), kSignificance);
}

TEST(MazeMutate, OfTheInnerTileOf2x2HasTheProbabilitiesWorkedOutByHand) {
  // Only the top left tile is neither in the last row nor in the last column: it is a of the path above.
  const std::map<Tiles, double> expected = {{kTopWall, 1.0 / 2}, {kLeftWall, 1.0 / 2}};
  const Maze testbed({.size = 2, .destruction = 0, .fallback = Fallback::inner});
  EXPECT_GT(fit(test::mutants(testbed, kTopWall, 100'000, 5), expected), kSignificance);
}

TEST(MazeMutate, OfAllTilesOf2x2HasTheProbabilitiesWorkedOutByHand) {
  // From nothing but islands nothing tells one wall from another: turning the maze turns one into the next.
  const std::map<Tiles, double> expected = {
      {kTopWall, 0.25}, {kRightWall, 0.25}, {kBottomWall, 0.25}, {kLeftWall, 0.25}};
  const Maze testbed({.size = 2, .destruction = 1});
  EXPECT_GT(fit(test::mutants(testbed, kTopWall, 100'000, 6), expected), kSignificance);
}

struct Case {
  const Tiles& parent;
  double destruction;
  Fallback fallback;
};

double same_mutants(const Case& each, std::uint32_t size, int count) {
  const Maze::Parameters parameters = {.size = size, .destruction = each.destruction, .fallback = each.fallback};
  return same_distribution(test::mutants(Maze(parameters), each.parent, count, 7),
                           test::mutants(PlainMaze(parameters), each.parent, count, 8));
}

TEST(MazeMutate, GivesEveryMazeOf2x2AsOftenAsThePlainImplementation) {
  for (const Tiles& parent : {kTopWall, kRightWall, kBottomWall, kLeftWall}) {
    for (const double destruction : {0.0, 0.02, 0.5, 1.0}) {
      for (const Fallback fallback : {Fallback::any, Fallback::inner}) {
        EXPECT_GT(same_mutants({parent, destruction, fallback}, 2, 30'000), kSignificance) << destruction;
      }
    }
  }
}

TEST(MazeMutate, GivesEveryMazeOf3x3AsOftenAsThePlainImplementation) {
  for (const Case& each :
       {Case{kComb, 0.02, Fallback::any}, Case{kComb, 0.3, Fallback::inner}, Case{kComb, 0.6, Fallback::any},
        Case{kSpiral, 0.02, Fallback::inner}, Case{kSpiral, 0.2, Fallback::any}, Case{kSpiral, 1, Fallback::any},
        Case{kCross, 0.02, Fallback::any}, Case{kCross, 0.4, Fallback::any}, Case{kCross, 0, Fallback::inner}}) {
    EXPECT_GT(same_mutants(each, 3, 100'000), kSignificance) << each.destruction;
  }
}

TEST(MazeMutate, IsItsStepsOneAfterTheOther) {
  for (const double destruction : {0.02, 0.3, 1.0}) {
    const Maze testbed({.size = 3, .destruction = destruction});
    const Census steps = test::changed(testbed, kSpiral, 100'000, 9, [](Maze& own, Genome& maze, Rng& rng) {
      own.destroy(maze, rng);
      own.reconnect(maze, rng);
      own.join_islands(maze, rng);
    });
    EXPECT_GT(same_distribution(steps, test::mutants(testbed, kSpiral, 100'000, 10)), kSignificance) << destruction;
  }
}

TEST(MazeMutate, ReachesAll192MazesOf3x3) {
  Maze testbed({.size = 3});
  Rng rng(5);
  Genome maze(testbed.genome_size());
  testbed.random(maze, rng);
  std::set<Genome> seen;
  for (int i = 0; i < 20'000; ++i) {
    seen.insert(maze);
    testbed.mutate(maze, rng);
  }
  EXPECT_EQ(seen.size(), 192U);  // the spanning trees of the 3 × 3 grid, by Kirchhoff's theorem
}

/// All openings between tiles open: what is closed has been destroyed.
Tiles open_field(std::size_t width) {
  Tiles tiles(width * width, 15);
  for (std::size_t i = 0; i < width; ++i) {
    tiles[i] &= static_cast<Maze::Tile>(~Maze::kNorth);
    tiles[i * width] &= static_cast<Maze::Tile>(~Maze::kWest);
    tiles[i * width + width - 1] &= static_cast<Maze::Tile>(~Maze::kEast);
    tiles[(width - 1) * width + i] &= static_cast<Maze::Tile>(~Maze::kSouth);
  }
  return tiles;
}

Census destroyed_fields(const Maze::Parameters& parameters, int count) {
  return test::changed(Maze(parameters), open_field(parameters.size), count, 11,
                       [](Maze& own, Genome& maze, Rng& rng) { own.destroy(maze, rng); });
}

TEST(MazeDestroy, TakesEachTileOnItsOwnAndOneIfThereWasNone) {
  constexpr double kDestruction = 0.4;  // so that none of the 512 sets of tiles is too rare to count
  const PlainMaze plain({.size = 3});
  for (const Fallback fallback : {Fallback::any, Fallback::inner}) {
    std::map<Tiles, double> expected;
    const auto add = [&](unsigned set, double probability) {
      Tiles field = open_field(3);
      for (std::uint32_t tile = 0; tile < 9; ++tile) {
        if ((set >> tile & 1U) != 0) plain.close_all(field, tile);
      }
      expected[field] += probability;
    };
    for (unsigned set = 1; set < 512; ++set) {
      const int size = std::popcount(set);
      add(set, std::pow(kDestruction, size) * std::pow(1 - kDestruction, 9 - size));
    }
    const std::vector<unsigned> candidates = fallback == Fallback::any
                                                 ? std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6, 7, 8}
                                                 : std::vector<unsigned>{0, 1, 3, 4};
    for (const unsigned tile : candidates) {
      add(1U << tile, std::pow(1 - kDestruction, 9) / static_cast<double>(candidates.size()));
    }
    const Census fields = destroyed_fields({.size = 3, .destruction = kDestruction, .fallback = fallback}, 200'000);
    EXPECT_GT(fit(fields, expected), kSignificance);
  }
}

TEST(MazeDestroy, TakesABinomialNumberOfTilesAndAtLeastOne) {
  // In an open field a closed tile was destroyed (or all its neighbours were: too rare to matter here).
  constexpr double kDestruction = 0.02;
  for (const std::uint32_t size : {8U, 16U}) {
    const std::size_t tiles = std::size_t{size} * size;
    constexpr std::size_t kMost = 15;
    std::vector<std::uint64_t> counts(kMost + 1);
    for (const auto& [field, count] : destroyed_fields({.size = size, .destruction = kDestruction}, 40'000)) {
      counts[std::min(static_cast<std::size_t>(std::ranges::count(field, 0)), kMost)] += count;
    }
    std::vector<double> expected(kMost + 1);
    double probability = std::pow(1 - kDestruction, tiles);
    for (std::size_t number = 0; number <= tiles; ++number) {
      expected[std::clamp<std::size_t>(number, 1, kMost)] += probability;
      probability *=
          static_cast<double>(tiles - number) / static_cast<double>(number + 1) * kDestruction / (1 - kDestruction);
    }
    EXPECT_EQ(counts[0], 0U);
    EXPECT_GT(fit(counts, expected), kSignificance);
  }
}

TEST(MazeDestroy, SparedByChanceTakesAnyTileOrAnyButTheLastRowAndColumn) {
  for (const Fallback fallback : {Fallback::any, Fallback::inner}) {
    std::vector<std::uint64_t> counts(16);
    std::vector<double> expected(16);
    for (const auto& [tiles, count] : destroyed_fields({.size = 4, .destruction = 0, .fallback = fallback}, 50'000)) {
      ASSERT_EQ(std::ranges::count(tiles, 0), 1);
      counts[static_cast<std::size_t>(std::ranges::find(tiles, 0) - tiles.begin())] += count;
    }
    for (std::size_t tile = 0; tile < 16; ++tile) {
      const bool last = tile / 4 == 3 || tile % 4 == 3;
      expected[tile] = fallback == Fallback::any ? 1.0 / 16 : (last ? 0 : 1.0 / 9);
    }
    EXPECT_GT(fit(counts, expected), kSignificance);
  }
}

TEST(MazeDestroy, WithCertaintyLeavesNothingOpen) {
  EXPECT_EQ(destroyed_fields({.size = 8, .destruction = 1}, 10), (Census{{Tiles(64, 0), 10}}));
}

}  // namespace
}  // namespace mce::maze_distribution_test
