// SPDX-License-Identifier: MIT
#include "mce/report/maze_strip.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "mce/core/wording.hpp"
#include "svg.hpp"

namespace mce {
namespace {

using Gene = Maze::Gene;
using TileList = std::vector<std::uint32_t>;

constexpr Colour kDestroyed = kColours[5];
constexpr Colour kCutOff = kColours[1];
constexpr Colour kReconnected = kColours[2];
constexpr Colour kRejoined = kColours[5];
constexpr Colour kMainland = {"#8A94A0", Colour::kNone};

std::vector<Opening> new_openings(const Maze& testbed, std::span<const Gene> earlier, std::span<const Gene> later) {
  const std::uint32_t width = testbed.parameters().size;
  const auto before = testbed.tiles(earlier);
  const auto after = testbed.tiles(later);
  std::vector<Opening> openings;
  for (std::uint32_t tile = 0; tile < before.size(); ++tile) {
    const int added = after[tile] & ~before[tile];
    if ((added & Maze::kEast) != 0) openings.push_back({tile, tile + 1});
    if ((added & Maze::kSouth) != 0) openings.push_back({tile, tile + width});
  }
  return openings;
}

/// The tiles of each island, the largest one first.
std::vector<TileList> islands_by_size(const Maze& testbed, std::span<const Gene> maze) {
  const auto numbers = testbed.islands(maze);
  std::vector<TileList> islands(std::ranges::max(numbers) + 1);
  for (std::uint32_t tile = 0; tile < numbers.size(); ++tile) islands[numbers[tile]].push_back(tile);
  std::ranges::stable_sort(islands, std::ranges::greater(), &TileList::size);
  return islands;
}

/// For each island those that it has a border with.
std::vector<std::set<std::size_t>> neighbours_of(const std::vector<TileList>& islands, std::uint32_t width) {
  std::vector<std::size_t> island_of(std::size_t{width} * width);
  for (std::size_t island = 0; island < islands.size(); ++island) {
    for (const std::uint32_t tile : islands[island]) island_of[tile] = island;
  }
  std::vector<std::set<std::size_t>> neighbours(islands.size());
  const auto meet = [&](std::uint32_t tile, std::uint32_t other) {
    neighbours[island_of[tile]].insert(island_of[other]);
    neighbours[island_of[other]].insert(island_of[tile]);
  };
  for (std::uint32_t tile = 0; tile < width * width; ++tile) {
    if ((tile + 1) % width != 0) meet(tile, tile + 1);
    if (tile + width < width * width) meet(tile, tile + width);
  }
  return neighbours;
}

/// The largest island is plain. Every other one has the colour that is used least so far, and not by a neighbour if
/// that is possible.
std::vector<TilePatch> coloured_islands(const std::vector<TileList>& islands, std::uint32_t width) {
  constexpr std::string_view kMarks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const auto neighbours = neighbours_of(islands, width);
  std::array<std::size_t, kColours.size()> uses{};
  std::vector<std::size_t> colour_of(islands.size());
  std::vector<TilePatch> patches = {{.tiles = islands.front(), .colour = kMainland, .mark = ' ', .strength = 0.25}};
  for (std::size_t island = 1; island < islands.size(); ++island) {
    std::array<std::pair<bool, std::size_t>, kColours.size()> cost{};
    for (std::size_t colour = 0; colour < cost.size(); ++colour) cost[colour].second = uses[colour];
    for (const std::size_t other : neighbours[island]) {
      if (other > 0 && other < island) cost[colour_of[other]].first = true;
    }
    const auto best = static_cast<std::size_t>(std::ranges::min_element(cost) - cost.begin());
    ++uses[best];
    colour_of[island] = best;
    patches.push_back(
        {.tiles = islands[island], .colour = kColours[best], .mark = kMarks[(island - 1) % kMarks.size()]});
  }
  return patches;
}

class Strip {
 public:
  Strip(const Maze& testbed, const Maze::Mutation& mutation) : testbed_(testbed), mutation_(mutation) {}

  [[nodiscard]] std::vector<MazePanel> panels() const {
    return {solved("Initial maze", mutation_.before), destroyed(), reconnected(), islands(), rejoined(),
            solved("Final maze", mutation_.after)};
  }

 private:
  [[nodiscard]] MazePanel panel(std::string heading, std::string note, std::span<const Gene> maze) const {
    std::string title = heading + ": " + note;
    return {.heading = std::move(heading),
            .note = std::move(note),
            .picture = {.tiles = testbed_.tiles(maze),
                        .path = {},
                        .patches = {},
                        .openings = {},
                        .ends = false,
                        .title = std::move(title)}};
  }

  [[nodiscard]] MazePanel solved(std::string heading, std::span<const Gene> maze) const {
    const auto path = testbed_.solution(maze);
    MazePanel result = panel(std::move(heading), fmt::format("solution of {} tiles", path.size()), maze);
    result.picture.path = path;
    result.picture.ends = true;
    return result;
  }

  /// The tiles without any opening that are not destroyed themselves.
  [[nodiscard]] TileList cut_off() const {
    TileList tiles;
    const auto codes = testbed_.tiles(mutation_.destroyed);
    for (std::uint32_t tile = 0; tile < codes.size(); ++tile) {
      if (codes[tile] == 0 && !std::ranges::binary_search(mutation_.destroyed_tiles, tile)) tiles.push_back(tile);
    }
    return tiles;
  }

  [[nodiscard]] MazePanel destroyed() const {
    const TileList others = cut_off();
    std::string note = wording::count(mutation_.destroyed_tiles.size(), "tile");
    if (!others.empty()) note += fmt::format(", {} more cut off", others.size());
    MazePanel result = panel("Destroyed tiles", std::move(note), mutation_.destroyed);
    result.picture.patches.push_back({mutation_.destroyed_tiles, kDestroyed, 'x'});
    if (!others.empty()) result.picture.patches.push_back({others, kCutOff, 'o'});
    return result;
  }

  [[nodiscard]] MazePanel reconnected() const {
    TileList tiles = cut_off();
    tiles.insert(tiles.end(), mutation_.destroyed_tiles.begin(), mutation_.destroyed_tiles.end());
    auto openings = new_openings(testbed_, mutation_.destroyed, mutation_.reconnected);
    const bool none = openings.empty();
    MazePanel result = panel(
        "Repair 1: reconnected tiles",
        none ? "no tile to connect them to" : wording::count(openings.size(), "opening") + " by depth-first search",
        mutation_.reconnected);
    if (!none) result.picture.patches.push_back({std::move(tiles), kReconnected, '+'});
    result.picture.openings = std::move(openings);
    result.picture.opening_colour = kReconnected;
    return result;
  }

  [[nodiscard]] MazePanel islands() const {
    const auto islands = islands_by_size(testbed_, mutation_.reconnected);
    MazePanel result = panel("Islands", islands.size() == 1 ? "only one" : fmt::format("{} of them", islands.size()),
                             mutation_.reconnected);
    result.picture.patches = coloured_islands(islands, testbed_.parameters().size);
    return result;
  }

  [[nodiscard]] MazePanel rejoined() const {
    auto openings = new_openings(testbed_, mutation_.reconnected, mutation_.after);
    MazePanel result =
        panel("Repair 2: rejoined islands",
              openings.empty() ? "nothing to do" : wording::count(openings.size(), "opening") + " between islands",
              mutation_.after);
    result.picture.patches = islands().picture.patches;
    result.picture.openings = std::move(openings);
    result.picture.opening_colour = kRejoined;
    return result;
  }

  const Maze& testbed_;
  const Maze::Mutation& mutation_;
};

}  // namespace

std::vector<MazePanel> mutation_strip(const Maze& testbed, const Maze::Mutation& mutation) {
  return Strip(testbed, mutation).panels();
}

std::string strip_svg(std::span<const MazePanel> panels, SvgPlace place, std::uint32_t columns) {
  constexpr double kMargin = 24;
  constexpr double kSide = 240;  // of a maze
  constexpr double kGap = 36;
  constexpr double kHeader = 52;
  const auto in_a_row = std::min<std::size_t>(columns, panels.size());
  const auto rows = (panels.size() + in_a_row - 1) / in_a_row;
  std::string shapes = fmt::format("<g fill=\"currentColor\" font-family=\"{}\">\n", kFont);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto& [heading, note, picture] = panels[i];
    const double x = static_cast<double>(i % in_a_row) * (kSide + kGap);
    const std::size_t row = i / in_a_row;
    const double y = static_cast<double>(row) * (kSide + kHeader + kGap);
    shapes += fmt::format("<g transform=\"translate({} {})\">\n<title>{}</title>\n", short_number(x), short_number(y),
                          escape_markup(picture.title));
    shapes += fmt::format(
        R"(<text y="14" font-size="14" font-weight="600"><tspan opacity=".5">{}</tspan><tspan dx="8">{}</tspan></text>)",
        i + 1, escape_markup(heading));
    shapes += fmt::format(R"(<text y="34" font-size="12.5" opacity=".7">{}</text>)", escape_markup(note));
    shapes += fmt::format("\n<g transform=\"translate(0 {}) scale({})\">\n{}</g>\n</g>\n", short_number(kHeader),
                          short_number(kSide / picture.width()), maze_shapes(picture));
  }
  shapes += "</g>\n";
  const SvgFrame frame = {.left = -kMargin,
                          .width = static_cast<double>(in_a_row) * (kSide + kGap) - kGap + 2 * kMargin,
                          .height = static_cast<double>(rows) * (kSide + kHeader + kGap) - kGap + 2 * kMargin,
                          .scale = 1};
  return svg_document(frame, "Mutation of a maze, step by step", place, shapes);
}

std::string strip_text(std::span<const MazePanel> panels, const MazeTextStyle& style, std::uint32_t characters) {
  constexpr std::size_t kMost = 3;
  constexpr std::size_t kGap = 3;
  std::size_t wide = style.columns(panels.front().picture.width());
  for (const MazePanel& panel : panels) wide = std::max({wide, panel.heading.size() + 3, panel.note.size()});
  const std::size_t in_a_row = std::clamp<std::size_t>((characters + kGap) / (wide + kGap), 1, kMost);
  std::string text;
  for (std::size_t first = 0; first < panels.size(); first += in_a_row) {
    const auto row = panels.subspan(first, std::min(in_a_row, panels.size() - first));
    std::vector<std::string> lines(2 + 2 * std::size_t{row.front().picture.width()} + 1);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto add = [&](std::size_t line, const std::string& part, std::size_t part_width) {
        lines[line] += part;
        if (i + 1 < row.size()) lines[line] += std::string(wide + kGap - part_width, ' ');
      };
      const std::string heading = fmt::format("{}  {}", first + i + 1, row[i].heading);
      add(0, heading, heading.size());
      add(1, row[i].note, row[i].note.size());
      const auto maze = maze_lines(row[i].picture, style);
      for (std::size_t j = 0; j < maze.size(); ++j) add(2 + j, maze[j], style.columns(row[i].picture.width()));
    }
    if (first > 0) text += '\n';
    for (const std::string& line : lines) text += line + '\n';
  }
  return text;
}

}  // namespace mce
