// SPDX-License-Identifier: MIT
// A mutation told step by step: each step does what docs/algorithm.md, section 4 says of it, and the end is that of
// `mutate`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "mce/testbeds/maze.hpp"
#include "support/maze_drawing.hpp"

namespace mce::maze_trace_test {
namespace {

using Genome = std::vector<Maze::Gene>;
using test::Tiles;

/// Calls look(testbed, rng, maze) with random mazes of many kinds: `maze` may be changed and comes again.
template <class Look>
void for_many_mazes(Look look) {
  for (const std::uint32_t size : {2U, 3U, 5U, 8U, 16U, 23U, 33U, 64U}) {
    for (const double destruction : {0.0, 0.02, 0.3, 1.0}) {
      for (const auto fallback : {Maze::Fallback::any, Maze::Fallback::inner}) {
        SCOPED_TRACE(testing::Message() << "size " << size << ", destruction " << destruction);
        Maze testbed({.size = size, .destruction = destruction, .fallback = fallback});
        Rng rng(size);
        Genome maze(testbed.genome_size());
        testbed.random(maze, rng);
        for (int i = 0; i < (size <= 16 ? 40 : 8); ++i) look(testbed, rng, maze);
      }
    }
  }
}

/// What follows from one mutation to the next.
template <class Look>
void for_many_mutations(Look look) {
  for_many_mazes([&](Maze& testbed, Rng& rng, Genome& maze) {
    const Maze::Mutation mutation = testbed.trace(maze, rng);
    ASSERT_EQ(mutation.before, maze);
    look(testbed, mutation);
    maze = mutation.after;
  });
}

std::uint32_t count_islands(const Maze& testbed, const Genome& maze) {
  return std::ranges::max(testbed.islands(maze)) + 1;
}

/// The openings that `later` has and `earlier` has not, as pairs of tiles. All those of `earlier` have to be kept.
std::vector<std::pair<std::uint32_t, std::uint32_t>> new_openings(const Maze& testbed, const Genome& earlier,
                                                                  const Genome& later) {
  const std::uint32_t width = testbed.parameters().size;
  const Tiles before = testbed.tiles(earlier);
  const Tiles after = testbed.tiles(later);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> openings;
  for (std::uint32_t tile = 0; tile < before.size(); ++tile) {
    EXPECT_EQ(before[tile] & ~after[tile], 0);
    const int added = after[tile] & ~before[tile];
    if ((added & Maze::kEast) != 0) openings.emplace_back(tile, tile + 1);
    if ((added & Maze::kSouth) != 0) openings.emplace_back(tile, tile + width);
  }
  return openings;
}

TEST(MazeTrace, EndsWhereMutateEnds) {
  for_many_mazes([](Maze& testbed, Rng& rng, Genome& maze) {
    Rng same(rng.state());
    const Maze::Mutation mutation = testbed.trace(maze, same);
    testbed.mutate(maze, rng);
    ASSERT_EQ(mutation.after, maze);
    ASSERT_EQ(same.next(), rng.next());  // as many numbers were drawn
  });
}

TEST(MazeTrace, IsTheSameAtEachCpuLevel) {
  for (const CpuLevel level : available_cpu_levels()) {
    for (const std::uint32_t size : {8U, 16U, 32U}) {
      Maze testbed({.size = size}, level);
      Rng rng(1);
      Genome maze(testbed.genome_size());
      testbed.random(maze, rng);
      for (int i = 0; i < 50; ++i) {
        Rng same(rng.state());
        const Genome traced = testbed.trace(maze, same).after;
        testbed.mutate(maze, rng);
        ASSERT_EQ(traced, maze) << name(level);
      }
    }
  }
}

TEST(MazeTrace, DestroysTheTilesItNamesAndNoOthers) {
  for_many_mutations([](const Maze& testbed, const Maze::Mutation& mutation) {
    const std::uint32_t width = testbed.parameters().size;
    Tiles expected = testbed.tiles(mutation.before);
    ASSERT_FALSE(mutation.destroyed_tiles.empty());
    ASSERT_TRUE(std::ranges::is_sorted(mutation.destroyed_tiles, std::less_equal()));  // none of them twice
    for (const std::uint32_t tile : mutation.destroyed_tiles) {
      if ((expected[tile] & Maze::kNorth) != 0) expected[tile - width] &= static_cast<Maze::Tile>(~Maze::kSouth);
      if ((expected[tile] & Maze::kEast) != 0) expected[tile + 1] &= static_cast<Maze::Tile>(~Maze::kWest);
      if ((expected[tile] & Maze::kSouth) != 0) expected[tile + width] &= static_cast<Maze::Tile>(~Maze::kNorth);
      if ((expected[tile] & Maze::kWest) != 0) expected[tile - 1] &= static_cast<Maze::Tile>(~Maze::kEast);
      expected[tile] = 0;
    }
    ASSERT_EQ(testbed.tiles(mutation.destroyed), expected);
  });
}

TEST(MazeTrace, DestroysOneTileIfChanceSparesAll) {
  std::vector<bool> seen_last(2);
  for (const auto fallback : {Maze::Fallback::any, Maze::Fallback::inner}) {
    constexpr std::uint32_t kSize = 4;
    Maze testbed({.size = kSize, .destruction = 0, .fallback = fallback});
    Rng rng(1);
    Genome maze(testbed.genome_size());
    testbed.random(maze, rng);
    for (int i = 0; i < 200; ++i) {
      const auto tiles = testbed.trace(maze, rng).destroyed_tiles;
      ASSERT_EQ(tiles.size(), 1U);
      const bool last = tiles[0] % kSize == kSize - 1 || tiles[0] / kSize == kSize - 1;
      if (last) seen_last[static_cast<std::size_t>(fallback)] = true;
    }
  }
  EXPECT_EQ(seen_last, (std::vector<bool>{true, false}));
}

TEST(MazeTrace, ReconnectsClosedTilesAndJoinsNoIslands) {
  for_many_mutations([](const Maze& testbed, const Maze::Mutation& mutation) {
    const Tiles destroyed = testbed.tiles(mutation.destroyed);
    const auto closed = static_cast<std::uint32_t>(std::ranges::count(destroyed, 0));
    const auto openings = new_openings(testbed, mutation.destroyed, mutation.reconnected);
    if (closed == destroyed.size()) {  // nothing to reconnect to
      ASSERT_TRUE(openings.empty());
      return;
    }
    ASSERT_EQ(std::ranges::count(testbed.tiles(mutation.reconnected), 0), 0);
    ASSERT_EQ(openings.size(), closed);
    for (const auto& [from, to] : openings) ASSERT_TRUE(destroyed[from] == 0 || destroyed[to] == 0);
    ASSERT_EQ(count_islands(testbed, mutation.reconnected), count_islands(testbed, mutation.destroyed) - closed);
  });
}

TEST(MazeTrace, JoinsIslandsByAsFewOpeningsAsPossible) {
  for_many_mutations([](const Maze& testbed, const Maze::Mutation& mutation) {
    const auto islands = testbed.islands(mutation.reconnected);
    const auto openings = new_openings(testbed, mutation.reconnected, mutation.after);
    ASSERT_EQ(openings.size(), count_islands(testbed, mutation.reconnected) - 1);
    for (const auto& [from, to] : openings) ASSERT_NE(islands[from], islands[to]);
    ASSERT_TRUE(testbed.is_perfect(mutation.after));
  });
}

}  // namespace
}  // namespace mce::maze_trace_test
