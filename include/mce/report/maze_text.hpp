// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mce/report/maze_picture.hpp"

namespace mce {

struct MazeTextStyle {
  bool ascii = false;            ///< + - | instead of box-drawing characters
  bool coloured = false;         ///< with escape sequences for a terminal of 256 colours
  std::uint32_t tile_width = 3;  ///< characters inside a tile: 3, which looks square, or 1

  /// How many characters wide a maze of this size is.
  [[nodiscard]] std::uint32_t columns(std::uint32_t size) const { return size * (tile_width + 1) + 1; }
};

/// The lines of a maze as text, equally wide. S is the start, E the end, dots are the path; tiles in a colour bear its
/// mark.
std::vector<std::string> maze_lines(const MazePicture& picture, const MazeTextStyle& style);

}  // namespace mce
