// SPDX-License-Identifier: MIT
#include "mce/report/maze_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/maze_drawing.hpp"

namespace mce::maze_text_test {
namespace {

using test::drawn;
using test::Tiles;

const Tiles kCrooked = drawn(R"(
    +--+--+--+
    |     |  |
    +--+  +  +
    |        |
    +  +--+--+
    |        |
    +--+--+--+)");

MazePicture solved(const Tiles& tiles) {
  const Maze testbed({.size = 3});
  return solved_maze(testbed, testbed.genome(tiles));
}

/// The lines as one text that begins with a line end, so that it can be drawn in the code.
std::string text_of(const MazePicture& picture, const MazeTextStyle& style) {
  std::string text;
  for (const std::string& line : maze_lines(picture, style)) text += "\n" + line;
  return text;
}

TEST(MazeText, InLines) {
  EXPECT_EQ(text_of(solved(kCrooked), {}), R"(
╭───────┬───╮
│ S • • │   │
├───╴ • ╵   │
│ • • •     │
│ • ╶───────┤
│ • • • • E │
╰───────────╯)");
}

TEST(MazeText, InAscii) {
  EXPECT_EQ(text_of(solved(kCrooked), {.ascii = true}), R"(
+---+---+---+
| S . . |   |
+---+ . +   +
| . . .     |
+ . +---+---+
| . . . . E |
+---+---+---+)");
}

TEST(MazeText, WithNarrowTiles) {
  EXPECT_EQ(text_of(solved(kCrooked), {.tile_width = 1}), R"(
╭───┬─╮
│S••│ │
├─╴•╵ │
│•••  │
│•╶───┤
│••••E│
╰─────╯)");
  EXPECT_EQ(text_of(solved(kCrooked), {.ascii = true, .tile_width = 1}), R"(
+-+-+-+
|S..| |
+-+.+ +
|...  |
+.+-+-+
|....E|
+-+-+-+)");
}

TEST(MazeText, HasAJointForEveryWayThatWallsMeet) {
  MazePicture picture = {.tiles = drawn(R"(
      +--+--+--+
      |  |     |
      +--+--+  +
      |  |     |
      +  +  +--+
      |        |
      +--+--+--+)"),
                         .path = {},
                         .patches = {},
                         .openings = {},
                         .ends = false,
                         .title = ""};
  EXPECT_EQ(text_of(picture, {.tile_width = 1}), R"(
╭─┬───╮
│ │   │
├─┼─╴ │
│ │   │
│ ╵ ╶─┤
│     │
╰─────╯)");
  picture.tiles = Tiles(4, Maze::kNorth | Maze::kEast | Maze::kSouth | Maze::kWest);  // no walls at all
  EXPECT_EQ(text_of(picture, {.tile_width = 1}), "\n     \n     \n     \n     \n     ");
}

TEST(MazeText, MarksTilesAndOpenings) {
  MazePicture picture = solved(kCrooked);
  picture.path.clear();
  picture.ends = false;
  picture.patches = {{.tiles = {0, 4}, .colour = kColours[0], .mark = 'x'},
                     {.tiles = {8}, .colour = kColours[1], .mark = 'y'}};
  picture.openings = {{.from = 0, .to = 1}, {.from = 3, .to = 6}};
  EXPECT_EQ(text_of(picture, {}), R"(
╭───────┬───╮
│ x •   │   │
├───╴   ╵   │
│     x     │
│ • ╶───────┤
│         y │
╰───────────╯)");
  EXPECT_EQ(text_of(picture, {.ascii = true}), R"(
+---+---+---+
| x *   |   |
+---+   +   +
|     x     |
+ * +---+---+
|         y |
+---+---+---+)");
}

TEST(MazeText, ColoursThePathAndEndsEveryColour) {
  const auto lines = maze_lines(solved(kCrooked), {.coloured = true});
  EXPECT_EQ(lines[0], "╭───────┬───╮");
  EXPECT_EQ(lines[3], "│ \x1b[1;38;5;33m•\x1b[0m \x1b[1;38;5;33m•\x1b[0m \x1b[1;38;5;33m•\x1b[0m     │");
}

TEST(MazeText, PaintsAnAreaWithoutGapsBetweenConnectedTiles) {
  MazePicture picture = solved(kCrooked);
  picture.path.clear();
  picture.ends = false;
  picture.patches = {{.tiles = {0, 1, 4}, .colour = {"#000000", 99}, .mark = ' '}};
  const auto lines = maze_lines(picture, {.coloured = true, .tile_width = 1});
  // The mark and what is behind it are one colour, what is behind the opening alone another.
  EXPECT_EQ(lines[1],
            "│\x1b[1;38;5;16m\x1b[48;5;99m \x1b[0m\x1b[48;5;99m \x1b[0m\x1b[1;38;5;16m\x1b[48;5;99m \x1b[0m│ │");
  EXPECT_EQ(lines[2], "├─╴\x1b[48;5;99m \x1b[0m╵ │");
  EXPECT_EQ(lines[3], "│  \x1b[1;38;5;16m\x1b[48;5;99m \x1b[0m  │");
}

TEST(MazeText, HasLinesOfTheWidthItSays) {
  const MazeTextStyle wide = {.ascii = true};
  const MazeTextStyle narrow = {.ascii = true, .tile_width = 1};
  EXPECT_EQ(wide.columns(16), 65U);
  EXPECT_EQ(narrow.columns(16), 33U);
  for (const MazeTextStyle& style : {wide, narrow}) {
    for (const std::string& line : maze_lines(solved(kCrooked), style)) EXPECT_EQ(line.size(), style.columns(3));
  }
}

}  // namespace
}  // namespace mce::maze_text_test
