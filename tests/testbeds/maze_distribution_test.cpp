// SPDX-License-Identifier: MIT
// How likely each maze is: against probabilities worked out by hand, and against a plain second implementation.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "mce/testbeds/maze.hpp"
#include "support/chi_square.hpp"
#include "support/maze_drawing.hpp"

namespace mce {
namespace {

using Tiles = std::vector<Maze::Gene>;
using Fallback = Maze::Fallback;
using test::drawn;
using test::kSignificance;

/// Section 4 of the SPEC once more, written to be read: no clever memory, the standard library's random numbers.
class PlainMaze {
 public:
  Tiles tiles;

  PlainMaze(std::size_t width, std::mt19937& random) : tiles(width * width, 0), width_(width), random_(random) {}

  void grow_from_random_tile() {
    std::vector<Edge> stack = edges_to_unopened(below(tiles.size()));
    std::shuffle(stack.begin(), stack.end(), random_);
    search(stack);
  }

  void mutate(double destruction, Fallback fallback) {
    bool none = true;
    for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
      if (!std::bernoulli_distribution(destruction)(random_)) continue;
      destroy(tile);
      none = false;
    }
    if (none) {
      const std::size_t choices = fallback == Fallback::any ? width_ : width_ - 1;
      const std::size_t row = below(choices);
      destroy(row * width_ + below(choices));
    }
    std::vector<Edge> stack;
    for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
      if (tiles[tile] == 0) continue;
      for (const Edge& edge : edges_to_unopened(tile)) stack.push_back(edge);
    }
    std::shuffle(stack.begin(), stack.end(), random_);
    search(stack);
    for (auto islands = find_islands(); islands.size() > 1; islands = find_islands()) join_one(islands);
  }

  void destroy(std::size_t tile) {
    for (const auto& [side, beyond] : neighbours(tile)) tiles[beyond] &= static_cast<Maze::Gene>(~opposite(side));
    tiles[tile] = 0;
  }

 private:
  struct Way {
    Maze::Gene side;
    std::size_t beyond;
  };
  struct Edge {
    std::size_t tile;
    Way way;
  };

  /// North 1 and south 4, east 2 and west 8.
  static Maze::Gene opposite(Maze::Gene side) { return static_cast<Maze::Gene>(side < 4 ? side * 4 : side / 4); }

  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }

  [[nodiscard]] std::vector<Way> neighbours(std::size_t tile) const {
    std::vector<Way> ways;
    if (tile / width_ > 0) ways.push_back({Maze::kNorth, tile - width_});
    if (tile / width_ < width_ - 1) ways.push_back({Maze::kSouth, tile + width_});
    if (tile % width_ > 0) ways.push_back({Maze::kWest, tile - 1});
    if (tile % width_ < width_ - 1) ways.push_back({Maze::kEast, tile + 1});
    return ways;
  }

  [[nodiscard]] std::vector<Edge> edges_to_unopened(std::size_t tile) const {
    std::vector<Edge> edges;
    for (const Way& way : neighbours(tile)) {
      if (tiles[way.beyond] == 0) edges.push_back({tile, way});
    }
    return edges;
  }

  void open(const Edge& edge) {
    tiles[edge.tile] |= edge.way.side;
    tiles[edge.way.beyond] |= opposite(edge.way.side);
  }

  void search(std::vector<Edge>& stack) {
    while (!stack.empty()) {
      const Edge edge = stack.back();
      stack.pop_back();
      if (tiles[edge.way.beyond] != 0) continue;
      open(edge);
      std::vector<Edge> onward = edges_to_unopened(edge.way.beyond);
      std::shuffle(onward.begin(), onward.end(), random_);
      stack.insert(stack.end(), onward.begin(), onward.end());
    }
  }

  using Island = std::set<std::size_t>;

  [[nodiscard]] std::vector<Island> find_islands() const {
    std::vector<Island> islands;
    for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
      const auto known = [tile](const Island& island) { return island.contains(tile); };
      if (std::ranges::any_of(islands, known)) continue;
      islands.emplace_back();
      explore(tile, islands.back());
    }
    return islands;
  }

  void explore(std::size_t tile, Island& island) const {
    if (!island.insert(tile).second) return;
    for (const auto& [side, beyond] : neighbours(tile)) {
      if ((tiles[tile] & side) != 0) explore(beyond, island);
    }
  }

  void join_one(const std::vector<Island>& islands) {
    const Island& island = islands[below(islands.size())];
    std::vector<std::vector<Edge>> shore;
    for (const std::size_t tile : island) {
      std::vector<Edge> outward;
      for (const Way& way : neighbours(tile)) {
        if (!island.contains(way.beyond)) outward.push_back({tile, way});
      }
      if (!outward.empty()) shore.push_back(outward);
    }
    const std::vector<Edge>& outward = shore[below(shore.size())];
    open(outward[below(outward.size())]);
  }

  std::size_t width_;
  std::mt19937& random_;
};

using Census = std::map<Tiles, std::uint64_t>;

template <class Make>
Census census(int count, Make make) {
  Census counts;
  for (int i = 0; i < count; ++i) ++counts[make()];
  return counts;
}

double same_distribution(const Census& first, const Census& second) {
  std::map<Tiles, std::array<std::uint64_t, 2>> both;
  for (const auto& [tiles, count] : first) both[tiles][0] = count;
  for (const auto& [tiles, count] : second) both[tiles][1] = count;
  std::vector<std::uint64_t> counts_of_first;
  std::vector<std::uint64_t> counts_of_second;
  for (const auto& [tiles, counts] : both) {
    counts_of_first.push_back(counts[0]);
    counts_of_second.push_back(counts[1]);
  }
  return test::same_distribution(counts_of_first, counts_of_second);
}

double fit(const Census& census, const std::map<Tiles, double>& probabilities) {
  std::vector<std::uint64_t> counts;
  std::vector<double> expected;
  for (const auto& [tiles, probability] : probabilities) {
    const auto found = census.find(tiles);
    counts.push_back(found == census.end() ? 0 : found->second);
    expected.push_back(probability);
  }
  for (const auto& [tiles, count] : census) {
    if (!probabilities.contains(tiles)) return 0;
  }
  return test::fit(counts, expected);
}

/// The four mazes of 2 × 2, named after the wall they have.
const Tiles kTopWall = drawn("+--+--+\n|  |  |\n+  +  +\n|     |\n+--+--+");
const Tiles kRightWall = drawn("+--+--+\n|     |\n+  +--+\n|     |\n+--+--+");
const Tiles kBottomWall = drawn("+--+--+\n|     |\n+  +  +\n|  |  |\n+--+--+");
const Tiles kLeftWall = drawn("+--+--+\n|     |\n+--+  +\n|     |\n+--+--+");

TEST(MazeRandom, GivesTheFourMazesOf2x2EquallyOften) {
  // The search starts in one of 4 tiles, takes one of 2 ways and then goes round: the wall is the way not taken. So
  // each wall comes from 2 starts, with 1/4 · 1/2 each.
  Maze testbed({.size = 2});
  Rng rng(1);
  const Census mazes = census(40'000, [&] {
    Tiles tiles(4);
    testbed.random(tiles, rng);
    return tiles;
  });
  EXPECT_GT(fit(mazes, {{kTopWall, 0.25}, {kRightWall, 0.25}, {kBottomWall, 0.25}, {kLeftWall, 0.25}}), kSignificance);
}

TEST(MazeRandom, GivesEveryMazeAsOftenAsThePlainImplementation) {
  for (const std::uint32_t size : {2U, 3U}) {
    Maze testbed({.size = size});
    Rng rng(2);
    std::mt19937 random(2);
    constexpr int kCount = 60'000;
    const Census ours = census(kCount, [&] {
      Tiles tiles(testbed.genome_size());
      testbed.random(tiles, rng);
      return tiles;
    });
    const Census plain = census(kCount, [&] {
      PlainMaze maze(size, random);
      maze.grow_from_random_tile();
      return maze.tiles;
    });
    EXPECT_GT(same_distribution(ours, plain), kSignificance) << size;
  }
}

Census mutants(const Tiles& parent, const Maze::Parameters& parameters, int count) {
  Maze testbed(parameters);
  Rng rng(3);
  return census(count, [&] {
    Tiles tiles = parent;
    testbed.mutate(tiles, rng);
    return tiles;
  });
}

Census plain_mutants(const Tiles& parent, const Maze::Parameters& parameters, int count) {
  std::mt19937 random(4);
  return census(count, [&] {
    PlainMaze maze(parameters.size, random);
    maze.tiles = parent;
    maze.mutate(parameters.destruction, parameters.fallback);
    return maze.tiles;
  });
}

TEST(MazeMutate, OfOneTileOf2x2HasTheProbabilitiesWorkedOutByHand) {
  // The maze is a path a–b–c–d round the wall a|d. Whatever tile is destroyed, one of two edges comes first: the one
  // that rebuilds the maze, or the one that walls the tile off from where it was attached. With a that is a|b, with b
  // or c it is b|c, with d it is c|d. Each tile has 1/4, each edge 1/2.
  // For the wall at the top: a is the top left tile, a–b the left edge, b–c the bottom edge, c–d the right edge.
  const std::map<Tiles, double> expected = {
      {kTopWall, 1.0 / 2}, {kLeftWall, 1.0 / 8}, {kBottomWall, 1.0 / 4}, {kRightWall, 1.0 / 8}};
  EXPECT_GT(fit(mutants(kTopWall, {.size = 2, .destruction = 0}, 40'000), expected), kSignificance);
}

TEST(MazeMutate, GivesEveryMazeOf2x2AsOftenAsThePlainImplementation) {
  for (const Tiles& parent : {kTopWall, kRightWall, kBottomWall, kLeftWall}) {
    for (const double destruction : {0.0, 0.02, 0.5, 1.0}) {
      for (const Fallback fallback : {Fallback::any, Fallback::inner}) {
        const Maze::Parameters parameters = {.size = 2, .destruction = destruction, .fallback = fallback};
        EXPECT_GT(same_distribution(mutants(parent, parameters, 5000), plain_mutants(parent, parameters, 5000)),
                  kSignificance)
            << destruction;
      }
    }
  }
}

TEST(MazeMutate, GivesEveryMazeOf3x3AsOftenAsThePlainImplementation) {
  const Tiles comb = drawn(R"(
      +--+--+--+
      |        |
      +  +  +  +
      |  |  |  |
      +  +  +  +
      |  |  |  |
      +--+--+--+)");
  const Tiles spiral = drawn(R"(
      +--+--+--+
      |        |
      +--+--+  +
      |     |  |
      +  +--+  +
      |        |
      +--+--+--+)");
  struct Case {
    const Tiles& parent;
    double destruction;
    Fallback fallback;
  };
  for (const auto& [parent, destruction, fallback] :
       {Case{comb, 0.02, Fallback::any}, Case{comb, 0.3, Fallback::inner}, Case{spiral, 0.02, Fallback::inner},
        Case{spiral, 0.6, Fallback::any}, Case{spiral, 1, Fallback::any}}) {
    const Maze::Parameters parameters = {.size = 3, .destruction = destruction, .fallback = fallback};
    EXPECT_GT(same_distribution(mutants(parent, parameters, 10'000), plain_mutants(parent, parameters, 10'000)),
              kSignificance)
        << destruction;
  }
}

TEST(MazeMutate, ReachesAll192MazesOf3x3) {
  Maze testbed({.size = 3});
  Rng rng(5);
  Tiles tiles(9);
  testbed.random(tiles, rng);
  std::set<Tiles> seen;
  for (int i = 0; i < 20'000; ++i) {
    seen.insert(tiles);
    testbed.mutate(tiles, rng);
  }
  EXPECT_EQ(seen.size(), 192U);  // the spanning trees of the 3 × 3 grid, by Kirchhoff's theorem
}

/// All openings between tiles open: what is closed has been destroyed.
Tiles open_field(std::size_t width) {
  Tiles tiles(width * width, 15);
  for (std::size_t i = 0; i < width; ++i) {
    tiles[i] &= static_cast<Maze::Gene>(~Maze::kNorth);
    tiles[i * width] &= static_cast<Maze::Gene>(~Maze::kWest);
    tiles[i * width + width - 1] &= static_cast<Maze::Gene>(~Maze::kEast);
    tiles[(width - 1) * width + i] &= static_cast<Maze::Gene>(~Maze::kSouth);
  }
  return tiles;
}

Census destroyed(const Maze::Parameters& parameters, int count) {
  const Maze testbed(parameters);
  Rng rng(6);
  return census(count, [&] {
    Tiles tiles = open_field(parameters.size);
    testbed.destroy(tiles, rng);
    return tiles;
  });
}

TEST(MazeDestroy, TakesEachTileOnItsOwnAndOneIfThereWasNone) {
  constexpr double kDestruction = 0.4;  // so that none of the 512 sets of tiles is too rare to count
  std::mt19937 unused;
  for (const Fallback fallback : {Fallback::any, Fallback::inner}) {
    std::map<Tiles, double> expected;
    const auto add = [&](unsigned set, double probability) {
      PlainMaze field(3, unused);
      field.tiles = open_field(3);
      for (std::size_t tile = 0; tile < 9; ++tile) {
        if ((set >> tile & 1U) != 0) field.destroy(tile);
      }
      expected[field.tiles] += probability;
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
    const Census fields = destroyed({.size = 3, .destruction = kDestruction, .fallback = fallback}, 60'000);
    EXPECT_GT(fit(fields, expected), kSignificance);
  }
}

TEST(MazeDestroy, TakesABinomialNumberOfTilesAndAtLeastOne) {
  // In an open field a closed tile was destroyed (or all its neighbours were: too rare to matter here).
  constexpr double kDestruction = 0.02;
  std::vector<std::uint64_t> counts(8);
  for (const auto& [tiles, count] : destroyed({.size = 8, .destruction = kDestruction}, 20'000)) {
    const auto closed = static_cast<std::size_t>(std::ranges::count(tiles, 0));
    counts[std::min<std::size_t>(closed, 7)] += count;
  }
  std::vector<double> expected(8);
  double probability = std::pow(1 - kDestruction, 64);
  for (std::size_t number = 0; number <= 64; ++number) {
    expected[std::clamp<std::size_t>(number, 1, 7)] += probability;
    probability *=
        static_cast<double>(64 - number) / static_cast<double>(number + 1) * kDestruction / (1 - kDestruction);
  }
  EXPECT_EQ(counts[0], 0U);
  EXPECT_GT(test::fit(counts, expected), kSignificance);
}

TEST(MazeDestroy, SparedByChanceTakesAnyTileOrAnyButTheLastRowAndColumn) {
  for (const Fallback fallback : {Fallback::any, Fallback::inner}) {
    std::vector<std::uint64_t> counts(16);
    std::vector<double> expected(16);
    for (const auto& [tiles, count] : destroyed({.size = 4, .destruction = 0, .fallback = fallback}, 20'000)) {
      ASSERT_EQ(std::ranges::count(tiles, 0), 1);
      counts[static_cast<std::size_t>(std::ranges::find(tiles, 0) - tiles.begin())] += count;
    }
    for (std::size_t tile = 0; tile < 16; ++tile) {
      const bool last = tile / 4 == 3 || tile % 4 == 3;
      expected[tile] = fallback == Fallback::any ? 1.0 / 16 : (last ? 0 : 1.0 / 9);
    }
    EXPECT_GT(test::fit(counts, expected), kSignificance);
  }
}

TEST(MazeDestroy, WithCertaintyLeavesNothingOpen) {
  const Census fields = destroyed({.size = 8, .destruction = 1}, 10);
  EXPECT_EQ(fields, (Census{{Tiles(64, 0), 10}}));
}

}  // namespace
}  // namespace mce
