// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/cpu.hpp"
#include "mce/core/kind.hpp"
#include "mce/core/testbed.hpp"
#include "mce/testbeds/fitness_scale.hpp"

namespace mce {

struct MazePlan;

/// Perfect mazes of W × W tiles: every two tiles are joined by exactly one path. Fitness and features are metrics of
/// the maze, each in [0, 1]. A genome is two bit boards, of the tiles that are open to the right and of those that are
/// open downwards: row by row, with a row in 8, 16, 32 or 64 bits, the least that W fits in. `tiles` is for people.
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
    static constexpr std::uint32_t kSmallest = 2;
    static constexpr std::uint32_t kLargest = 64;

    std::uint32_t size = 8;  ///< W
    Metric fitness = Metric::path;
    std::vector<Metric> features = {Metric::corners, Metric::horizontal_symmetry};  ///< not the fitness
    double destruction = 0.02;  ///< probability that mutation destroys a tile
    Symmetry symmetry = Symmetry::tiles;
    PathLength path = PathLength::tiles;
    Fallback fallback = Fallback::any;
    FitnessScale scale = FitnessScale::plain;
    std::vector<Parameter> table();
    /// `metrics` in a protocol: each of some metrics as fitness × each pair of the others as features.
    static std::vector<Sweep> sweeps();
  };

  using Gene = std::uint64_t;
  /// A tile as a code from 0 to 15: which of its sides are open.
  using Tile = std::uint8_t;
  static constexpr Tile kNorth = 1;
  static constexpr Tile kEast = 2;
  static constexpr Tile kSouth = 4;
  static constexpr Tile kWest = 8;

  /// Throws std::invalid_argument. Mazes and metrics are the same at each level.
  explicit Maze(Parameters parameters, CpuLevel level = cpu_level());

  [[nodiscard]] std::size_t genome_size() const;
  [[nodiscard]] std::vector<Interval> bounds() const;
  [[nodiscard]] std::vector<std::string> feature_names() const;
  /// Throws Error unless the maze is perfect: mutation relies on it.
  void check(std::span<const Gene> maze) const;
  /// Random depth-first search from a random tile.
  void random(std::span<Gene> maze, Rng& rng);
  /// Destroys some tiles, then repairs the maze: `destroy`, `reconnect`, `join_islands`.
  void mutate(std::span<Gene> maze, Rng& rng);
  double evaluate(std::span<const Gene> maze, std::span<double> features) const;
  /// The metric that is the fitness on the plain scale.
  [[nodiscard]] double quality(double fitness) const;

  /// The steps of a mutation, one by one. None of them makes a cycle.
  void destroy(std::span<Gene> maze, Rng& rng);
  /// Closed tiles next to open ones are reached again by random depth-first search.
  void reconnect(std::span<Gene> maze, Rng& rng);
  /// Random openings between islands until there is one.
  void join_islands(std::span<Gene> maze, Rng& rng);

  /// A mutation told step by step: the maze before it and after each of them.
  struct Mutation {
    std::vector<Gene> before;
    std::vector<std::uint32_t> destroyed_tiles;
    std::vector<Gene> destroyed;
    std::vector<Gene> reconnected;
    std::vector<Gene> after;
  };
  /// What `mutate` does with the same random numbers.
  [[nodiscard]] Mutation trace(std::span<const Gene> maze, Rng& rng);

  [[nodiscard]] double measure(Metric metric, std::span<const Gene> maze) const;
  /// Every metric, in the order of `kMetricNames`.
  [[nodiscard]] std::array<double, kMetricNames.size()> measure_all(std::span<const Gene> maze) const;
  /// The tiles from the top left to the bottom right corner, both included.
  [[nodiscard]] std::vector<std::uint32_t> solution(std::span<const Gene> maze) const;
  /// Islands of connected tiles: a number from 0 for each tile, in the order of their first tiles.
  [[nodiscard]] std::vector<std::uint32_t> islands(std::span<const Gene> maze) const;
  /// True if the openings stay inside and form a spanning tree.
  [[nodiscard]] bool is_perfect(std::span<const Gene> maze) const;

  /// The codes of the tiles, row by row.
  [[nodiscard]] std::vector<Tile> tiles(std::span<const Gene> maze) const;
  /// The codes of tiles that a file has as numbers. Throws std::invalid_argument that names a number that is no code.
  static std::vector<Tile> tiles_from(std::span<const double> numbers);
  /// The maze of these tiles. Throws std::invalid_argument that names the tile if a code is not 0 to 15, an opening
  /// leads outside, or neighbours disagree.
  [[nodiscard]] std::vector<Gene> genome(std::span<const Tile> tiles) const;
  /// What files show of a maze: its tiles.
  [[nodiscard]] std::vector<Tile> readable(std::span<const Gene> maze) const { return tiles(maze); }

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }

  /// Working memory, so that no call allocates.
  struct Memory {
    std::vector<std::uint64_t> islands;  // boards, as many as there are tiles
    std::vector<std::uint64_t> parts;    // of islands, likewise
    std::vector<std::uint16_t> trail;    // of a search: tiles to come back to
  };

 private:
  Parameters parameters_;
  std::shared_ptr<const MazePlan> plan_;
  Memory memory_;
};

static_assert(Testbed<Maze>);

}  // namespace mce
