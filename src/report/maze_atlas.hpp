// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "feature_axes.hpp"
#include "mce/core/grid.hpp"
#include "mce/report/maze_picture.hpp"

namespace mce {

/// A map of mazes with two features, to be drawn: its fitness in colours, and some of its mazes around it.
struct MazeAtlas {
  struct Cell {
    std::uint32_t column;
    std::uint32_t row;  ///< upwards
    double fitness;
    std::vector<Maze::Tile> tiles;  ///< of the elite
    std::string shape = {};         ///< if it is not that bin: a path of SVG, in bins from the upper left
  };
  FeatureAxis x;
  FeatureAxis y;
  std::string fitness_name;
  Interval fitness_bounds;  ///< the ends of the scale of colours
  std::vector<Cell> cells;  ///< the filled ones
};

/// The fittest cell, then again and again the one that is farthest from all chosen ones: up to `count` of them.
std::vector<std::size_t> well_spread(std::span<const MazeAtlas::Cell> cells, std::size_t count);

/// The map with up to 16 mazes around it, each joined to its cell by a line. No two lines cross. Throws
/// std::invalid_argument or Error for tiles that are no perfect maze.
std::string atlas_svg(const MazeAtlas& atlas, SvgPlace place = SvgPlace::page);

}  // namespace mce
