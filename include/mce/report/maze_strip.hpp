// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mce/report/maze_picture.hpp"
#include "mce/report/maze_text.hpp"

namespace mce {

/// A picture with a heading and what is to be said of it.
struct MazePanel {
  std::string heading;
  std::string note;
  MazePicture picture;
};

/// A mutation in six pictures, as in the paper's figure: the initial maze with its solution, destroyed tiles,
/// reconnected ones, islands, rejoined islands, the final maze with its solution.
std::vector<MazePanel> mutation_strip(const Maze& testbed, const Maze::Mutation& mutation);

/// The panels as one SVG, so many beside each other.
std::string strip_svg(std::span<const MazePanel> panels, SvgPlace place = SvgPlace::page, std::uint32_t columns = 3);

/// The panels as text, as many beside each other as fit into so many characters, three at most.
std::string strip_text(std::span<const MazePanel> panels, const MazeTextStyle& style, std::uint32_t characters);

}  // namespace mce
