// SPDX-License-Identifier: MIT
// The metrics of a maze (docs/algorithm.md, section 4), computed on whole boards.
#pragma once

#include <cmath>
#include <cstdint>

#include "maze_boards.hpp"
#include "maze_plan.hpp"

namespace mce {

template <std::size_t kWords>
class MazeMetrics {
 public:
  using Board = BitBoard<kWords>;
  using Metric = Maze::Metric;

  MazeMetrics(const MazePlan& plan, const MazeBoards<kWords>& maze) : plan_(plan), maze_(maze), sides_(maze.sides()) {}

  /// Writes the metrics whose bits are in `wanted` to where they are in the list of metrics.
  void measure(unsigned wanted, double* values) const {
    const auto value = [&](Metric metric) -> double& { return values[static_cast<unsigned>(metric)]; };
    const auto wants = [&](Metric metric) { return (wanted >> static_cast<unsigned>(metric) & 1U) != 0; };
    if (wants(Metric::corners)) value(Metric::corners) = share_of_tiles(corners());
    if (wants(Metric::straights)) value(Metric::straights) = share_of_tiles(straights());
    if (wants(Metric::horizontal_symmetry) || wants(Metric::bilateral_symmetry)) {
      const double left_right = left_right_symmetry();
      value(Metric::horizontal_symmetry) = left_right;
      if (wants(Metric::bilateral_symmetry)) {
        value(Metric::bilateral_symmetry) = (left_right + top_bottom_symmetry()) / 2;
      }
    }
    if (wants(Metric::path)) value(Metric::path) = path();
  }

 private:
  [[nodiscard]] double share_of_tiles(const Board& tiles) const {
    return static_cast<double>(tiles.count()) / plan_.tiles;
  }

  [[nodiscard]] Board corners() const { return (sides_.north ^ sides_.south) & (sides_.east ^ sides_.west); }
  [[nodiscard]] Board straights() const {
    const Board vertical = sides_.north & sides_.south & ~(sides_.east | sides_.west);
    const Board horizontal = sides_.east & sides_.west & ~(sides_.north | sides_.south);
    return vertical | horizontal;
  }

  // An opening to the right is mirrored to one to the left, which is the neighbour's to the right: one column further
  // left than the tile is mirrored to.
  [[nodiscard]] double left_right_symmetry() const {
    const Board different_east = maze_.east ^ maze_.east.mirrored_left_right(plan_.width).left();
    const Board different_south = maze_.south ^ maze_.south.mirrored_left_right(plan_.width);
    return symmetry({different_east, different_south});
  }
  [[nodiscard]] double top_bottom_symmetry() const {
    const Board different_east = maze_.east ^ maze_.east.mirrored_top_bottom(plan_.width);
    const Board different_south = maze_.south ^ maze_.south.mirrored_top_bottom(plan_.width).up();
    return symmetry({different_east, different_south});
  }

  /// The share of the maze that equals its image, from the openings that one of them has and the other has not: each
  /// makes two sides differ.
  [[nodiscard]] double symmetry(const MazeBoards<kWords>& different) const {
    if (plan_.symmetry == Maze::Symmetry::tiles) {
      return static_cast<double>(plan_.tiles - different.sides().any().count()) / plan_.tiles;
    }
    return static_cast<double>(4 * plan_.tiles - 2 * different.openings()) / (4 * plan_.tiles);
  }

  [[nodiscard]] double path() const {
    const std::uint32_t path_tiles = solution().count();
    const bool in_tiles = plan_.path == Maze::PathLength::tiles;
    const double length = in_tiles ? path_tiles : path_tiles - 1;
    const double most = in_tiles ? plan_.tiles : plan_.tiles - 1;
    return 1 - std::abs(2 * length / most - 1);
  }

  /// The tiles of the solution, by dead-end filling: all tiles but the two ends that have less than two neighbours
  /// left are removed, again and again. Tiles never come back, since fewer neighbours are never more.
  [[nodiscard]] Board solution() const {
    constexpr int kRounds = 2;
    const Board ends = Board::single(0) | Board::single((plan_.width - 1) * (Board::kStride + 1));
    Board left = ends | two_of(sides_.north, sides_.east, sides_.south, sides_.west);
    for (;;) {
      const Board before = left;
      for (int round = 0; round < kRounds; ++round) {
        left = ends | two_of(left.down() & sides_.north, left.left() & sides_.east, left.up() & sides_.south,
                             left.right() & sides_.west);
      }
      if (left == before) return left;
    }
  }
  static Board two_of(const Board& a, const Board& b, const Board& c, const Board& d) {
    return (a & c) | (b & d) | ((a | c) & (b | d));
  }

  const MazePlan& plan_;
  const MazeBoards<kWords> maze_;
  const OpenSides<kWords> sides_;
};

}  // namespace mce
