// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mce/testbeds/maze.hpp"

namespace mce::test {

using Tiles = std::vector<Maze::Tile>;

/// The codes of the tiles of a drawn maze. Every tile is two blanks; `--` and `|` are walls; a gap in a wall is an
/// opening:
///     +--+--+
///     |     |
///     +  +--+
///     |     |
///     +--+--+
/// The drawing may be indented (its first line says how far), and may show mazes that are not perfect.
inline Tiles drawn(std::string_view drawing) {
  std::vector<std::string_view> lines;
  std::size_t indent = 0;
  while (!drawing.empty()) {
    const std::string_view line = drawing.substr(0, drawing.find('\n'));
    drawing.remove_prefix(std::min(line.size() + 1, drawing.size()));
    if (lines.empty()) indent = line.find_first_not_of(' ');
    if (line.size() > indent) lines.push_back(line.substr(indent));
  }
  const std::size_t width = lines.size() / 2;
  for (const std::string_view line : lines) {
    if (line.size() != 3 * width + 1) throw std::invalid_argument("not a maze: " + std::string(line));
  }
  Tiles tiles;
  for (std::size_t row = 1; row < lines.size(); row += 2) {
    for (std::size_t column = 1; column < 3 * width; column += 3) {
      unsigned tile = 0;
      if (lines[row - 1][column] == ' ') tile |= Maze::kNorth;
      if (lines[row][column + 2] == ' ') tile |= Maze::kEast;
      if (lines[row + 1][column] == ' ') tile |= Maze::kSouth;
      if (lines[row][column - 1] == ' ') tile |= Maze::kWest;
      tiles.push_back(static_cast<Maze::Tile>(tile));
    }
  }
  return tiles;
}

/// The four mazes of 2 × 2, named after the wall they have.
inline const Tiles kTopWall = drawn("+--+--+\n|  |  |\n+  +  +\n|     |\n+--+--+");
inline const Tiles kRightWall = drawn("+--+--+\n|     |\n+  +--+\n|     |\n+--+--+");
inline const Tiles kBottomWall = drawn("+--+--+\n|     |\n+  +  +\n|  |  |\n+--+--+");
inline const Tiles kLeftWall = drawn("+--+--+\n|     |\n+--+  +\n|     |\n+--+--+");

/// Left and right are mirror images, top and bottom are not.
inline const Tiles kComb = drawn(R"(
    +--+--+--+
    |        |
    +  +  +  +
    |  |  |  |
    +  +  +  +
    |  |  |  |
    +--+--+--+)");

}  // namespace mce::test
