// SPDX-License-Identifier: MIT
#include "maze_plan.hpp"

#include <bit>

#include "maze_metrics.hpp"
#include "maze_repair.hpp"

namespace mce {
namespace {

/// Calls `destroyed(tiles, maze)` and `reconnected(maze)` between the steps.
template <std::size_t kWords, class Destroyed, class Reconnected>
void mutate_watched(const MazePlan& plan, Maze::Memory& memory, std::uint64_t* genome, Rng& rng, Destroyed destroyed,
                    Reconnected reconnected) {
  auto maze = MazeBoards<kWords>::load(genome);
  MazeRepair<kWords> repair(plan, memory, rng);
  const BitBoard<kWords> tiles = repair.tiles_to_destroy();
  const BitBoard<kWords> seeds = repair.destroy(maze, tiles);
  destroyed(tiles, maze);
  repair.reconnect(maze);
  reconnected(maze);
  repair.join_islands(maze, seeds);
  maze.store(genome);
}

template <std::size_t kWords>
void mutate(const MazePlan& plan, Maze::Memory& memory, std::uint64_t* genome, Rng& rng) {
  mutate_watched<kWords>(plan, memory, genome, rng, [](const auto&, const auto&) {}, [](const auto&) {});
}

template <std::size_t kWords>
void trace(const MazePlan& plan, Maze::Memory& memory, Maze::Mutation& mutation, Rng& rng) {
  const auto destroyed = [&](const BitBoard<kWords>& tiles, const MazeBoards<kWords>& maze) {
    maze.store(mutation.destroyed.data());
    tiles.for_each([&](std::uint32_t place) {
      mutation.destroyed_tiles.push_back(place / plan.stride * plan.width + place % plan.stride);
    });
  };
  const auto reconnected = [&](const MazeBoards<kWords>& maze) { maze.store(mutation.reconnected.data()); };
  mutate_watched<kWords>(plan, memory, mutation.after.data(), rng, destroyed, reconnected);
}

template <std::size_t kWords>
void measure(const MazePlan& plan, const std::uint64_t* genome, unsigned wanted, double* values) {
  MazeMetrics<kWords>(plan, MazeBoards<kWords>::load(genome)).measure(wanted, values);
}

template <std::size_t kWords>
void random(const MazePlan& plan, Maze::Memory& memory, std::uint64_t* genome, Rng& rng) {
  MazeRepair<kWords>(plan, memory, rng).random().store(genome);
}

template <std::size_t kWords>
void destroy(const MazePlan& plan, Maze::Memory& memory, std::uint64_t* genome, Rng& rng) {
  auto maze = MazeBoards<kWords>::load(genome);
  MazeRepair<kWords>::destroy(maze, MazeRepair<kWords>(plan, memory, rng).tiles_to_destroy());
  maze.store(genome);
}

template <std::size_t kWords>
void reconnect(const MazePlan& plan, Maze::Memory& memory, std::uint64_t* genome, Rng& rng) {
  auto maze = MazeBoards<kWords>::load(genome);
  MazeRepair<kWords>(plan, memory, rng).reconnect(maze);
  maze.store(genome);
}

template <std::size_t kWords>
void join_islands(const MazePlan& plan, Maze::Memory& memory, std::uint64_t* genome, Rng& rng) {
  auto maze = MazeBoards<kWords>::load(genome);
  MazeRepair<kWords>(plan, memory, rng).join_islands(maze, BitBoard<kWords>());
  maze.store(genome);
}

template <std::size_t kWords>
MazePlan::Kernels kernels_for(CpuLevel level) {
  return {.mutate = Versions<&mutate<kWords>>::at(level),
          .measure = Versions<&measure<kWords>>::at(level),
          .random = &random<kWords>,
          .destroy = &destroy<kWords>,
          .reconnect = &reconnect<kWords>,
          .join_islands = &join_islands<kWords>,
          .trace = &trace<kWords>};
}

MazePlan::Kernels kernels_for(std::uint32_t words, CpuLevel level) {
  switch (words) {
    case 1: return kernels_for<1>(level);
    case 4: return kernels_for<4>(level);
    case 16: return kernels_for<16>(level);
    default: return kernels_for<64>(level);
  }
}

unsigned bit(Maze::Metric metric) { return 1U << static_cast<unsigned>(metric); }

}  // namespace

MazePlan::MazePlan(const Maze::Parameters& parameters, CpuLevel level)
    : width(parameters.size),
      tiles(width * width),
      stride(std::max(8U, std::bit_ceil(width))),
      words(stride * stride / 64),
      symmetry(parameters.symmetry),
      path(parameters.path),
      fallback(parameters.fallback),
      wanted(bit(parameters.fitness)),
      skips(parameters.destruction, tiles),
      ways(std::size_t{stride} * stride),
      inside(words),
      field(std::size_t{2} * words),
      kernels(kernels_for(words, level)) {
  for (const Maze::Metric feature : parameters.features) wanted |= bit(feature);
  for (std::uint32_t row = 0; row < width; ++row) {
    for (std::uint32_t column = 0; column < width; ++column) {
      const std::uint32_t place = row * stride + column;
      const bool has_east = column + 1 < width;
      const bool has_south = row + 1 < width;
      places.push_back(static_cast<std::uint16_t>(place));
      ways[place] = static_cast<std::uint8_t>((row > 0 ? Maze::kNorth : 0) | (has_east ? Maze::kEast : 0) |
                                              (has_south ? Maze::kSouth : 0) | (column > 0 ? Maze::kWest : 0));
      const std::uint64_t here = std::uint64_t{1} << place % 64;
      inside[place / 64] |= here;
      if (has_east) field[place / 64] |= here;
      if (has_south) field[words + place / 64] |= here;
    }
  }
}

}  // namespace mce
