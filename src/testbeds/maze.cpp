// SPDX-License-Identifier: MIT
#include "mce/testbeds/maze.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "maze_plan.hpp"
#include "mce/core/error.hpp"
#include "scaled_fitness.hpp"

namespace mce {
namespace {

using Gene = Maze::Gene;
using Tile = Maze::Tile;

std::string name_of(Maze::Metric metric) { return std::string(Maze::kMetricNames[static_cast<std::size_t>(metric)]); }

std::vector<std::pair<std::string, Maze::Metric>> named_metrics() {
  std::vector<std::pair<std::string, Maze::Metric>> all;
  all.reserve(Maze::kMetricNames.size());
  for (std::size_t i = 0; i < Maze::kMetricNames.size(); ++i) {
    all.emplace_back(Maze::kMetricNames[i], static_cast<Maze::Metric>(i));
  }
  return all;
}

std::vector<std::string> metric_names() { return {Maze::kMetricNames.begin(), Maze::kMetricNames.end()}; }

/// "corners,path": several metrics.
Parameter features_parameter(std::vector<Maze::Metric>& field) {
  return text_parameter(
      "features", "the metrics that span the map", fmt::format("1 to 4 of {}", fmt::join(Maze::kMetricNames, " | ")),
      [&field](const std::string& text) {
        std::vector<Maze::Metric> parsed;
        for (const std::string& name : split(text, ',')) {
          const auto names = metric_names();
          const auto found = std::ranges::find(names, name);
          if (found == names.end()) throw std::invalid_argument(unknown_name("value", name, names));
          parsed.push_back(static_cast<Maze::Metric>(found - names.begin()));
        }
        if (parsed.size() > 4) throw std::invalid_argument(fmt::format("{} features", parsed.size()));
        field = parsed;
      },
      [&field] {
        std::vector<std::string> names(field.size());
        std::ranges::transform(field, names.begin(), name_of);
        return fmt::format("{}", fmt::join(names, ","));
      });
}

Maze::Parameters checked(Maze::Parameters parameters) {
  if (parameters.features.empty()) throw std::invalid_argument("0 features of maze: allowed are 1 to 4");
  check(parameters.table(), "maze");
  const auto& features = parameters.features;
  for (auto feature = features.begin(); feature != features.end(); ++feature) {
    if (*feature == parameters.fitness) {
      throw std::invalid_argument(
          fmt::format("feature '{}' of maze is the fitness already: choose another", name_of(*feature)));
    }
    if (std::find(features.begin(), feature, *feature) != feature) {
      throw std::invalid_argument(fmt::format("feature '{}' of maze is named twice", name_of(*feature)));
    }
  }
  return parameters;
}

/// The metrics named, in the order of the table of metrics: a longer list later gives the same names of treatments.
std::vector<std::string> chosen_metrics(std::span<const std::string> chosen) {
  std::vector<std::string> all = metric_names();
  if (chosen.size() == 1 && chosen.front() == "all") return all;
  for (auto name = chosen.begin(); name != chosen.end(); ++name) {
    if (std::ranges::count(all, *name) == 0) throw std::invalid_argument(unknown_name("metric", *name, all));
    if (std::find(chosen.begin(), name, *name) != name) {
      throw std::invalid_argument(fmt::format("metrics has '{}' twice", *name));
    }
  }
  std::vector<std::string> names;
  std::ranges::copy_if(all, std::back_inserter(names),
                       [&](const std::string& each) { return std::ranges::count(chosen, each) > 0; });
  if (names.size() < 3) throw std::invalid_argument(fmt::format("metrics has only {}", names.size()));
  return names;
}

bool is_open(std::span<const Gene> board, std::uint32_t place) { return (board[place / 64] >> place % 64 & 1) != 0; }
void set_open(std::span<Gene> board, std::uint32_t place) { board[place / 64] |= Gene{1} << place % 64; }

/// Calls visit(neighbour) for every tile that an opening of `tile` leads to.
template <class Visit>
void for_each_way(std::span<const Tile> tiles, std::uint32_t width, std::uint32_t tile, Visit visit) {
  if ((tiles[tile] & Maze::kNorth) != 0) visit(tile - width);
  if ((tiles[tile] & Maze::kEast) != 0) visit(tile + 1);
  if ((tiles[tile] & Maze::kSouth) != 0) visit(tile + width);
  if ((tiles[tile] & Maze::kWest) != 0) visit(tile - 1);
}

/// How complaints about a tile begin.
std::string where(std::size_t tile, std::size_t width) {
  return fmt::format("tile {} (row {}, column {}): ", tile, tile / width, tile % width);
}

/// Throws unless the tile is closed to the outside and open where its neighbours are. `ways` lead to neighbours.
void check_tile(std::span<const Tile> tiles, std::uint32_t width, std::uint32_t tile, unsigned ways) {
  struct Direction {
    std::string_view name;
    Tile side;
    Tile opposite;
    std::uint32_t step;
  };
  const std::array<Direction, 4> directions = {{{"north", Maze::kNorth, Maze::kSouth, -width},
                                                {"east", Maze::kEast, Maze::kWest, 1},
                                                {"south", Maze::kSouth, Maze::kNorth, width},
                                                {"west", Maze::kWest, Maze::kEast, -1U}}};
  const auto fail = [&](const std::string& what) { throw std::invalid_argument(where(tile, width) + what); };
  for (const auto& [name, side, opposite, step] : directions) {
    const bool open = (tiles[tile] & side) != 0;
    if ((ways & side) == 0) {
      if (open) fail(fmt::format("{} is open to the {}, which leads outside", tiles[tile], name));
      continue;
    }
    const std::uint32_t beyond = tile + step;
    if (open != ((tiles[beyond] & opposite) != 0)) {
      fail(fmt::format("{} is {} to the {}, but tile {} there, {}, is not", tiles[tile], open ? "open" : "closed", name,
                       beyond, tiles[beyond]));
    }
  }
}

constexpr std::uint32_t kUnseen = UINT32_MAX;

/// Breadth-first search from `start`: calls visit(from, to) for every tile not seen before; `visit` marks it as seen.
template <class Visit>
void explore(std::span<const Tile> tiles, std::uint32_t width, std::uint32_t start,
             const std::vector<std::uint32_t>& seen, Visit visit) {
  std::vector<std::uint32_t> queue = {start};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::uint32_t tile = queue[next];
    for_each_way(tiles, width, tile, [&](std::uint32_t neighbour) {
      if (seen[neighbour] != kUnseen) return;
      visit(tile, neighbour);
      queue.push_back(neighbour);
    });
  }
}

}  // namespace

std::vector<Parameter> Maze::Parameters::table() {
  return {
      whole_parameter("size", size, kSmallest, kLargest, "width and height in tiles"),
      choice_parameter<Metric>("fitness", fitness, named_metrics(), "the metric to maximise"),
      features_parameter(features),
      real_parameter("destruction", destruction, {.low = 0, .high = 1}, "probability that mutation destroys a tile"),
      choice_parameter<Symmetry>("symmetry", symmetry, {{"tiles", Symmetry::tiles}, {"sides", Symmetry::sides}},
                                 "what a symmetry compares: whole tiles, or each of their sides"),
      choice_parameter<PathLength>("path", path, {{"tiles", PathLength::tiles}, {"steps", PathLength::steps}},
                                   "how a path is measured: in tiles, or in steps from tile to tile"),
      choice_parameter<Fallback>("fallback", fallback, {{"any", Fallback::any}, {"inner", Fallback::inner}},
                                 "the tile destroyed if chance spares all: any, or none of the last row and column"),
      scaled_fitness::parameter(scale),
  };
}

std::vector<Sweep> Maze::Parameters::sweeps() {
  return {{.key = "metrics",
           .allowed = "\"all\" or a list of at least three metrics",
           .replaces = {"fitness", "features"},
           .expand = [](std::span<const std::string> chosen) {
             const std::vector<std::string> names = chosen_metrics(chosen);
             std::vector<Settings> all;
             for (const std::string& goal : names) {
               for (auto first = names.begin(); first != names.end(); ++first) {
                 for (auto second = first + 1; second != names.end(); ++second) {
                   if (*first == goal || *second == goal) continue;
                   all.push_back({{"fitness", goal}, {"features", *first + "," + *second}});
                 }
               }
             }
             return all;
           }}};
}

Maze::Maze(Parameters parameters, CpuLevel level)
    : parameters_(checked(std::move(parameters))),
      plan_(std::make_shared<MazePlan>(parameters_, level)),
      memory_{.islands = std::vector<std::uint64_t>(std::size_t{plan_->tiles} * plan_->words),
              .parts = std::vector<std::uint64_t>(std::size_t{plan_->tiles} * plan_->words),
              .trail = std::vector<std::uint16_t>(plan_->tiles)} {}

std::size_t Maze::genome_size() const { return std::size_t{2} * plan_->words; }

std::vector<Interval> Maze::bounds() const { return std::vector<Interval>(parameters_.features.size()); }

std::vector<std::string> Maze::feature_names() const {
  std::vector<std::string> names;
  for (const Metric metric : parameters_.features) {
    names.push_back(name_of(metric));
    std::ranges::replace(names.back(), '-', ' ');
  }
  return names;
}

void Maze::check(std::span<const Gene> maze) const {
  if (!is_perfect(maze)) throw Error("a saved maze is not perfect");
}

void Maze::random(std::span<Gene> maze, Rng& rng) { plan_->kernels.random(*plan_, memory_, maze.data(), rng); }

void Maze::mutate(std::span<Gene> maze, Rng& rng) { plan_->kernels.mutate(*plan_, memory_, maze.data(), rng); }

void Maze::destroy(std::span<Gene> maze, Rng& rng) { plan_->kernels.destroy(*plan_, memory_, maze.data(), rng); }

void Maze::reconnect(std::span<Gene> maze, Rng& rng) { plan_->kernels.reconnect(*plan_, memory_, maze.data(), rng); }

void Maze::join_islands(std::span<Gene> maze, Rng& rng) {
  plan_->kernels.join_islands(*plan_, memory_, maze.data(), rng);
}

Maze::Mutation Maze::trace(std::span<const Gene> maze, Rng& rng) {
  const std::vector<Gene> before(maze.begin(), maze.end());
  Mutation mutation{
      .before = before, .destroyed_tiles = {}, .destroyed = before, .reconnected = before, .after = before};
  plan_->kernels.trace(*plan_, memory_, mutation, rng);
  return mutation;
}

double Maze::evaluate(std::span<const Gene> maze, std::span<double> features) const {
  std::array<double, kMetricNames.size()> values{};
  plan_->kernels.measure(*plan_, maze.data(), plan_->wanted, values.data());
  for (std::size_t i = 0; i < features.size(); ++i) {
    features[i] = values[static_cast<std::size_t>(parameters_.features[i])];
  }
  const double plain = values[static_cast<std::size_t>(parameters_.fitness)];
  if (parameters_.scale == FitnessScale::plain) return plain;
  return scaled_fitness::fitness(parameters_.scale, plain, plain, maze);
}

double Maze::quality(double fitness) const {
  return scaled_fitness::quality(parameters_.scale, fitness, 1, [](double plain) { return plain; });
}

double Maze::measure(Metric metric, std::span<const Gene> maze) const {
  std::array<double, kMetricNames.size()> values{};
  plan_->kernels.measure(*plan_, maze.data(), 1U << static_cast<unsigned>(metric), values.data());
  return values[static_cast<std::size_t>(metric)];
}

std::array<double, Maze::kMetricNames.size()> Maze::measure_all(std::span<const Gene> maze) const {
  std::array<double, kMetricNames.size()> values{};
  plan_->kernels.measure(*plan_, maze.data(), (1U << kMetricNames.size()) - 1, values.data());
  return values;
}

std::vector<std::uint32_t> Maze::solution(std::span<const Gene> maze) const {
  const std::uint32_t last = plan_->tiles - 1;
  std::vector<std::uint32_t> next(plan_->tiles, kUnseen);  // tile on the way to the bottom right corner
  next[last] = last;
  explore(tiles(maze), plan_->width, last, next, [&](std::uint32_t from, std::uint32_t to) { next[to] = from; });
  std::vector<std::uint32_t> path = {0};
  while (path.back() != last) path.push_back(next[path.back()]);
  return path;
}

std::vector<std::uint32_t> Maze::islands(std::span<const Gene> maze) const {
  const std::vector<Tile> codes = tiles(maze);
  std::vector<std::uint32_t> numbers(plan_->tiles, kUnseen);
  std::uint32_t count = 0;
  for (std::uint32_t first = 0; first < plan_->tiles; ++first) {
    if (numbers[first] != kUnseen) continue;
    numbers[first] = count;
    explore(codes, plan_->width, first, numbers, [&](std::uint32_t, std::uint32_t to) { numbers[to] = count; });
    ++count;
  }
  return numbers;
}

bool Maze::is_perfect(std::span<const Gene> maze) const {
  std::uint32_t openings = 0;
  for (std::size_t i = 0; i < maze.size(); ++i) {
    if ((maze[i] & ~plan_->field[i]) != 0) return false;
    openings += static_cast<std::uint32_t>(std::popcount(maze[i]));
  }
  return openings == plan_->tiles - 1 && std::ranges::max(islands(maze)) == 0;
}

std::vector<Tile> Maze::tiles(std::span<const Gene> maze) const {
  const auto east = maze.first(plan_->words);
  const auto south = maze.last(plan_->words);
  std::vector<Tile> codes;
  codes.reserve(plan_->tiles);
  for (const std::uint32_t place : plan_->places) {
    const unsigned ways = plan_->ways[place];
    unsigned code = 0;
    if ((ways & kNorth) != 0 && is_open(south, place - plan_->stride)) code |= kNorth;
    if ((ways & kEast) != 0 && is_open(east, place)) code |= kEast;
    if ((ways & kSouth) != 0 && is_open(south, place)) code |= kSouth;
    if ((ways & kWest) != 0 && is_open(east, place - 1)) code |= kWest;
    codes.push_back(static_cast<Tile>(code));
  }
  return codes;
}

std::vector<Tile> Maze::tiles_from(std::span<const double> numbers) {
  std::vector<Tile> codes;
  codes.reserve(numbers.size());
  for (const double number : numbers) {
    if (!(number >= 0 && number <= 15 && number == std::floor(number))) {
      throw std::invalid_argument(fmt::format("{} is no tile of a maze; allowed are 0 to 15", number));
    }
    codes.push_back(static_cast<Tile>(number));
  }
  return codes;
}

std::vector<Gene> Maze::genome(std::span<const Tile> tiles) const {
  const std::uint32_t width = plan_->width;
  if (tiles.size() != plan_->tiles) {
    throw std::invalid_argument(fmt::format("{} tiles: a maze of size {} has {}", tiles.size(), width, plan_->tiles));
  }
  if (const auto wrong = std::ranges::find_if(tiles, [](Tile code) { return code > 15; }); wrong != tiles.end()) {
    throw std::invalid_argument(fmt::format("{}{} is no code; allowed are 0 to 15",
                                            where(static_cast<std::size_t>(wrong - tiles.begin()), width), *wrong));
  }
  std::vector<Gene> maze(genome_size());
  for (std::uint32_t tile = 0; tile < plan_->tiles; ++tile) {
    const std::uint32_t place = plan_->places[tile];
    check_tile(tiles, width, tile, plan_->ways[place]);
    if ((tiles[tile] & kEast) != 0) set_open(std::span(maze).first(plan_->words), place);
    if ((tiles[tile] & kSouth) != 0) set_open(std::span(maze).last(plan_->words), place);
  }
  return maze;
}

}  // namespace mce
