// SPDX-License-Identifier: MIT
#include "mce/report/maze_picture.hpp"

#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "svg.hpp"

namespace mce {
namespace {

/// A position in tiles, or a step of one tile.
struct Point {
  int x;
  int y;
  bool operator==(const Point&) const = default;
  Point operator-(const Point& other) const { return {x - other.x, y - other.y}; }
};

Point point_of(std::uint32_t tile, std::uint32_t width) {
  return {static_cast<int>(tile % width), static_cast<int>(tile / width)};
}

/// All walls as one path. Walls in a line are one stroke; strokes have round ends, so they join well.
std::string wall_strokes(std::span<const Maze::Tile> tiles, std::uint32_t width) {
  std::string data;
  const auto add_line = [&](std::uint32_t line, bool horizontal, Maze::Tile before, Maze::Tile behind) {
    const auto is_wall = [&](std::uint32_t i) {
      const auto tile_of = [&](std::uint32_t across) { return horizontal ? across * width + i : i * width + across; };
      return line < width ? (tiles[tile_of(line)] & before) == 0 : (tiles[tile_of(line - 1)] & behind) == 0;
    };
    for (std::uint32_t start = 0; start < width; ++start) {
      if (!is_wall(start)) continue;
      std::uint32_t end = start + 1;
      while (end < width && is_wall(end)) ++end;
      data += horizontal ? fmt::format("M{} {}h{}", start, line, end - start)
                         : fmt::format("M{} {}v{}", line, start, end - start);
      start = end;
    }
  };
  for (std::uint32_t line = 0; line <= width; ++line) add_line(line, true, Maze::kNorth, Maze::kSouth);
  for (std::uint32_t line = 0; line <= width; ++line) add_line(line, false, Maze::kWest, Maze::kEast);
  return data;
}

/// Some tiles as an area, a rectangle for neighbours in a row.
std::string area(std::span<const std::uint32_t> tiles, std::uint32_t width) {
  std::vector<bool> inside(std::size_t{width} * width + 1);
  for (const std::uint32_t tile : tiles) inside[tile] = true;
  std::string data;
  for (std::uint32_t start = 0; start < width * width; ++start) {
    if (!inside[start]) continue;
    std::uint32_t end = start + 1;
    while (inside[end] && end % width != 0) ++end;
    data += fmt::format("M{} {}h{}v1h-{}z", start % width, start / width, end - start, end - start);
    start = end - 1;
  }
  return data;
}

std::string straight(const Point& way, double length) {
  return (way.x != 0 ? "h" : "v") + short_number((way.x + way.y) * length);
}

/// A line through the middles of neighbouring tiles, round where it turns. It ends `early`, in tiles.
std::string soft_line(std::span<const std::uint32_t> path, std::uint32_t width, double early) {
  constexpr double kRadius = 0.35;
  const auto way_from = [&](std::size_t i) { return point_of(path[i + 1], width) - point_of(path[i], width); };
  const Point first = point_of(path.front(), width);
  std::string data = fmt::format("M{} {}", short_number(first.x + 0.5), short_number(first.y + 0.5));
  double length = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Point way = way_from(i);
    length += 1;
    if (i + 2 == path.size()) {
      data += straight(way, length - early);
    } else if (const Point next = way_from(i + 1); next != way) {
      data += straight(way, length - kRadius);
      data += fmt::format("q{} {} {} {}", short_number(way.x * kRadius), short_number(way.y * kRadius),
                          short_number((way.x + next.x) * kRadius), short_number((way.y + next.y) * kRadius));
      length = -kRadius;
    }
  }
  return data;
}

std::string stroke(std::string_view colour, double thickness, const std::string& data) {
  return fmt::format(
      R"(<path fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round" d="{}"/>)"
      "\n",
      colour, short_number(thickness), data);
}

constexpr double kTargetRadius = 0.29;

/// A disc where to start, and a target where to end.
std::string end_marks(std::uint32_t width) {
  const std::string end = short_number(width - 0.5);
  return fmt::format(R"(<g fill="{0}"><circle cx=".5" cy=".5" r=".28"/><circle cx="{1}" cy="{1}" r=".12"/>)"
                     R"(<circle cx="{1}" cy="{1}" r="{2}" fill="none" stroke="{0}" stroke-width=".11"/></g>)"
                     "\n",
                     kPathColour.hex, end, short_number(kTargetRadius));
}

/// Openings as planks across them.
std::string planks(std::span<const Opening> openings, std::uint32_t width, std::string_view colour) {
  std::string data;
  for (const auto& [from, to] : openings) data += soft_line(std::array{from, to}, width, 0);
  return stroke("currentColor", 0.42, data) + stroke(colour, 0.24, data);
}

}  // namespace

std::uint32_t MazePicture::width() const {
  return static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(tiles.size()))));
}

MazePicture solved_maze(const Maze& testbed, std::span<const Maze::Gene> maze) {
  const std::uint32_t size = testbed.parameters().size;
  return {.tiles = testbed.tiles(maze),
          .path = testbed.solution(maze),
          .patches = {},
          .openings = {},
          .title = fmt::format("Maze of {} × {} tiles with its solution", size, size)};
}

std::string maze_shapes(const MazePicture& picture) {
  const std::uint32_t width = picture.width();
  std::string shapes;
  for (const TilePatch& patch : picture.patches) {
    shapes += fmt::format("<path fill=\"{}\" fill-opacity=\"{}\" d=\"{}\"/>\n", patch.colour.hex,
                          short_number(patch.strength), area(patch.tiles, width));
  }
  if (!picture.path.empty()) {
    shapes += stroke(kPathColour.hex, 0.26, soft_line(picture.path, width, picture.ends ? kTargetRadius : 0));
  }
  shapes += stroke("currentColor", 0.11, wall_strokes(picture.tiles, width));
  if (!picture.openings.empty()) shapes += planks(picture.openings, width, picture.opening_colour.hex);
  if (picture.ends) shapes += end_marks(width);
  return shapes;
}

std::string maze_svg(const MazePicture& picture, SvgPlace place) {
  constexpr double kMargin = 0.5;
  constexpr double kTilePixels = 24;  // of a tile
  const double side = picture.width() + 2 * kMargin;
  const SvgFrame frame = {.left = -kMargin, .width = side, .height = side, .scale = kTilePixels};
  return svg_document(frame, picture.title, place, maze_shapes(picture));
}

}  // namespace mce
