// SPDX-License-Identifier: MIT
#include "mce/report/maze_strip.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/maze_drawing.hpp"
#include "support/xml.hpp"

namespace mce::maze_strip_test {
namespace {

using test::drawn;
using test::Tiles;

/// A mutation made by hand: the middle tile is destroyed, which leaves two islands and cuts one tile off.
struct HandMade {
  Maze testbed{{.size = 3}};
  Maze::Mutation mutation;

  HandMade() {
    const auto maze = [&](const char* drawing) { return testbed.genome(drawn(drawing)); };
    mutation.before = maze(R"(
        +--+--+--+
        |        |
        +--+  +--+
        |        |
        +  +  +--+
        |  |     |
        +--+--+--+)");
    mutation.destroyed_tiles = {4};
    mutation.destroyed = maze(R"(
        +--+--+--+
        |        |
        +--+--+--+
        |  |  |  |
        +  +--+--+
        |  |     |
        +--+--+--+)");
    mutation.reconnected = maze(R"(
        +--+--+--+
        |        |
        +--+--+  +
        |     |  |
        +  +--+--+
        |  |     |
        +--+--+--+)");
    mutation.after = maze(R"(
        +--+--+--+
        |        |
        +--+--+  +
        |     |  |
        +  +--+  +
        |        |
        +--+--+--+)");
  }
  [[nodiscard]] std::vector<MazePanel> panels() const { return mutation_strip(testbed, mutation); }
};

std::vector<MazePanel> random_strip(std::uint32_t size, double destruction, std::uint64_t seed = 1) {
  Maze testbed({.size = size, .destruction = destruction});
  Rng rng(seed);
  std::vector<Maze::Gene> maze(testbed.genome_size());
  testbed.random(maze, rng);
  return mutation_strip(testbed, testbed.trace(maze, rng));
}

TEST(MutationStrip, TellsTheSteps) {
  const auto panels = HandMade().panels();
  std::vector<std::string> told;
  for (const MazePanel& panel : panels) told.push_back(panel.heading + ": " + panel.note);
  EXPECT_EQ(told, (std::vector<std::string>{
                      "Initial maze: solution of 5 tiles", "Destroyed tiles: 1 tile, 1 more cut off",
                      "Repair 1: reconnected tiles: 2 openings by depth-first search", "Islands: 3 of them",
                      "Repair 2: rejoined islands: 2 openings between islands", "Final maze: solution of 5 tiles"}));
}

TEST(MutationStrip, ShowsTheMazeOfEachStep) {
  const HandMade made;
  const auto panels = made.panels();
  const auto& [before, destroyed_tiles, destroyed, reconnected, after] = made.mutation;
  const std::vector<std::vector<Maze::Gene>> mazes = {before, destroyed, reconnected, reconnected, after, after};
  ASSERT_EQ(panels.size(), mazes.size());
  for (std::size_t i = 0; i < mazes.size(); ++i) EXPECT_EQ(panels[i].picture.tiles, made.testbed.tiles(mazes[i])) << i;
}

TEST(MutationStrip, PointsOutWhatChanged) {
  const auto panels = HandMade().panels();
  using List = std::vector<std::uint32_t>;
  EXPECT_EQ(panels[0].picture.path, (List{0, 1, 4, 7, 8}));
  ASSERT_EQ(panels[1].picture.patches.size(), 2U);
  EXPECT_EQ(panels[1].picture.patches[0].tiles, List{4});
  EXPECT_EQ(panels[1].picture.patches[1].tiles, List{5});
  ASSERT_EQ(panels[2].picture.patches.size(), 1U);
  EXPECT_EQ(panels[2].picture.patches[0].tiles, (List{5, 4}));
  EXPECT_EQ(panels[2].picture.openings, (std::vector<Opening>{{2, 5}, {3, 4}}));
  ASSERT_EQ(panels[3].picture.patches.size(), 3U);
  EXPECT_EQ(panels[3].picture.patches[0].tiles, (List{0, 1, 2, 5}));
  EXPECT_EQ(panels[3].picture.patches[1].tiles, (List{3, 4, 6}));
  EXPECT_EQ(panels[3].picture.patches[2].tiles, (List{7, 8}));
  EXPECT_EQ(panels[4].picture.openings, (std::vector<Opening>{{5, 8}, {6, 7}}));
  EXPECT_EQ(panels[5].picture.path, (List{0, 1, 2, 5, 8}));
}

TEST(MutationStrip, SaysWhereThereIsNothingToDo) {
  const auto all_destroyed = random_strip(4, 1);
  EXPECT_EQ(all_destroyed[1].note, "16 tiles");
  EXPECT_EQ(all_destroyed[2].note, "no tile to connect them to");
  EXPECT_EQ(all_destroyed[3].note, "16 of them");
  EXPECT_EQ(all_destroyed[4].note, "15 openings between islands");
  for (std::uint64_t seed = 1; seed < 100; ++seed) {
    const auto panels = random_strip(3, 0, seed);
    if (panels[3].note != "only one") continue;
    EXPECT_EQ(panels[4].note, "nothing to do");
    return;
  }
  ADD_FAILURE() << "always several islands";
}

/// Every tile belongs to one island, and no two islands that meet have the same colour.
TEST(MutationStrip, ColoursIslandsSoThatNeighboursDiffer) {
  for (const double destruction : {0.02, 0.1, 0.3, 1.0}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      constexpr std::uint32_t kSize = 16;
      const auto panels = random_strip(kSize, destruction, seed);
      std::vector<const TilePatch*> patch_of(kSize * kSize);
      for (const TilePatch& patch : panels[3].picture.patches) {
        for (const std::uint32_t tile : patch.tiles) {
          ASSERT_EQ(patch_of[tile], nullptr);
          patch_of[tile] = &patch;
        }
      }
      for (std::uint32_t tile = 0; tile < patch_of.size(); ++tile) {
        ASSERT_NE(patch_of[tile], nullptr);
        const auto expect_apart = [&](std::uint32_t other) {
          if (patch_of[tile] == patch_of[other]) return;
          ASSERT_NE(patch_of[tile]->colour.hex, patch_of[other]->colour.hex);
        };
        if ((tile + 1) % kSize != 0) expect_apart(tile + 1);
        if (tile + kSize < patch_of.size()) expect_apart(tile + kSize);
      }
    }
  }
}

TEST(StripSvg, HasSixPanelsWithTitles) {
  for (const std::uint32_t size : {2U, 8U, 16U, 64U}) {
    for (const auto place : {SvgPlace::page, SvgPlace::file}) {
      const std::string svg = strip_svg(random_strip(size, 0.02), place);
      EXPECT_TRUE(test::is_well_formed(svg));
      EXPECT_EQ(test::count_of(svg, "<title>"), 7U);
      EXPECT_EQ(test::count_of(svg, "<text"), 12U);
    }
  }
}

TEST(StripSvg, IsAsWideAsItsColumns) {
  const auto panels = random_strip(8, 0.02);
  EXPECT_EQ(test::attributes(strip_svg(panels), "viewBox").front(), "-24 -24 840 668");
  EXPECT_EQ(test::attributes(strip_svg(panels, SvgPlace::page, 6), "viewBox").front(), "-24 -24 1668 340");
  EXPECT_EQ(test::attributes(strip_svg(panels, SvgPlace::page, 9), "viewBox").front(), "-24 -24 1668 340");
  EXPECT_EQ(test::attributes(strip_svg(panels, SvgPlace::page, 1), "viewBox").front(), "-24 -24 288 1980");
}

TEST(StripText, IsDrawnSideBySide) {
  const HandMade made;
  const auto panels = made.panels();
  EXPECT_EQ(strip_text(std::span(panels).first(2), {.ascii = true}, 80),
            R"(1  Initial maze          2  Destroyed tiles
solution of 5 tiles      1 tile, 1 more cut off
+---+---+---+            +---+---+---+
| S . .     |            |           |
+---+ . +---+            +---+---+---+
|     .     |            |   | x | o |
+   + . +---+            +   +---+---+
|   | . . E |            |   |       |
+---+---+---+            +---+---+---+
)");
}

TEST(StripText, HasAsManyPanelsBesideEachOtherAsFit) {
  const auto panels = random_strip(8, 0.02);
  const auto lines = [&](std::uint32_t characters) {
    return test::count_of(strip_text(panels, {.ascii = true}, characters), "\n");
  };
  constexpr std::size_t kPanel = 2 + 17;
  EXPECT_EQ(lines(20), 6 * kPanel + 5);
  EXPECT_EQ(lines(33), 6 * kPanel + 5);
  EXPECT_EQ(lines(69), 3 * kPanel + 2);
  EXPECT_EQ(lines(105), 2 * kPanel + 1);
  EXPECT_EQ(lines(1000), 2 * kPanel + 1);
}

}  // namespace
}  // namespace mce::maze_strip_test
