// SPDX-License-Identifier: MIT
#include "mce/testbeds/maze.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/complaint.hpp"
#include "support/maze_drawing.hpp"

namespace mce::maze_test {
namespace {

using Tile = Maze::Tile;
using Genome = std::vector<Maze::Gene>;
using Metric = Maze::Metric;
using test::drawn;
using test::kComb;
using test::Tiles;

Maze paper(std::uint32_t size) { return Maze({.size = size}); }
Maze published(std::uint32_t size) {
  return Maze({.size = size,
               .symmetry = Maze::Symmetry::sides,
               .path = Maze::PathLength::steps,
               .fallback = Maze::Fallback::inner});
}

/// One passage back and forth through all tiles.
const Tiles kSnake = drawn(R"(
    +--+--+--+
    |        |
    +--+--+  +
    |        |
    +  +--+--+
    |        |
    +--+--+--+)");

/// The comb on its side: top and bottom are mirror images, left and right are not.
const Tiles kShelf = drawn(R"(
    +--+--+--+
    |        |
    +  +--+--+
    |        |
    +  +--+--+
    |        |
    +--+--+--+)");

/// Both mirror images are the maze itself.
const Tiles kTree = drawn(R"(
    +--+--+--+
    |        |
    +--+  +--+
    |        |
    +--+  +--+
    |        |
    +--+--+--+)");

/// Neither fair nor regular.
const Tiles kCrooked = drawn(R"(
    +--+--+--+--+
    |     |     |
    +--+  +  +  +
    |     |  |  |
    +  +--+--+  +
    |        |  |
    +  +--+  +  +
    |  |        |
    +--+--+--+--+)");

struct Values {
  double corners;
  double straights;
  double horizontal_symmetry;
  double bilateral_symmetry;
  double path;
};

void expect_values(const Maze& testbed, const Tiles& tiles, const Values& expected) {
  const Genome maze = testbed.genome(tiles);
  ASSERT_TRUE(testbed.is_perfect(maze));
  EXPECT_DOUBLE_EQ(testbed.measure(Metric::corners, maze), expected.corners);
  EXPECT_DOUBLE_EQ(testbed.measure(Metric::straights, maze), expected.straights);
  EXPECT_DOUBLE_EQ(testbed.measure(Metric::horizontal_symmetry, maze), expected.horizontal_symmetry);
  EXPECT_DOUBLE_EQ(testbed.measure(Metric::bilateral_symmetry, maze), expected.bilateral_symmetry);
  EXPECT_DOUBLE_EQ(testbed.measure(Metric::path, maze), expected.path);
}

TEST(MazeMetrics, OfASnake) {
  // Only the three middle tiles equal their mirror images, left–right and top–bottom alike; of the other tiles' sides
  // 3, 3, 2, 2, 3, 3 do. The path has all 9 tiles, which is as bad as none.
  expect_values(paper(3), kSnake, {4.0 / 9, 3.0 / 9, 3.0 / 9, 3.0 / 9, 0});
  expect_values(published(3), kSnake, {4.0 / 9, 3.0 / 9, 28.0 / 36, 28.0 / 36, 0});
}

TEST(MazeMetrics, OfAComb) {
  // Top–bottom, the middle row equals its image; of the sides of the outer rows 3, 2, 3, 3, 2, 3 do.
  // The path has 5 of 9 tiles, or 4 of 8 steps.
  expect_values(paper(3), kComb, {2.0 / 9, 3.0 / 9, 1, (1 + 3.0 / 9) / 2, 1 - (10.0 / 9 - 1)});
  expect_values(published(3), kComb, {2.0 / 9, 3.0 / 9, 1, (1 + 28.0 / 36) / 2, 1});
}

TEST(MazeMetrics, OfAShelfAreThoseOfACombOnItsSide) {
  expect_values(paper(3), kShelf, {2.0 / 9, 3.0 / 9, 3.0 / 9, (1 + 3.0 / 9) / 2, 1 - (10.0 / 9 - 1)});
  expect_values(published(3), kShelf, {2.0 / 9, 3.0 / 9, 28.0 / 36, (1 + 28.0 / 36) / 2, 1});
}

TEST(MazeMetrics, OfAPerfectlySymmetricMaze) {
  expect_values(paper(3), kTree, {0, 0, 1, 1, 1 - (10.0 / 9 - 1)});
  expect_values(published(3), kTree, {0, 0, 1, 1, 1});
}

TEST(MazeMetrics, OfACrookedMaze) {
  // Left–right: 2 tiles of 16 equal their images, and row by row 3 + 4, 2 + 3, 3 + 2, 3 + 2 sides of each half.
  // Top–bottom: 4 tiles, and 2 + 1 + 3 + 4, 3 + 2 + 3 + 4 sides of each half. The path has 9 tiles.
  expect_values(paper(4), kCrooked, {7.0 / 16, 3.0 / 16, 2.0 / 16, (2.0 + 4.0) / 32, 1 - (18.0 / 16 - 1)});
  expect_values(published(4), kCrooked, {7.0 / 16, 3.0 / 16, 44.0 / 64, (44.0 + 44.0) / 128, 1 - (16.0 / 15 - 1)});
}

TEST(MazeEvaluate, GivesTheChosenMetrics) {
  Maze testbed({.size = 3,
                .fitness = Metric::corners,
                .features = {Metric::path, Metric::straights, Metric::horizontal_symmetry}});
  std::vector<double> features(3);
  EXPECT_DOUBLE_EQ(testbed.evaluate(testbed.genome(kSnake), features), 4.0 / 9);
  EXPECT_DOUBLE_EQ(features[0], 0);
  EXPECT_DOUBLE_EQ(features[1], 3.0 / 9);
  EXPECT_DOUBLE_EQ(features[2], 3.0 / 9);
  EXPECT_EQ(testbed.bounds(), std::vector<Interval>(3, {.low = 0, .high = 1}));
  EXPECT_EQ(testbed.genome_size(), 2U);
}

TEST(MazeMetrics, StayBetweenZeroAndOne) {
  Rng rng(1);
  for (std::uint32_t size = 2; size <= 16; ++size) {
    for (Maze testbed : {paper(size), published(size)}) {
      Genome maze(testbed.genome_size());
      testbed.random(maze, rng);
      for (int i = 0; i < 20; ++i) {
        for (std::size_t metric = 0; metric < Maze::kMetricNames.size(); ++metric) {
          const double value = testbed.measure(static_cast<Metric>(metric), maze);
          ASSERT_GE(value, 0) << Maze::kMetricNames[metric];
          ASSERT_LE(value, 1) << Maze::kMetricNames[metric];
        }
        testbed.mutate(maze, rng);
      }
    }
  }
}

TEST(MazeSolution, LeadsFromTheTopLeftToTheBottomRight) {
  using Path = std::vector<std::uint32_t>;
  const auto solution = [](const Maze& testbed, const Tiles& tiles) { return testbed.solution(testbed.genome(tiles)); };
  EXPECT_EQ(solution(paper(3), kSnake), (Path{0, 1, 2, 5, 4, 3, 6, 7, 8}));
  EXPECT_EQ(solution(paper(3), kComb), (Path{0, 1, 2, 5, 8}));
  EXPECT_EQ(solution(paper(3), kShelf), (Path{0, 3, 6, 7, 8}));
  EXPECT_EQ(solution(paper(4), kCrooked), (Path{0, 1, 5, 4, 8, 9, 10, 14, 15}));
}

/// The side of `from` that leads to `to`, 0 if the two are no neighbours.
Tile side_between(std::uint32_t from, std::uint32_t to, std::uint32_t width) {
  if (to + width == from) return Maze::kNorth;
  if (to == from + width) return Maze::kSouth;
  if (from / width != to / width) return 0;
  if (to == from + 1) return Maze::kEast;
  return to + 1 == from ? Maze::kWest : Tile{0};
}

TEST(MazeSolution, GoesThroughOpeningsAndNeverBack) {
  Rng rng(2);
  for (const std::uint32_t size : {2U, 3U, 8U, 16U, 64U}) {
    Maze testbed = paper(size);
    Genome maze(testbed.genome_size());
    for (int i = 0; i < 20; ++i) {
      testbed.random(maze, rng);
      const Tiles tiles = testbed.tiles(maze);
      const auto path = testbed.solution(maze);
      ASSERT_EQ(path.front(), 0U);
      ASSERT_EQ(path.back(), size * size - 1);
      ASSERT_EQ(std::set(path.begin(), path.end()).size(), path.size());
      for (std::size_t step = 1; step < path.size(); ++step) {
        const Tile side = side_between(path[step - 1], path[step], size);
        ASSERT_NE(side, 0);
        ASSERT_NE(tiles[path[step - 1]] & side, 0);
      }
      const double share = static_cast<double>(path.size()) / static_cast<double>(tiles.size());
      ASSERT_DOUBLE_EQ(testbed.measure(Metric::path, maze), 1 - std::abs(2 * share - 1));
    }
  }
}

TEST(MazeIslands, AreNumberedInTheOrderOfTheirFirstTiles) {
  const Tiles islands = drawn(R"(
      +--+--+--+
      |     |  |
      +--+  +  +
      |  |  |  |
      +--+--+  +
      |     |  |
      +--+--+--+)");
  const auto numbers = [](const Maze& testbed, const Tiles& tiles) { return testbed.islands(testbed.genome(tiles)); };
  EXPECT_EQ(numbers(paper(3), islands), (std::vector<std::uint32_t>{0, 0, 1, 2, 0, 1, 3, 3, 1}));
  EXPECT_EQ(numbers(paper(3), kSnake), std::vector<std::uint32_t>(9, 0));
  EXPECT_EQ(numbers(paper(2), Tiles(4, 0)), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

bool is_perfect(const Maze& testbed, const Tiles& tiles) { return testbed.is_perfect(testbed.genome(tiles)); }

TEST(MazeIsPerfect, SaysYesToTrees) {
  for (const Tiles& tiles : {kSnake, kComb, kShelf, kTree}) EXPECT_TRUE(is_perfect(paper(3), tiles));
  EXPECT_TRUE(is_perfect(paper(4), kCrooked));
}

TEST(MazeIsPerfect, SaysNoToACycle) {
  EXPECT_FALSE(is_perfect(paper(2), drawn(R"(
      +--+--+
      |     |
      +  +  +
      |     |
      +--+--+)")));
}

TEST(MazeIsPerfect, SaysNoToIslands) {
  EXPECT_FALSE(is_perfect(paper(2), Tiles(4, 0)));
  EXPECT_FALSE(is_perfect(paper(2), drawn(R"(
      +--+--+
      |     |
      +--+--+
      |     |
      +--+--+)")));
}

TEST(MazeIsPerfect, SaysNoToACycleBesideAnIslandThoughTheOpeningsAreAsMany) {
  EXPECT_FALSE(is_perfect(paper(3), drawn(R"(
      +--+--+--+
      |     |  |
      +  +  +  +
      |     |  |
      +--+--+  +
      |        |
      +--+--+--+)")));
}

TEST(MazeIsPerfect, SaysNoToAnyOpeningMoreOrLess) {
  for (const std::uint32_t size : {3U, 8U, 11U}) {
    Maze testbed = paper(size);
    Rng rng(size);
    Genome maze(testbed.genome_size());
    testbed.random(maze, rng);
    ASSERT_TRUE(testbed.is_perfect(maze));
    for (std::size_t bit = 0; bit < 64 * maze.size(); ++bit) {  // those outside as well
      Genome other = maze;
      other[bit / 64] ^= std::uint64_t{1} << bit % 64;
      EXPECT_FALSE(testbed.is_perfect(other)) << "size " << size << ", bit " << bit;
    }
  }
}

TEST(MazeIsPerfect, SaysNoToOpeningsThroughTheOuterWallThoughTheyAreAsMany) {
  const Maze testbed = paper(2);
  const Genome maze = testbed.genome(test::kRightWall);
  ASSERT_EQ(maze, (Genome{0b1'0000'0001, 0b1}));  // the first tiles of both rows, and of the first
  ASSERT_TRUE(testbed.is_perfect(maze));
  EXPECT_FALSE(testbed.is_perfect(Genome{0b10'0000'0001, 0b1}));                     // to the right
  EXPECT_FALSE(testbed.is_perfect(Genome{0b1'0000'0001, 0b1'0000'0000}));            // at the bottom
  EXPECT_FALSE(testbed.is_perfect(Genome{0b1'0000'0001, 0b100}));                    // beside the maze
  EXPECT_FALSE(testbed.is_perfect(Genome{0b1'0000'0001, 0b1'0000'0000'0000'0000}));  // below it
}

TEST(MazeTiles, AreTheGenomeInOtherWords) {
  Rng rng(3);
  for (std::uint32_t size = 2; size <= 64; ++size) {
    Maze testbed = paper(size);
    Genome maze(testbed.genome_size());
    testbed.random(maze, rng);
    const Tiles tiles = testbed.tiles(maze);
    EXPECT_EQ(tiles.size(), size * size);
    EXPECT_EQ(testbed.genome(tiles), maze);
    EXPECT_EQ(testbed.readable(maze), tiles);
  }
  EXPECT_EQ(paper(3).tiles(paper(3).genome(kSnake)), kSnake);
}

TEST(MazeTiles, TakeAsManyWordsAsTheyNeed) {
  EXPECT_EQ(paper(2).genome_size() * sizeof(Maze::Gene), 16U);
  EXPECT_EQ(paper(8).genome_size() * sizeof(Maze::Gene), 16U);
  EXPECT_EQ(paper(9).genome_size() * sizeof(Maze::Gene), 64U);
  EXPECT_EQ(paper(16).genome_size() * sizeof(Maze::Gene), 64U);
  EXPECT_EQ(paper(32).genome_size() * sizeof(Maze::Gene), 256U);
  EXPECT_EQ(paper(64).genome_size() * sizeof(Maze::Gene), 1024U);
}

TEST(MazeTiles, AreWholeNumbersInFiles) {
  EXPECT_EQ(Maze::tiles_from(std::array{0.0, 10.0, 15.0}), (Tiles{0, 10, 15}));
  for (const double wrong : {-1.0, 0.5, 16.0, 1e300, std::nan("")}) {
    EXPECT_THROW(static_cast<void>(Maze::tiles_from(std::array{2.0, wrong})), std::invalid_argument) << wrong;
  }
}

TEST(MazeTiles, HaveToBeOpenOnBothSidesOrNone) {
  for (std::size_t tile = 0; tile < kSnake.size(); ++tile) {
    for (const Tile side : {Maze::kNorth, Maze::kEast, Maze::kSouth, Maze::kWest, Tile{16}}) {
      Tiles tiles = kSnake;
      tiles[tile] ^= side;
      EXPECT_THROW(static_cast<void>(paper(3).genome(tiles)), std::invalid_argument) << tile << ", " << int{side};
    }
  }
  EXPECT_THROW(static_cast<void>(paper(3).genome(Tiles(8))), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(paper(2).genome(kSnake)), std::invalid_argument);
}

TEST(MazeTiles, HaveNoOpeningsThroughTheOuterWall) {
  for (const char* leaking : {
           "+  +--+\n|     |\n+  +--+\n|     |\n+--+--+",  // at the top
           "+--+--+\n|      \n+  +--+\n|     |\n+--+--+",  // at the right
           "+--+--+\n|     |\n+  +--+\n|     |\n+--+  +",  // at the bottom
           "+--+--+\n|     |\n+  +--+\n      |\n+--+--+",  // at the left
       }) {
    EXPECT_THROW(static_cast<void>(paper(2).genome(drawn(leaking))), std::invalid_argument) << leaking;
  }
}

TEST(MazeTiles, ThatMakeNoMazeAreNamed) {
  const auto complaint_about = [](std::uint32_t size, const Tiles& tiles) {
    return test::complaint([&] { static_cast<void>(paper(size).genome(tiles)); });
  };
  EXPECT_EQ(complaint_about(3, Tiles(8)), "8 tiles: a maze of size 3 has 9");
  EXPECT_EQ(complaint_about(2, {6, 8, 3, 16}), "tile 3 (row 1, column 1): 16 is no code; allowed are 0 to 15");
  EXPECT_EQ(complaint_about(2, {6, 9, 3, 8}), "tile 1 (row 0, column 1): 9 is open to the north, which leads outside");
  EXPECT_EQ(complaint_about(2, {6, 8, 3, 0}),
            "tile 2 (row 1, column 0): 3 is open to the east, but tile 3 there, 0, is not");
  EXPECT_EQ(complaint_about(2, {4, 8, 3, 8}),
            "tile 0 (row 0, column 0): 4 is closed to the east, but tile 1 there, 8, is not");
}

struct Life {
  std::uint32_t size;
  double destruction;
  int mutations;
};

void expect_perfect_through(const Life& life, Maze::Fallback fallback) {
  Maze testbed({.size = life.size, .destruction = life.destruction, .fallback = fallback});
  Rng rng(life.size);
  Genome maze(testbed.genome_size());
  testbed.random(maze, rng);
  ASSERT_TRUE(testbed.is_perfect(maze));
  for (int i = 0; i < life.mutations; ++i) {
    testbed.mutate(maze, rng);
    ASSERT_TRUE(testbed.is_perfect(maze)) << "size " << life.size << ", destruction " << life.destruction;
  }
}

TEST(MazeMutate, LeavesAPerfectMaze) {
  for (std::uint32_t size = 2; size <= 17; ++size) {
    for (const double destruction : {0.0, 0.02, 0.5, 1.0}) {
      for (const auto fallback : {Maze::Fallback::any, Maze::Fallback::inner}) {
        expect_perfect_through({size, destruction, 40}, fallback);
      }
    }
  }
}

TEST(MazeMutate, LeavesAPerfectMazeOfALargeSize) {
  for (const std::uint32_t size : {31U, 32U, 33U, 63U, 64U}) {
    for (const double destruction : {0.0, 0.02, 0.5, 1.0}) {
      expect_perfect_through({size, destruction, 10}, Maze::Fallback::any);
    }
  }
}

TEST(Maze, RefusesBadParametersAndNamesThem) {
  const auto expect_refused = [](const Maze::Parameters& parameters, const std::vector<std::string>& words) {
    test::expect_mentions(test::complaint([&] { const Maze testbed(parameters); }), words);
  };
  expect_refused({.size = 1}, {"size of maze", "'1'", "2 to 64"});
  expect_refused({.size = 65}, {"size of maze", "'65'"});
  expect_refused({.destruction = -0.1}, {"destruction of maze", "'-0.1'", "0 to 1"});
  expect_refused({.destruction = 1.1}, {"destruction of maze", "'1.1'"});
  expect_refused({.destruction = std::numeric_limits<double>::quiet_NaN()}, {"destruction of maze", "'nan'"});
  expect_refused({.features = {}}, {"0 features of maze", "1 to 4"});
  expect_refused({.features = std::vector(5, Metric::corners)}, {"features of maze", "5 features", "1 to 4"});
  expect_refused({.features = {Metric::corners, Metric::path}}, {"'path' of maze is the fitness already"});
  expect_refused({.features = {Metric::corners, Metric::corners}}, {"'corners' of maze is named twice"});
}

}  // namespace
}  // namespace mce::maze_test
