// SPDX-License-Identifier: MIT
#include "mce/report/maze_picture.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "support/maze_drawing.hpp"
#include "support/xml.hpp"

namespace mce::maze_picture_test {
namespace {

using test::attributes;
using test::count_of;
using test::drawn;
using test::Tiles;

using Path = std::vector<std::uint32_t>;

/// A picture of nothing but walls.
MazePicture walls_of(const Tiles& tiles) {
  return {.tiles = tiles, .path = {}, .patches = {}, .openings = {}, .ends = false, .title = ""};
}

/// The only path in the picture.
std::string path_data(const MazePicture& picture) {
  const auto data = attributes(maze_shapes(picture), "d");
  EXPECT_EQ(data.size(), 1U);
  return data.front();
}

/// The line of a solution.
std::string line_data(const Tiles& tiles, const Path& path, bool ends) {
  MazePicture picture = walls_of(tiles);
  picture.path = path;
  picture.ends = ends;
  return attributes(maze_shapes(picture), "d").front();
}

MazePicture random_maze(std::uint32_t size) {
  Maze testbed({.size = size});
  Rng rng(size);
  std::vector<Maze::Gene> maze(testbed.genome_size());
  testbed.random(maze, rng);
  return solved_maze(testbed, maze);
}

TEST(MazeWalls, InALineAreOneStroke) {
  EXPECT_EQ(path_data(walls_of(test::kRightWall)), "M0 0h2M1 1h1M0 2h2M0 0v2M2 0v2");
  EXPECT_EQ(path_data(walls_of(test::kTopWall)), "M0 0h2M0 2h2M0 0v2M1 0v1M2 0v2");
  EXPECT_EQ(path_data(walls_of(test::kComb)), "M0 0h3M0 3h3M0 0v3M1 1v2M2 1v2M3 0v3");
  EXPECT_EQ(path_data(walls_of(Tiles(4, 0))), "M0 0h2M0 1h2M0 2h2M0 0v2M1 0v2M2 0v2");
}

TEST(MazeWalls, HaveGapsWhereTilesAreOpen) {
  EXPECT_EQ(path_data(walls_of(drawn(R"(
      +--+--+--+
      |  |     |
      +--+  +--+
      |        |
      +--+  +--+
      |     |  |
      +--+--+--+)"))),
            "M0 0h3M0 1h1M2 1h1M0 2h1M2 2h1M0 3h3M0 0v3M1 0v1M2 2v1M3 0v3");
}

TEST(MazeWalls, AreAllThereOnceAtAnySize) {
  for (const std::uint32_t size : {2U, 7U, 16U, 33U, 64U}) {
    const Tiles tiles = random_maze(size).tiles;
    std::istringstream data(path_data(walls_of(tiles)));
    std::vector<int> above(size * (size + 1));
    std::vector<int> left(size * (size + 1));
    char letter = 0;
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t length = 0;
    while (data >> letter >> x >> y >> letter >> length) {
      for (std::uint32_t i = 0; i < length; ++i) ++(letter == 'h' ? above[y * size + x + i] : left[x * size + y + i]);
    }
    for (std::uint32_t tile = 0; tile < tiles.size(); ++tile) {
      const std::uint32_t row = tile / size;
      const std::uint32_t column = tile % size;
      ASSERT_EQ(above[row * size + column], (tiles[tile] & Maze::kNorth) == 0 ? 1 : 0);
      ASSERT_EQ(above[(row + 1) * size + column], (tiles[tile] & Maze::kSouth) == 0 ? 1 : 0);
      ASSERT_EQ(left[column * size + row], (tiles[tile] & Maze::kWest) == 0 ? 1 : 0);
      ASSERT_EQ(left[(column + 1) * size + row], (tiles[tile] & Maze::kEast) == 0 ? 1 : 0);
    }
  }
}

TEST(MazePath, IsRoundWhereItTurns) {
  EXPECT_EQ(line_data(test::kRightWall, {0, 2, 3}, false), "M.5 .5v.65q0 .35 .35 .35h.65");
  EXPECT_EQ(line_data(test::kComb, {8, 5, 2, 1, 0}, false), "M2.5 2.5v-1.65q0 -.35 -.35 -.35h-1.65");
  EXPECT_EQ(line_data(test::kComb, {0, 1, 2}, false), "M.5 .5h2");
}

TEST(MazePath, EndsAtTheRimOfTheTarget) {
  EXPECT_EQ(line_data(test::kRightWall, {0, 2, 3}, true), "M.5 .5v.65q0 .35 .35 .35h.36");
}

TEST(MazePath, LeadsFromTheFirstTileToTheLast) {
  for (const std::uint32_t size : {2U, 5U, 16U, 64U}) {
    const MazePicture picture = random_maze(size);
    std::istringstream data(line_data(picture.tiles, picture.path, false));
    char command = 0;
    double x = 0;
    double y = 0;
    data >> command >> x >> y;
    while (data >> command) {
      double way = 0;
      if (command == 'q') data >> way >> way;
      if (command != 'v') data >> way, x += way;
      if (command != 'h') data >> way, y += way;
    }
    EXPECT_NEAR(x, size - 0.5, 1e-9);
    EXPECT_NEAR(y, size - 0.5, 1e-9);
  }
}

TEST(MazePicture, PaintsTilesInARowAsOne) {
  MazePicture picture = walls_of(test::kComb);
  picture.patches = {{.tiles = {0, 1, 4}, .colour = kColours[0], .mark = 'a'},
                     {.tiles = {2, 3, 8}, .colour = kColours[1], .mark = 'b'}};
  const std::string shapes = maze_shapes(picture);
  const auto data = attributes(shapes, "d");
  ASSERT_EQ(data.size(), 3U);
  EXPECT_EQ(data[0], "M0 0h2v1h-2zM1 1h1v1h-1z");
  EXPECT_EQ(data[1], "M2 0h1v1h-1zM0 1h1v1h-1zM2 2h1v1h-1z");
  EXPECT_EQ(attributes(shapes, "fill")[0], kColours[0].hex);
  EXPECT_EQ(attributes(shapes, "fill")[1], kColours[1].hex);
}

TEST(MazePicture, LaysAPlankAcrossAnOpening) {
  MazePicture picture = walls_of(test::kComb);
  picture.openings = {{.from = 0, .to = 1}, {.from = 5, .to = 8}};
  picture.opening_colour = kColours[2];
  const std::string shapes = maze_shapes(picture);
  EXPECT_EQ(attributes(shapes, "d")[2], "M.5 .5h1M2.5 1.5v1");
  EXPECT_EQ(attributes(shapes, "stroke")[2], kColours[2].hex);
}

TEST(MazePicture, MarksTheEndsIfWanted) {
  MazePicture picture = walls_of(test::kComb);
  EXPECT_EQ(count_of(maze_shapes(picture), "<circle"), 0U);
  picture.ends = true;
  EXPECT_EQ(attributes(maze_shapes(picture), "cx"), (std::vector<std::string>{".5", "2.5", "2.5"}));
}

TEST(MazeSvg, IsWellFormedAtAnySize) {
  for (std::uint32_t size = 2; size <= 64; ++size) {
    const MazePicture picture = random_maze(size);
    for (const auto place : {SvgPlace::page, SvgPlace::file}) {
      const std::string svg = maze_svg(picture, place);
      ASSERT_TRUE(test::is_well_formed(svg)) << size;
      ASSERT_EQ(count_of(svg, "<path"), 2U);  // solution and walls
      ASSERT_LT(svg.size(), 1200U + 11U * size * size);
    }
  }
}

TEST(MazeSvg, TakesSizeAndColourFromItsPage) {
  const std::string svg = maze_svg(random_maze(8));
  EXPECT_EQ(attributes(svg, "viewBox").front(), "-.5 -.5 9 9");
  EXPECT_TRUE(attributes(svg, "width").empty());
  EXPECT_TRUE(attributes(svg, "color").empty());
  EXPECT_EQ(count_of(svg, "<style"), 0U);
  EXPECT_EQ(count_of(svg, "stroke=\"currentColor\""), 1U);
}

TEST(MazeSvg, HasItsOwnInAFile) {
  const std::string svg = maze_svg(random_maze(8), SvgPlace::file);
  EXPECT_EQ(attributes(svg, "width").front(), "216");
  EXPECT_EQ(attributes(svg, "height").front(), "216");
  EXPECT_EQ(attributes(svg, "color").size(), 1U);
  EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(MazeSvg, HasATitleForThoseWhoDoNotSeeIt) {
  EXPECT_NE(maze_svg(random_maze(5)).find("<title>Maze of 5 × 5 tiles with its solution</title>"), std::string::npos);
  MazePicture picture = walls_of(test::kComb);
  picture.title = R"(<b> & "c")";
  EXPECT_NE(maze_svg(picture).find("<title>&lt;b&gt; &amp; &quot;c&quot;</title>"), std::string::npos);
  EXPECT_TRUE(test::is_well_formed(maze_svg(picture)));
}

}  // namespace
}  // namespace mce::maze_picture_test
