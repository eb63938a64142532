// SPDX-License-Identifier: MIT
#include "mce/testbeds/maze.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace mce {
namespace {

using Gene = Maze::Gene;

constexpr std::uint32_t kSides = 4;
constexpr Gene bit_of(std::uint32_t side) { return static_cast<Gene>(1U << side); }
constexpr std::uint32_t opposite(std::uint32_t side) { return side ^ 2U; }

constexpr Gene swap_sides(Gene tile, Gene a, Gene b) {
  const auto rest = static_cast<Gene>(tile & ~(a | b));
  return static_cast<Gene>(rest | ((tile & a) != 0 ? b : 0) | ((tile & b) != 0 ? a : 0));
}

struct TileFacts {
  bool corner = false;
  bool straight = false;
  std::uint32_t openings = 0;
  Gene mirrored_left_right = 0;
  Gene mirrored_top_bottom = 0;
};

/// What is to know of each of the 16 tiles.
constexpr auto kTiles = [] {
  std::array<TileFacts, 16> tiles{};
  for (Gene tile = 0; tile < 16; ++tile) {
    auto& facts = tiles[tile];
    for (std::uint32_t side = 0; side < kSides; ++side) {
      if ((tile & bit_of(side)) != 0) ++facts.openings;
    }
    facts.straight = tile == (Maze::kNorth | Maze::kSouth) || tile == (Maze::kEast | Maze::kWest);
    facts.corner = facts.openings == 2 && !facts.straight;
    facts.mirrored_left_right = swap_sides(tile, Maze::kEast, Maze::kWest);
    facts.mirrored_top_bottom = swap_sides(tile, Maze::kNorth, Maze::kSouth);
  }
  return tiles;
}();

void check(const Maze::Parameters& parameters) {
  if (parameters.size < 2 || parameters.size > 64) {
    throw std::invalid_argument(fmt::format("size {} of maze: allowed are 2 to 64", parameters.size));
  }
  if (!(parameters.destruction >= 0 && parameters.destruction <= 1)) {
    throw std::invalid_argument(fmt::format("destruction {} of maze: allowed are 0 to 1", parameters.destruction));
  }
  const auto& features = parameters.features;
  if (features.empty() || features.size() > 4) {
    throw std::invalid_argument(fmt::format("{} features of maze: allowed are 1 to 4", features.size()));
  }
  for (auto feature = features.begin(); feature != features.end(); ++feature) {
    const auto name = Maze::kMetricNames[static_cast<std::size_t>(*feature)];
    if (*feature == parameters.fitness) {
      throw std::invalid_argument(fmt::format("feature '{}' of maze is the fitness already: choose another", name));
    }
    if (std::find(features.begin(), feature, *feature) != feature) {
      throw std::invalid_argument(fmt::format("feature '{}' of maze is named twice", name));
    }
  }
}

}  // namespace

Maze::Maze(const Parameters& parameters)
    : parameters_(parameters),
      width_((check(parameters), parameters.size)),
      tiles_(width_ * width_),
      label_(tiles_),
      order_(tiles_) {
  stack_.reserve(std::size_t{2} * kSides * tiles_);
}

std::vector<Interval> Maze::bounds() const { return std::vector<Interval>(parameters_.features.size()); }

bool Maze::has_neighbour(std::uint32_t tile, std::uint32_t side) const {
  switch (side) {
    case 0: return tile >= width_;
    case 1: return tile % width_ != width_ - 1;
    case 2: return tile < tiles_ - width_;
    default: return tile % width_ != 0;
  }
}

std::uint32_t Maze::neighbour(std::uint32_t tile, std::uint32_t side) const {
  switch (side) {
    case 0: return tile - width_;
    case 1: return tile + 1;
    case 2: return tile + width_;
    default: return tile - 1;
  }
}

void Maze::open(std::span<Gene> maze, std::uint32_t tile, std::uint32_t side) const {
  maze[tile] |= bit_of(side);
  maze[neighbour(tile, side)] |= bit_of(opposite(side));
}

void Maze::close_all(std::span<Gene> maze, std::uint32_t tile) const {
  for (std::uint32_t side = 0; side < kSides; ++side) {
    if ((maze[tile] & bit_of(side)) != 0) maze[neighbour(tile, side)] &= static_cast<Gene>(~bit_of(opposite(side)));
  }
  maze[tile] = 0;
}

void Maze::push_edges_to_closed(std::span<const Gene> maze, std::uint32_t tile) {
  for (std::uint32_t side = 0; side < kSides; ++side) {
    if (has_neighbour(tile, side) && maze[neighbour(tile, side)] == 0) {
      stack_.push_back({static_cast<std::uint16_t>(tile), static_cast<std::uint8_t>(side)});
    }
  }
}

/// Follows the edges on the stack. A tile counts as reached once it has an opening.
void Maze::depth_first_search(std::span<Gene> maze, Rng& rng) {
  while (!stack_.empty()) {
    const auto [tile, side] = stack_.back();
    stack_.pop_back();
    const std::uint32_t beyond = neighbour(tile, side);
    if (maze[beyond] != 0) continue;
    open(maze, tile, side);
    const std::size_t before = stack_.size();
    push_edges_to_closed(maze, beyond);
    rng.shuffle(std::span(stack_).subspan(before));
  }
}

void Maze::random(std::span<Gene> maze, Rng& rng) {
  std::ranges::fill(maze, Gene{0});
  push_edges_to_closed(maze, rng.bounded(tiles_));
  rng.shuffle(std::span(stack_));
  depth_first_search(maze, rng);
}

void Maze::mutate(std::span<Gene> maze, Rng& rng) {
  destroy(maze, rng);
  reconnect(maze, rng);
  join_islands(maze, rng);
}

void Maze::destroy(std::span<Gene> maze, Rng& rng) const {
  bool any = false;
  for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
    if (rng.uniform01() >= parameters_.destruction) continue;
    close_all(maze, tile);
    any = true;
  }
  if (any) return;
  if (parameters_.fallback == Fallback::any) {
    close_all(maze, rng.bounded(tiles_));
  } else {
    const std::uint32_t row = rng.bounded(width_ - 1);
    close_all(maze, row * width_ + rng.bounded(width_ - 1));
  }
}

void Maze::reconnect(std::span<Gene> maze, Rng& rng) {
  for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
    if (maze[tile] != 0) push_edges_to_closed(maze, tile);
  }
  rng.shuffle(std::span(stack_));
  depth_first_search(maze, rng);
}

/// Numbers the islands in `label_`, in the order of their first tiles; returns how many there are.
std::uint32_t Maze::number_islands(std::span<const Gene> maze) {
  constexpr std::uint32_t kUnseen = UINT32_MAX;
  std::ranges::fill(label_, kUnseen);
  std::uint32_t count = 0;
  for (std::uint32_t first = 0; first < tiles_; ++first) {
    if (label_[first] != kUnseen) continue;
    std::size_t known = 0;
    order_[known++] = first;
    label_[first] = count;
    for (std::size_t next = 0; next < known; ++next) {
      for (std::uint32_t side = 0; side < kSides; ++side) {
        const std::uint32_t tile = order_[next];
        if ((maze[tile] & bit_of(side)) == 0 || label_[neighbour(tile, side)] != kUnseen) continue;
        label_[neighbour(tile, side)] = count;
        order_[known++] = neighbour(tile, side);
      }
    }
    ++count;
  }
  return count;
}

void Maze::join_islands(std::span<Gene> maze, Rng& rng) {
  const auto leads_outside = [this](std::uint32_t tile, std::uint32_t side) {
    return has_neighbour(tile, side) && label_[neighbour(tile, side)] != label_[tile];
  };
  for (std::uint32_t count = number_islands(maze); count > 1; --count) {
    const std::uint32_t island = rng.bounded(count);
    std::uint32_t shore = 0;  // tiles of the island with a neighbour outside, listed in `order_`
    for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
      if (label_[tile] != island) continue;
      bool outside = false;
      for (std::uint32_t side = 0; side < kSides; ++side) outside |= leads_outside(tile, side);
      if (outside) order_[shore++] = tile;
    }
    const std::uint32_t tile = order_[rng.bounded(shore)];
    std::array<std::uint32_t, kSides> ways{};
    std::uint32_t way_count = 0;
    for (std::uint32_t side = 0; side < kSides; ++side) {
      if (leads_outside(tile, side)) ways[way_count++] = side;
    }
    const std::uint32_t side = ways[rng.bounded(way_count)];
    open(maze, tile, side);
    // The joined islands take the lower number, and the last island the one that became free.
    const auto [kept, freed] = std::minmax({island, label_[neighbour(tile, side)]});
    for (std::uint32_t& each : label_) {
      if (each == freed)
        each = kept;
      else if (each == count - 1)
        each = freed;
    }
  }
}

std::vector<std::uint32_t> Maze::islands(std::span<const Gene> maze) {
  number_islands(maze);
  return label_;
}

/// Distance of every tile from the first, in `label_`; stops at the last tile.
std::uint32_t Maze::measure_distances(std::span<const Gene> maze) {
  constexpr std::uint32_t kUnseen = UINT32_MAX;
  std::ranges::fill(label_, kUnseen);
  std::size_t known = 0;
  order_[known++] = 0;
  label_[0] = 0;
  for (std::size_t next = 0; next < known && label_[tiles_ - 1] == kUnseen; ++next) {
    const std::uint32_t tile = order_[next];
    for (std::uint32_t side = 0; side < kSides; ++side) {
      if ((maze[tile] & bit_of(side)) == 0 || label_[neighbour(tile, side)] != kUnseen) continue;
      label_[neighbour(tile, side)] = label_[tile] + 1;
      order_[known++] = neighbour(tile, side);
    }
  }
  return label_[tiles_ - 1];
}

std::vector<std::uint32_t> Maze::solution(std::span<const Gene> maze) {
  const std::uint32_t steps = measure_distances(maze);
  std::vector<std::uint32_t> path(steps + 1);
  path[steps] = tiles_ - 1;
  for (std::uint32_t step = steps; step > 0; --step) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t tile = path[step];
      if ((maze[tile] & bit_of(side)) != 0 && label_[neighbour(tile, side)] == step - 1) {
        path[step - 1] = neighbour(tile, side);
      }
    }
  }
  return path;
}

bool Maze::is_perfect(std::span<const Gene> maze) {
  std::uint32_t openings = 0;
  for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
    if (maze[tile] > 15) return false;
    for (std::uint32_t side = 0; side < kSides; ++side) {
      if ((maze[tile] & bit_of(side)) == 0) continue;
      if (!has_neighbour(tile, side) || (maze[neighbour(tile, side)] & bit_of(opposite(side))) == 0) return false;
      ++openings;
    }
  }
  return openings == 2 * (tiles_ - 1) && number_islands(maze) == 1;
}

/// Share of the maze that equals its mirror image.
double Maze::left_right_symmetry(std::span<const Gene> maze) const {
  std::uint32_t equal = 0;
  for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
    const std::uint32_t column = tile % width_;
    const std::uint32_t opposite_tile = tile - column + (width_ - 1 - column);
    equal += equal_sides(maze[tile], kTiles[maze[opposite_tile]].mirrored_left_right);
  }
  return static_cast<double>(equal) / (kSides * tiles_);
}

double Maze::top_bottom_symmetry(std::span<const Gene> maze) const {
  std::uint32_t equal = 0;
  for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
    const std::uint32_t row = tile / width_;
    const std::uint32_t opposite_tile = (width_ - 1 - row) * width_ + tile % width_;
    equal += equal_sides(maze[tile], kTiles[maze[opposite_tile]].mirrored_top_bottom);
  }
  return static_cast<double>(equal) / (kSides * tiles_);
}

/// 4 for equal tiles; for others 0, or the number of equal sides if sides count.
std::uint32_t Maze::equal_sides(Gene tile, Gene image) const {
  const auto different = static_cast<Gene>(tile ^ image);
  if (parameters_.symmetry == Symmetry::tiles) return different == 0 ? kSides : 0;
  return kSides - kTiles[different].openings;
}

double Maze::measure(Metric metric, std::span<const Gene> maze) {
  const auto share_of = [&](bool TileFacts::* fact) {
    std::uint32_t count = 0;
    for (const Gene tile : maze) count += kTiles[tile].*fact ? 1 : 0;
    return static_cast<double>(count) / tiles_;
  };
  switch (metric) {
    case Metric::corners: return share_of(&TileFacts::corner);
    case Metric::straights: return share_of(&TileFacts::straight);
    case Metric::horizontal_symmetry: return left_right_symmetry(maze);
    case Metric::bilateral_symmetry: return (left_right_symmetry(maze) + top_bottom_symmetry(maze)) / 2;
    case Metric::path: break;
  }
  const std::uint32_t steps = measure_distances(maze);
  const bool in_tiles = parameters_.path == PathLength::tiles;
  const double length = in_tiles ? steps + 1 : steps;
  const double most = in_tiles ? tiles_ : tiles_ - 1;
  return 1 - std::abs(2 * length / most - 1);
}

double Maze::evaluate(std::span<const Gene> maze, std::span<double> features) {
  for (std::size_t i = 0; i < features.size(); ++i) features[i] = measure(parameters_.features[i], maze);
  return measure(parameters_.fitness, maze);
}

}  // namespace mce
