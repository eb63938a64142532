// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "commands.hpp"
#include "mce/report/maze_strip.hpp"
#include "mce/run/files.hpp"
#include "mce/run/profile.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "options.hpp"
#include "overwriting.hpp"
#include "terminal.hpp"

namespace mce::app {
namespace {

using Genome = std::vector<Maze::Gene>;
using Metric = Maze::Metric;

/// The codes of --tiles, with commas, blanks or line ends between them.
std::vector<Maze::Tile> parse_tiles(std::string text) {
  std::ranges::replace_if(text, [](char letter) { return letter == ' ' || letter == '\t' || letter == '\n'; }, ',');
  std::vector<Maze::Tile> tiles;
  for (const std::string& code : split(text, ',')) {
    if (code.empty()) continue;
    try {
      tiles.push_back(static_cast<Maze::Tile>(parse_whole(code, 0, 15)));
    } catch (const std::invalid_argument&) {
      throw std::invalid_argument(
          fmt::format("--tiles: tile {} is {}; allowed are whole numbers from 0 to 15", tiles.size(), in_quotes(code)));
    }
  }
  return tiles;
}

/// The size of a maze of so many tiles.
std::uint32_t size_for(std::size_t tiles) {
  const auto size = static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(tiles))));
  if (std::size_t{size} * size != tiles || size < 2 || size > 64) {
    throw std::invalid_argument(
        fmt::format("--tiles: {} of them make no square; allowed are 4, 9, 16 … 4096 (2 × 2 to 64 × 64)", tiles));
  }
  return size;
}

Maze testbed_of(const MazeOptions& options, const std::vector<Maze::Tile>& tiles) {
  Settings settings = profile(options.profile).testbed("maze").settings;
  if (!options.tiles.empty()) settings.emplace_back("size", std::to_string(size_for(tiles.size())));
  for (const std::string& text : options.settings) settings.emplace_back(parse_setting(text, "--set"));
  if (!options.size.empty()) {
    settings.emplace_back("size", std::to_string(whole_option("--size", options.size, Maze::Parameters::kSmallest,
                                                              Maze::Parameters::kLargest)));
  }
  return std::get<Maze>(testbed_kind("maze").make(settings));
}

/// An opening that could be closed with all tiles still connected, if there is one.
std::optional<Opening> needless_opening(const Maze& testbed, std::vector<Maze::Tile> tiles) {
  const std::uint32_t width = testbed.parameters().size;
  const auto islands = [&] { return std::ranges::max(testbed.islands(testbed.genome(tiles))); };
  const auto before = islands();
  for (std::uint32_t tile = 0; tile < tiles.size(); ++tile) {
    for (const auto& [side, opposite, step] :
         {std::tuple(Maze::kEast, Maze::kWest, 1U), std::tuple(Maze::kSouth, Maze::kNorth, width)}) {
      if ((tiles[tile] & side) == 0) continue;
      tiles[tile] ^= side;
      tiles[tile + step] ^= opposite;
      if (islands() == before) return Opening{tile, tile + step};
      tiles[tile] ^= side;
      tiles[tile + step] ^= opposite;
    }
  }
  return std::nullopt;
}

/// The maze that --tiles describes.
Genome given_maze(const Maze& testbed, const std::vector<Maze::Tile>& tiles) {
  Genome maze;
  try {
    maze = testbed.genome(tiles);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("--tiles: {}", error.what()));
  }
  if (testbed.is_perfect(maze)) return maze;
  const auto islands = testbed.islands(maze);
  if (const auto lost = std::ranges::find_if(islands, [](auto island) { return island > 0; }); lost != islands.end()) {
    throw std::invalid_argument(
        fmt::format("--tiles: not a perfect maze: no way leads from tile 0 to tile {}", lost - islands.begin()));
  }
  const Opening opening = needless_opening(testbed, tiles).value();
  throw std::invalid_argument(
      fmt::format("--tiles: not a perfect maze: the opening between tiles {} and {} is part of a circle", opening.from,
                  opening.to));
}

/// A maze and how it came to be what it is.
struct Subject {
  Maze testbed;
  Genome maze;
  std::uint64_t mutations;
  std::optional<Maze::Mutation> last_mutation;
};

Subject make(const MazeOptions& options) {
  if (options.strip && options.unsolved) {
    throw std::invalid_argument("--unsolved together with --strip: a strip shows the solutions");
  }
  const auto tiles = parse_tiles(options.tiles);
  const auto seed = whole_option("--seed", options.seed, 0, UINT64_MAX);
  const auto mutations = whole_option("--mutations", options.mutations, 0, 1'000'000'000);
  Subject subject{.testbed = testbed_of(options, tiles),
                  .maze = {},
                  .mutations = options.strip ? std::max<std::uint64_t>(mutations, 1) : mutations,
                  .last_mutation = {}};
  auto& [testbed, maze, count, last] = subject;
  if (options.tiles.empty()) {
    Rng rng(seed, "initial");
    maze.resize(testbed.genome_size());
    testbed.random(maze, rng);
  } else {
    maze = given_maze(testbed, tiles);
  }
  Rng rng(seed, "variation");
  for (std::uint64_t i = 0; i + 1 < count; ++i) testbed.mutate(maze, rng);
  if (count > 0) {
    last = testbed.trace(maze, rng);
    maze = last->after;
  }
  return subject;
}

/// What a metric counts, in the definition that the testbed uses.
std::string in_words(Metric metric, double value, const Subject& subject) {
  const Maze::Parameters& parameters = subject.testbed.parameters();
  const std::uint32_t tiles = parameters.size * parameters.size;
  const auto share = [&](std::uint32_t all, std::string_view what) {
    return fmt::format("{} of {} {}", std::lround(value * all), all, what);
  };
  switch (metric) {
    case Metric::corners: return share(tiles, "tiles just turn a corner");
    case Metric::straights: return share(tiles, "tiles just lead straight on");
    case Metric::horizontal_symmetry:
      return parameters.symmetry == Maze::Symmetry::tiles ? share(tiles, "tiles the same mirrored left–right")
                                                          : share(4 * tiles, "sides the same mirrored left–right");
    case Metric::bilateral_symmetry: return "mean of left–right and top–bottom";
    case Metric::path: {
      const auto length = subject.testbed.solution(subject.maze).size();
      return parameters.path == Maze::PathLength::tiles
                 ? fmt::format("solution of {} of {} tiles; 1 is half of them", length, tiles)
                 : fmt::format("solution of {} of {} steps; 1 is half of them", length - 1, tiles - 1);
    }
  }
  return "";
}

void print_metrics(const Subject& subject) {
  for (std::size_t i = 0; i < Maze::kMetricNames.size(); ++i) {
    const auto metric = static_cast<Metric>(i);
    const double value = subject.testbed.measure(metric, subject.maze);
    fmt::print("  {:<19}  {:.4f}  {}\n", Maze::kMetricNames[i], value, in_words(metric, value, subject));
  }
}

}  // namespace

void show_maze(const MazeOptions& options) {
  if (!options.svg.empty()) check_free("--svg", options.svg, options.force);
  const Subject subject = make(options);
  const std::uint32_t size = subject.testbed.parameters().size;
  MazePicture picture = solved_maze(subject.testbed, subject.maze);
  if (options.unsolved) {
    picture.path.clear();
    picture.title = fmt::format("Maze of {} × {} tiles", size, size);
  }
  std::vector<MazePanel> strip;
  if (options.strip) strip = mutation_strip(subject.testbed, *subject.last_mutation);
  if (!options.svg.empty()) {
    write_file(options.svg, options.strip ? strip_svg(strip, SvgPlace::file) : maze_svg(picture, SvgPlace::file));
  }

  const Terminal terminal = Terminal::of(stdout);
  const auto columns = static_cast<std::uint32_t>(terminal.columns);
  MazeTextStyle style = {.ascii = options.ascii, .coloured = terminal.colours != Terminal::Colours::none};
  if (style.columns(size) > columns) style.tile_width = 1;
  if (options.strip) {
    fmt::print("{}", strip_text(strip, style, columns));
  } else {
    for (const std::string& line : maze_lines(picture, style)) fmt::print("{}\n", line);
  }
  fmt::print("maze of {} × {} tiles · {} · {} mutation{} · profile {}\n", size, size,
             options.tiles.empty() ? "seed " + options.seed : "given", subject.mutations,
             subject.mutations == 1 ? "" : "s", options.profile);
  print_metrics(subject);
  if (!options.svg.empty()) fmt::print("  written              {}\n", one_line(options.svg));
}

}  // namespace mce::app
