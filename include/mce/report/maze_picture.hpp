// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/testbeds/maze.hpp"

namespace mce {

/// A colour on a page, and the one of a terminal's 256 that stands for it.
struct Colour {
  static constexpr int kNone = -1;
  std::string_view hex;
  int terminal;
};

/// Colours that the colour-blind can tell apart too (Okabe and Ito 2008), most easily the first ones.
inline constexpr std::array<Colour, 7> kColours = {{{"#56B4E9", 74},
                                                    {"#E69F00", 178},
                                                    {"#009E73", 36},
                                                    {"#CC79A7", 175},
                                                    {"#F0E442", 227},
                                                    {"#D55E00", 166},
                                                    {"#0072B2", 25}}};
inline constexpr Colour kPathColour = {"#2F81C9", 33};

/// Tiles in a colour, which bear a mark where there are no colours.
struct TilePatch {
  std::vector<std::uint32_t> tiles;
  Colour colour;
  char mark;
  double strength = 0.5;  ///< of the colour, 0 to 1: what is behind the picture shines through
};

/// An opening between two neighbours.
struct Opening {
  std::uint32_t from;
  std::uint32_t to;
  bool operator==(const Opening&) const = default;
};

/// What is drawn of a maze of W × W tiles: those that `Maze::tiles` gives, and if wanted, a path through them, tiles in
/// colours, some openings pointed out. The maze need not be perfect.
struct MazePicture {
  std::vector<Maze::Tile> tiles;
  std::vector<std::uint32_t> path;
  std::vector<TilePatch> patches;
  std::vector<Opening> openings;
  Colour opening_colour = kColours.front();
  bool ends = true;   ///< start and end are marked: the first tile and the last
  std::string title;  ///< for those who cannot see it, and where the pointer rests

  [[nodiscard]] std::uint32_t width() const;
};

/// A perfect maze with its solution.
MazePicture solved_maze(const Maze& testbed, std::span<const Maze::Gene> maze);

/// Where an SVG is going to be.
enum class SvgPlace : std::uint8_t {
  page,  ///< part of an HTML page, which says how large it is and what colour text has: so have the walls
  file,  ///< on its own or as an <img>, dark where people prefer that
};

std::string maze_svg(const MazePicture& picture, SvgPlace place = SvgPlace::page);

/// The shapes alone, for a larger drawing: a tile is a square of size 1, the first one has its corner at 0, 0.
std::string maze_shapes(const MazePicture& picture);

}  // namespace mce
