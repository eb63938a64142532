// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "bit_board.hpp"
#include "mce/core/rng.hpp"

namespace mce {

/// A side of a tile: 0 north, 1 east, 2 south, 3 west. Several of them are a set of bits, as in the codes of tiles.
using Side = std::uint32_t;

/// One of these sides, each equally likely.
inline Side random_side(unsigned sides, Rng& rng) {
  // The first, second, third and fourth of every set of sides.
  static constexpr auto kMembers = [] {
    std::array<std::array<std::uint8_t, 4>, 16> members{};
    for (unsigned set = 0; set < 16; ++set) {
      std::size_t rank = 0;
      for (std::uint8_t side = 0; side < 4; ++side) {
        if ((set >> side & 1U) != 0) members[set][rank++] = side;
      }
    }
    return members;
  }();
  return kMembers[sides][rng.bounded(static_cast<std::uint32_t>(std::popcount(sides)))];
}

/// For every side, the tiles that are open there.
template <std::size_t kWords>
struct OpenSides {
  using Board = BitBoard<kWords>;
  Board north;
  Board east;
  Board south;
  Board west;

  /// The tiles that one step through an opening leads to from some of `tiles`. What leaves the board meets a wall.
  [[nodiscard]] Board steps_from(const Board& tiles) const {
    return (tiles.down() & north) | (tiles.left() & east) | (tiles.up() & south) | (tiles.right() & west);
  }
  [[nodiscard]] Board any() const { return north | east | south | west; }
};

/// A maze: which tiles are open to the right, and which downwards. That is all, as openings have two ends.
template <std::size_t kWords>
struct MazeBoards {
  using Board = BitBoard<kWords>;
  Board east;
  Board south;

  static MazeBoards load(const std::uint64_t* genome) { return {Board::load(genome), Board::load(genome + kWords)}; }
  void store(std::uint64_t* genome) const {
    east.store(genome);
    south.store(genome + kWords);
  }

  [[nodiscard]] OpenSides<kWords> sides() const { return {south.down(), east, south, east.right()}; }
  [[nodiscard]] std::uint32_t openings() const { return east.count() + south.count(); }

  /// Opens a side of a tile; returns the tile beyond.
  std::uint32_t open(std::uint32_t place, Side side) {
    // North and west are the south and east of the neighbour. No branches: the side is random.
    static constexpr std::array<std::uint32_t, 4> kBack = {Board::kStride, 0, 0, 1};
    static constexpr std::array<std::uint32_t, 4> kAhead = {0, 1, Board::kStride, 0};
    const std::uint32_t owner = place - kBack[side];
    if constexpr (kWords <= 4) {
      const auto opening = Board::single(owner);
      const auto horizontal = Board::filled(side % 2 != 0);
      east = east | (opening & horizontal);
      south = south | (opening & ~horizontal);
    } else {
      (side % 2 != 0 ? east : south).insert(owner);
    }
    return owner + kAhead[side];
  }
};

/// Which neighbours of a tile are in `tiles`, as a set of sides. `ways` are the sides on which it has neighbours.
template <std::size_t kWords>
unsigned neighbours_in(const BitBoard<kWords>& tiles, std::uint32_t place, unsigned ways) {
  using Board = BitBoard<kWords>;
  const auto has = [&](std::uint32_t other) { return tiles.contains(other % Board::kPlaces) ? 1U : 0U; };
  return (has(place - Board::kStride) | has(place + 1) << 1 | has(place + Board::kStride) << 2 | has(place - 1) << 3) &
         ways;
}

}  // namespace mce
