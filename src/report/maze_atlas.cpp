// SPDX-License-Identifier: MIT
#include "maze_atlas.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "mce/report/viridis.hpp"
#include "svg.hpp"

namespace mce {
namespace {

using Cell = MazeAtlas::Cell;

struct Spot {
  double x;
  double y;
};

double distance(const Spot& a, const Spot& b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Mazes stand on the four sides of the map, four on each, with the corners left free. All in pixels.
constexpr double kMaze = 112;
constexpr double kMazeGap = 20;
constexpr std::size_t kOnASide = 4;
constexpr double kInner = kOnASide * kMaze + (kOnASide - 1) * kMazeGap;  // what the mazes are around
constexpr double kWhole = kInner + 2 * (kMaze + kMazeGap);
constexpr double kMap = 436;
constexpr Spot kMapCorner = {(kWhole - kMap) / 2, (kWhole - kMap) / 2};
constexpr double kAtlasMargin = 20;

/// A place for a maze: its corner, and where the line to the map begins.
struct Slot {
  Spot corner;
  Spot anchor;
};

std::vector<Slot> slots() {
  constexpr double kAway = 5;
  constexpr double kFar = kWhole - kMaze;
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < kOnASide; ++i) {
    const double along = (kMaze + kMazeGap) * static_cast<double>(i + 1);
    const double middle = along + kMaze / 2;
    slots.push_back({{along, 0}, {middle, kMaze + kAway}});
    slots.push_back({{along, kFar}, {middle, kFar - kAway}});
    slots.push_back({{0, along}, {kMaze + kAway, middle}});
    slots.push_back({{kFar, along}, {kFar - kAway, middle}});
  }
  return slots;
}

Spot middle_of(const MazeAtlas& atlas, const Cell& cell) {
  return {kMapCorner.x + kMap * (cell.column + 0.5) / atlas.x.bins,
          kMapCorner.y + kMap * (atlas.y.bins - cell.row - 0.5) / atlas.y.bins};
}

constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

/// Which cell each slot shows. Two lines that cross are longer than the two of the same ends that do not, so none cross
/// once no exchange makes them shorter.
std::vector<std::size_t> seated(const MazeAtlas& atlas, std::span<const std::size_t> chosen,
                                std::span<const Slot> places) {
  std::vector<std::size_t> guests(places.size(), kNobody);
  std::ranges::copy(chosen, guests.begin());
  const auto length = [&](std::size_t place, std::size_t guest) {
    return guest == kNobody ? 0 : distance(places[place].anchor, middle_of(atlas, atlas.cells[guest]));
  };
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = 0; i < guests.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        constexpr double kLeast = 1e-9;  // rounding must not make it go on for ever
        if (length(i, guests[j]) + length(j, guests[i]) + kLeast < length(i, guests[i]) + length(j, guests[j])) {
          std::swap(guests[i], guests[j]);
          better = true;
        }
      }
    }
  }
  return guests;
}

/// The cells, a path for each of a few dozen colours.
std::string heat_map(const MazeAtlas& atlas) {
  constexpr double kLevels = 40;
  const auto& [low, high] = atlas.fitness_bounds;
  std::map<double, std::string> levels;
  for (const Cell& cell : atlas.cells) {
    const double share = high > low ? (cell.fitness - low) / (high - low) : 1;
    levels[std::round(std::clamp(share, 0.0, 1.0) * kLevels) / kLevels] +=
        cell.shape.empty() ? fmt::format("M{} {}h1v1h-1z", cell.column, atlas.y.bins - 1 - cell.row) : cell.shape;
  }
  std::string shapes = fmt::format(
      R"(<rect x="{0}" y="{1}" width="{2}" height="{2}" fill="currentColor" fill-opacity=".06" stroke="currentColor" stroke-opacity=".35"/>)"
      "\n",
      short_number(kMapCorner.x), short_number(kMapCorner.y), short_number(kMap));
  shapes += fmt::format("<g transform=\"translate({} {}) scale({} {})\" shape-rendering=\"crispEdges\">\n",
                        short_number(kMapCorner.x), short_number(kMapCorner.y), short_number(kMap / atlas.x.bins),
                        short_number(kMap / atlas.y.bins));
  for (const auto& [share, data] : levels) {
    shapes += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", hex(viridis(share)), data);
  }
  return shapes + "</g>\n";
}

std::string label(const Spot& at, std::string_view anchor, const std::string& text, std::string_view more = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", short_number(at.x), short_number(at.y),
                     anchor, more, escape_markup(text));
}

/// What the axes are, in the free corner at the bottom left: beside the map, lines would cross it.
std::string axes(const MazeAtlas& atlas) {
  std::string text;
  double y = kWhole - 66;
  for (const auto& [arrow, axis] : {std::pair("→", &atlas.x), std::pair("↑", &atlas.y)}) {
    text += label({0, y}, "start", axis->name);
    text += label({0, y + 17}, "start", fmt::format("{} {:g} to {:g}", arrow, axis->bounds.low, axis->bounds.high),
                  R"( opacity=".7")");
    y += 44;
  }
  return text;
}

/// The scale of colours, in the free corner at the top left.
std::string scale(const MazeAtlas& atlas) {
  constexpr double kTop = 40;
  std::string stops;
  for (int i = 0; i <= 8; ++i) {
    stops += fmt::format(R"(<stop offset="{}" stop-color="{}"/>)", short_number(i / 8.0), hex(viridis(i / 8.0)));
  }
  return fmt::format("<defs><linearGradient id=\"atlas-fitness\">{}</linearGradient></defs>\n", stops) +
         label({0, kTop - 10}, "start", atlas.fitness_name) +
         fmt::format("<rect y=\"{}\" width=\"{}\" height=\"10\" rx=\"2\" fill=\"url(#atlas-fitness)\"/>\n",
                     short_number(kTop), short_number(kMaze)) +
         label({0, kTop + 26}, "start", fmt::format("{:g}", atlas.fitness_bounds.low)) +
         label({kMaze, kTop + 26}, "end", fmt::format("{:g}", atlas.fitness_bounds.high));
}

/// A line with a rim, so that it is seen on light pages, on dark pages and on every colour of the map.
std::string link(const Spot& from, const Spot& to) {
  const std::string data =
      fmt::format("M{} {}L{} {}", short_number(from.x), short_number(from.y), short_number(to.x), short_number(to.y));
  return fmt::format(R"(<path d="{0}" stroke="#808890" stroke-width="3" stroke-opacity=".5"/>)"
                     R"(<path d="{0}" stroke="currentColor"/>)"
                     R"(<circle cx="{1}" cy="{2}" r="3.8" fill="#fff" stroke="#1f2933" stroke-width="1.3"/>)"
                     "\n",
                     data, short_number(to.x), short_number(to.y));
}

std::string drawn_maze(const MazeAtlas& atlas, const Cell& cell, const Spot& corner) {
  MazePicture picture = {.tiles = cell.tiles, .path = {}, .patches = {}, .openings = {}, .title = ""};
  const std::uint32_t size = picture.width();
  const Maze testbed({.size = size});
  const std::vector<Maze::Gene> maze = testbed.genome(cell.tiles);
  testbed.check(maze);
  picture.path = testbed.solution(maze);
  const auto value = [](const FeatureAxis& axis, std::uint32_t bin) {
    return axis.bounds.low + (axis.bounds.high - axis.bounds.low) * (bin + 0.5) / axis.bins;
  };
  const std::string title =
      fmt::format("{} {:.3g}, {} about {:.2g}, {} about {:.2g}", atlas.fitness_name, cell.fitness, atlas.x.name,
                  value(atlas.x, cell.column), atlas.y.name, value(atlas.y, cell.row));
  return fmt::format("<g transform=\"translate({} {}) scale({})\">\n<title>{}</title>\n{}</g>\n",
                     short_number(corner.x), short_number(corner.y), short_number(kMaze / size), escape_markup(title),
                     maze_shapes(picture));
}

}  // namespace

std::vector<std::size_t> well_spread(std::span<const Cell> cells, std::size_t count) {
  std::vector<std::size_t> chosen;
  std::vector<double> room(cells.size(), std::numeric_limits<double>::infinity());  // to the nearest chosen one
  auto next = static_cast<std::size_t>(std::ranges::max_element(cells, {}, &Cell::fitness) - cells.begin());
  while (chosen.size() < std::min(count, cells.size())) {
    chosen.push_back(next);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Spot here = {static_cast<double>(cells[i].column), static_cast<double>(cells[i].row)};
      const Spot there = {static_cast<double>(cells[next].column), static_cast<double>(cells[next].row)};
      room[i] = std::min(room[i], distance(here, there));
    }
    next = static_cast<std::size_t>(std::ranges::max_element(room) - room.begin());
  }
  return chosen;
}

std::string atlas_svg(const MazeAtlas& atlas, SvgPlace place) {
  const std::vector<Slot> places = slots();
  const auto guests = seated(atlas, well_spread(atlas.cells, places.size()), places);
  std::string mazes;
  std::string links;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (guests[i] == kNobody) continue;
    const Cell& cell = atlas.cells[guests[i]];
    mazes += drawn_maze(atlas, cell, places[i].corner);
    links += link(places[i].anchor, middle_of(atlas, cell));
  }
  const std::string shapes = fmt::format("<g fill=\"currentColor\" font-family=\"{}\" font-size=\"12\">\n", kFont) +
                             scale(atlas) + heat_map(atlas) + axes(atlas) + "</g>\n" + "<g fill=\"none\">\n" + links +
                             "</g>\n" + mazes;
  const SvgFrame frame = {
      .left = -kAtlasMargin, .width = kWhole + 2 * kAtlasMargin, .height = kWhole + 2 * kAtlasMargin, .scale = 1};
  const std::string title =
      fmt::format("Map of mazes: {} by {} and {}", atlas.fitness_name, atlas.x.name, atlas.y.name);
  return svg_document(frame, title, place, shapes);
}

}  // namespace mce
