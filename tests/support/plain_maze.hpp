// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "mce/testbeds/maze.hpp"

namespace mce::test {

/// The maze testbed of docs/algorithm.md, section 4 without tricks, a byte per tile: slow, and obviously right. What
/// the fast one has to agree with, and what benchmarks compare it to.
class PlainMaze {
 public:
  using Parameters = Maze::Parameters;
  using Metric = Maze::Metric;
  using Gene = Maze::Tile;

  explicit PlainMaze(const Parameters& parameters)
      : parameters_(parameters), width_(parameters.size), tiles_(width_ * width_), label_(tiles_), order_(tiles_) {
    stack_.reserve(std::size_t{2} * kSides * tiles_);
  }

  [[nodiscard]] std::size_t genome_size() const { return tiles_; }
  [[nodiscard]] std::vector<Interval> bounds() const { return std::vector<Interval>(parameters_.features.size()); }

  /// A genome is the tiles themselves.
  [[nodiscard]] static std::vector<Gene> tiles(std::span<const Gene> maze) { return {maze.begin(), maze.end()}; }
  [[nodiscard]] static std::vector<Gene> genome(std::span<const Gene> tiles) { return {tiles.begin(), tiles.end()}; }

  void random(std::span<Gene> maze, Rng& rng) {
    std::ranges::fill(maze, Gene{0});
    push_edges_to_closed(maze, rng.bounded(tiles_));
    rng.shuffle(std::span(stack_));
    depth_first_search(maze, rng);
  }

  void mutate(std::span<Gene> maze, Rng& rng) {
    destroy(maze, rng);
    reconnect(maze, rng);
    join_islands(maze, rng);
  }

  double evaluate(std::span<const Gene> maze, std::span<double> features) {
    for (std::size_t i = 0; i < features.size(); ++i) features[i] = measure(parameters_.features[i], maze);
    return measure(parameters_.fitness, maze);
  }

  void destroy(std::span<Gene> maze, Rng& rng) const {
    bool any = false;
    for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
      if (rng.uniform01() >= parameters_.destruction) continue;
      close_all(maze, tile);
      any = true;
    }
    if (any) return;
    if (parameters_.fallback == Maze::Fallback::any) {
      close_all(maze, rng.bounded(tiles_));
    } else {
      const std::uint32_t row = rng.bounded(width_ - 1);
      close_all(maze, row * width_ + rng.bounded(width_ - 1));
    }
  }

  void close_all(std::span<Gene> maze, std::uint32_t tile) const {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      if ((maze[tile] & bit_of(side)) != 0) maze[neighbour(tile, side)] &= static_cast<Gene>(~bit_of(opposite(side)));
    }
    maze[tile] = 0;
  }

  void reconnect(std::span<Gene> maze, Rng& rng) {
    for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
      if (maze[tile] != 0) push_edges_to_closed(maze, tile);
    }
    rng.shuffle(std::span(stack_));
    depth_first_search(maze, rng);
  }

  void join_islands(std::span<Gene> maze, Rng& rng) {
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
        if (each == freed) {
          each = kept;
        } else if (each == count - 1) {
          each = freed;
        }
      }
    }
  }

  [[nodiscard]] double measure(Metric metric, std::span<const Gene> maze) {
    switch (metric) {
      case Metric::corners: return share_of(maze, &TileFacts::corner);
      case Metric::straights: return share_of(maze, &TileFacts::straight);
      case Metric::horizontal_symmetry: return left_right_symmetry(maze);
      case Metric::bilateral_symmetry: return (left_right_symmetry(maze) + top_bottom_symmetry(maze)) / 2;
      case Metric::path: break;
    }
    const std::uint32_t steps = measure_distances(maze);
    const bool in_tiles = parameters_.path == Maze::PathLength::tiles;
    const double length = in_tiles ? steps + 1 : steps;
    const double most = in_tiles ? tiles_ : tiles_ - 1;
    return 1 - std::abs(2 * length / most - 1);
  }

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }

 private:
  /// An edge from a tile through one of its sides.
  struct Edge {
    std::uint16_t tile;
    std::uint8_t side;  // 0 north, 1 east, 2 south, 3 west
  };

  static constexpr std::uint32_t kSides = 4;
  static constexpr Gene bit_of(std::uint32_t side) { return static_cast<Gene>(1U << side); }
  static constexpr std::uint32_t opposite(std::uint32_t side) { return side ^ 2U; }

  static constexpr Gene swap_sides(Gene tile, Gene a, Gene b) {
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

  /// What is to know of a tile.
  static const TileFacts& facts(Gene tile) {
    static const auto table = [] {
      std::array<TileFacts, 16> all{};
      for (Gene code = 0; code < 16; ++code) {
        auto& of = all[code];
        of.openings = static_cast<std::uint32_t>(std::popcount(code));
        of.straight = code == (Maze::kNorth | Maze::kSouth) || code == (Maze::kEast | Maze::kWest);
        of.corner = of.openings == 2 && !of.straight;
        of.mirrored_left_right = swap_sides(code, Maze::kEast, Maze::kWest);
        of.mirrored_top_bottom = swap_sides(code, Maze::kNorth, Maze::kSouth);
      }
      return all;
    }();
    return table[tile];
  }

  [[nodiscard]] bool has_neighbour(std::uint32_t tile, std::uint32_t side) const {
    switch (side) {
      case 0: return tile >= width_;
      case 1: return tile % width_ != width_ - 1;
      case 2: return tile < tiles_ - width_;
      default: return tile % width_ != 0;
    }
  }

  [[nodiscard]] std::uint32_t neighbour(std::uint32_t tile, std::uint32_t side) const {
    switch (side) {
      case 0: return tile - width_;
      case 1: return tile + 1;
      case 2: return tile + width_;
      default: return tile - 1;
    }
  }

  void open(std::span<Gene> maze, std::uint32_t tile, std::uint32_t side) const {
    maze[tile] |= bit_of(side);
    maze[neighbour(tile, side)] |= bit_of(opposite(side));
  }

  void push_edges_to_closed(std::span<const Gene> maze, std::uint32_t tile) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      if (has_neighbour(tile, side) && maze[neighbour(tile, side)] == 0) {
        stack_.push_back({static_cast<std::uint16_t>(tile), static_cast<std::uint8_t>(side)});
      }
    }
  }

  /// Follows the edges on the stack. A tile counts as reached once it has an opening.
  void depth_first_search(std::span<Gene> maze, Rng& rng) {
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

  /// Numbers the islands in `label_`, in the order of their first tiles; returns how many there are.
  std::uint32_t number_islands(std::span<const Gene> maze) {
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

  /// Distance of every tile from the first, in `label_`; stops at the last tile.
  std::uint32_t measure_distances(std::span<const Gene> maze) {
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

  double share_of(std::span<const Gene> maze, bool TileFacts::* fact) const {
    std::uint32_t count = 0;
    for (const Gene tile : maze) count += facts(tile).*fact ? 1 : 0;
    return static_cast<double>(count) / tiles_;
  }

  /// Share of the maze that equals its mirror image.
  [[nodiscard]] double left_right_symmetry(std::span<const Gene> maze) const {
    std::uint32_t equal = 0;
    for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
      const std::uint32_t column = tile % width_;
      const std::uint32_t opposite_tile = tile - column + (width_ - 1 - column);
      equal += equal_sides(maze[tile], facts(maze[opposite_tile]).mirrored_left_right);
    }
    return static_cast<double>(equal) / (kSides * tiles_);
  }

  [[nodiscard]] double top_bottom_symmetry(std::span<const Gene> maze) const {
    std::uint32_t equal = 0;
    for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
      const std::uint32_t row = tile / width_;
      const std::uint32_t opposite_tile = (width_ - 1 - row) * width_ + tile % width_;
      equal += equal_sides(maze[tile], facts(maze[opposite_tile]).mirrored_top_bottom);
    }
    return static_cast<double>(equal) / (kSides * tiles_);
  }

  /// 4 for equal tiles; for others 0, or the number of equal sides if sides count.
  [[nodiscard]] std::uint32_t equal_sides(Gene tile, Gene image) const {
    const auto different = static_cast<Gene>(tile ^ image);
    if (parameters_.symmetry == Maze::Symmetry::tiles) return different == 0 ? kSides : 0;
    return kSides - facts(different).openings;
  }

  static constexpr std::uint32_t kUnseen = UINT32_MAX;

  Parameters parameters_;
  std::uint32_t width_;
  std::uint32_t tiles_;
  std::vector<Edge> stack_;           // working memory, so that no call allocates
  std::vector<std::uint32_t> label_;  // or distance, by tile
  std::vector<std::uint32_t> order_;  // a list of tiles
};

static_assert(Testbed<PlainMaze>);

}  // namespace mce::test
