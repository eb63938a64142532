// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "geometric_skips.hpp"
#include "maze_boards.hpp"
#include "mce/core/cpu.hpp"
#include "mce/testbeds/maze.hpp"

namespace mce {

/// All that is known of a maze testbed before its first maze. Never changes, so that copies of a testbed share it.
struct MazePlan {
  MazePlan(const Maze::Parameters& parameters, CpuLevel level);

  /// The code for one number of words: `mutate` and `measure` for the machine's level, the rest for any machine.
  struct Kernels {
    using Change = void (*)(const MazePlan& plan, Maze::Memory& memory, std::uint64_t* maze, Rng& rng);
    using Measure = void (*)(const MazePlan& plan, const std::uint64_t* maze, unsigned wanted, double* values);
    using Trace = void (*)(const MazePlan& plan, Maze::Memory& memory, Maze::Mutation& mutation, Rng& rng);
    Change mutate;
    Measure measure;
    Change random;
    Change destroy;
    Change reconnect;
    Change join_islands;
    Trace trace;
  };

  std::uint32_t width;
  std::uint32_t tiles;
  std::uint32_t stride;  // bits of a row
  std::uint32_t words;   // of a board
  Maze::Symmetry symmetry;
  Maze::PathLength path;
  Maze::Fallback fallback;
  unsigned wanted;  // the metrics that `evaluate` needs, a bit each
  GeometricSkips skips;
  std::vector<std::uint16_t> places;  // of the tiles, row by row
  std::vector<std::uint8_t> ways;     // by place: the sides on which there is a neighbour
  std::vector<std::uint64_t> inside;  // a board of all tiles
  std::vector<std::uint64_t> field;   // a maze with all openings
  Kernels kernels;
};

}  // namespace mce
