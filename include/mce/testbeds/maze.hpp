// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/testbed.hpp"

namespace mce {

/// Perfect mazes of W × W tiles: every two tiles are joined by exactly one path. A gene is a tile, row by row: which
/// of its four sides are open. Fitness and features are metrics of the maze, each in [0, 1].
class Maze {
 public:
  enum class Metric : std::uint8_t { corners, straights, horizontal_symmetry, bilateral_symmetry, path };
  static constexpr std::array<std::string_view, 5> kMetricNames = {"corners", "straights", "horizontal-symmetry",
                                                                   "bilateral-symmetry", "path"};
  /// What a symmetry compares: whole tiles, or the four sides of each.
  enum class Symmetry : std::uint8_t { tiles, sides };
  /// How long a path is: its tiles out of all tiles, or its steps out of one less.
  enum class PathLength : std::uint8_t { tiles, steps };
  /// Which tile is destroyed when chance has destroyed none: any, or any but the last row and column.
  enum class Fallback : std::uint8_t { any, inner };

  struct Parameters {
    std::uint32_t size = 8;  ///< W, 2 to 64
    Metric fitness = Metric::path;
    std::vector<Metric> features = {Metric::corners, Metric::horizontal_symmetry};  ///< 1 to 4, not the fitness
    double destruction = 0.02;  ///< probability that mutation destroys a tile
    Symmetry symmetry = Symmetry::tiles;
    PathLength path = PathLength::tiles;
    Fallback fallback = Fallback::any;
  };

  using Gene = std::uint8_t;
  /// The sides of a tile, as bits of a gene.
  static constexpr Gene kNorth = 1;
  static constexpr Gene kEast = 2;
  static constexpr Gene kSouth = 4;
  static constexpr Gene kWest = 8;

  /// Throws std::invalid_argument.
  explicit Maze(const Parameters& parameters);

  [[nodiscard]] std::size_t genome_size() const { return tiles_; }
  [[nodiscard]] std::vector<Interval> bounds() const;
  /// Random depth-first search from a random tile.
  void random(std::span<Gene> maze, Rng& rng);
  /// Destroys some tiles, then repairs the maze: `destroy`, `reconnect`, `join_islands`.
  void mutate(std::span<Gene> maze, Rng& rng);
  double evaluate(std::span<const Gene> maze, std::span<double> features);

  /// The steps of a mutation, one by one.
  void destroy(std::span<Gene> maze, Rng& rng) const;
  /// Closed tiles next to open ones are reached again by random depth-first search.
  void reconnect(std::span<Gene> maze, Rng& rng);
  /// Random openings between islands until there is one.
  void join_islands(std::span<Gene> maze, Rng& rng);

  [[nodiscard]] double measure(Metric metric, std::span<const Gene> maze);
  /// The tiles from the top left to the bottom right corner, both included.
  [[nodiscard]] std::vector<std::uint32_t> solution(std::span<const Gene> maze);
  /// Islands of connected tiles: a number from 0 for each tile, in the order of their first tiles.
  [[nodiscard]] std::vector<std::uint32_t> islands(std::span<const Gene> maze);
  /// True if the openings agree between neighbours, stay inside, and form a spanning tree.
  [[nodiscard]] bool is_perfect(std::span<const Gene> maze);

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }

 private:
  /// An edge from a tile through one of its sides.
  struct Edge {
    std::uint16_t tile;
    std::uint8_t side;  // 0 north, 1 east, 2 south, 3 west
  };

  [[nodiscard]] bool has_neighbour(std::uint32_t tile, std::uint32_t side) const;
  [[nodiscard]] std::uint32_t neighbour(std::uint32_t tile, std::uint32_t side) const;
  void open(std::span<Gene> maze, std::uint32_t tile, std::uint32_t side) const;
  void close_all(std::span<Gene> maze, std::uint32_t tile) const;
  void push_edges_to_closed(std::span<const Gene> maze, std::uint32_t tile);
  void depth_first_search(std::span<Gene> maze, Rng& rng);
  std::uint32_t number_islands(std::span<const Gene> maze);
  std::uint32_t measure_distances(std::span<const Gene> maze);
  [[nodiscard]] double left_right_symmetry(std::span<const Gene> maze) const;
  [[nodiscard]] double top_bottom_symmetry(std::span<const Gene> maze) const;
  [[nodiscard]] std::uint32_t equal_sides(Gene tile, Gene image) const;

  Parameters parameters_;
  std::uint32_t width_;
  std::uint32_t tiles_;
  std::vector<Edge> stack_;           // working memory, so that no call allocates
  std::vector<std::uint32_t> label_;  // or distance, by tile
  std::vector<std::uint32_t> order_;  // a list of tiles
};

static_assert(Testbed<Maze>);

}  // namespace mce
