// SPDX-License-Identifier: MIT
// How mazes are made and changed (docs/algorithm.md, section 4), on whole boards.
#pragma once

#include <cstdint>

#include "maze_boards.hpp"
#include "maze_plan.hpp"

namespace mce {

template <std::size_t kWords>
class MazeRepair {
 public:
  using Board = BitBoard<kWords>;
  using Boards = MazeBoards<kWords>;

  MazeRepair(const MazePlan& plan, Maze::Memory& memory, Rng& rng)
      : plan_(plan),
        islands_(memory.islands.data()),
        parts_(memory.parts.data()),
        trail_(memory.trail.data()),
        rng_(rng) {}

  /// The tiles that chance destroys, one at least.
  Board tiles_to_destroy() {
    Board tiles;
    std::uint32_t tile = plan_.skips.draw(rng_);
    if (tile >= plan_.tiles) {
      tiles.insert(tile_destroyed_otherwise());
      return tiles;
    }
    for (; tile < plan_.tiles; tile += 1 + plan_.skips.draw(rng_)) tiles.insert(plan_.places[tile]);
    return tiles;
  }

  /// Closes tiles. Returns those that lost an opening but still have one: with them, a destroyed maze has at least one
  /// tile in each island that it is going to have.
  static Board destroy(Boards& maze, const Board& destroyed) {
    const Board lost_east = maze.east & (destroyed | destroyed.left());
    const Board lost_south = maze.south & (destroyed | destroyed.up());
    maze.east = maze.east & ~lost_east;
    maze.south = maze.south & ~lost_south;
    return (lost_east | lost_east.right() | lost_south | lost_south.down()) & maze.sides().any();
  }

  /// A shuffled stack of edges pops a random one of those still of use. So it is the same to draw it then; and since
  /// a search goes all over a patch of closed tiles once it enters, patches do not depend on each other.
  void reconnect(Boards& maze) {
    const OpenSides<kWords> field = Boards::load(plan_.field.data()).sides();
    const Board open = maze.sides().any();
    Board closed = inside() & ~open;
    const Board lone = closed & ~field.steps_from(closed);
    lone.for_each([&](std::uint32_t place) { maze.open(place, random_side(plan_.ways[place], rng_)); });
    closed = closed & ~lone;
    while (closed.any()) {
      const Edges edges(closed, open, field);
      if (edges.count() == 0) return;  // nothing is open
      const auto [place, side] = edges.select(rng_.bounded(edges.count()));
      maze.open(place, side);
      closed.erase(place);
      search(maze, closed, place);
    }
  }

  /// A forest has one opening less than tiles for each of its trees: mostly there is nothing to search for.
  void join_islands(Boards& maze, const Board& seeds) {
    std::uint32_t count = plan_.tiles - maze.openings();
    if (count == 1) return;
    find_islands(maze.sides(), seeds, count);
    const OpenSides<kWords> field = Boards::load(plan_.field.data()).sides();
    for (; count > 1; --count) {
      const std::uint32_t chosen = rng_.bounded(count);
      const Board island = load_island(chosen);
      const Board outside = inside() & ~island;
      const Board shore = island & field.steps_from(outside);
      const std::uint32_t place = shore.select(rng_.bounded(shore.count()));
      const Side side = random_side(neighbours_in(outside, place, plan_.ways[place]), rng_);
      const std::uint32_t beyond = maze.open(place, side);
      if (count == 2) return;
      std::uint32_t other = 0;
      while (!island_contains(other, beyond)) ++other;
      store_island(other, load_island(other) | island);
      store_island(chosen, load_island(count - 1));
    }
  }

  /// Random depth-first search from a random tile.
  Boards random() {
    Boards maze;
    Board closed = inside();
    const std::uint32_t start = plan_.places[rng_.bounded(plan_.tiles)];
    closed.erase(start);
    search(maze, closed, start);
    return maze;
  }

 private:
  /// The edges between closed tiles and open ones, by the side of the closed tile.
  class Edges {
   public:
    Edges(const Board& closed, const Board& open, const OpenSides<kWords>& field)
        : boards_{closed & open.down() & field.north, closed & open.left() & field.east,
                  closed & open.up() & field.south, closed & open.right() & field.west} {
      for (const Board& board : boards_) count_ += board.count();
    }
    [[nodiscard]] std::uint32_t count() const { return count_; }
    [[nodiscard]] std::pair<std::uint32_t, Side> select(std::uint32_t rank) const {
      Side side = 0;
      for (; rank >= boards_[side].count(); ++side) rank -= boards_[side].count();
      return {boards_[side].select(rank), side};
    }

   private:
    std::array<Board, 4> boards_;
    std::uint32_t count_ = 0;
  };

  [[nodiscard]] Board inside() const { return Board::load(plan_.inside.data()); }
  [[nodiscard]] Board load_island(std::uint32_t i) const { return Board::load(islands_ + i * kWords); }
  void store_island(std::uint32_t i, const Board& island) { island.store(islands_ + i * kWords); }
  [[nodiscard]] bool island_contains(std::uint32_t i, std::uint32_t place) const {
    return (islands_[i * kWords + place / 64] >> place % 64 & 1) != 0;
  }
  [[nodiscard]] Board load_part(std::uint32_t i) const { return Board::load(parts_ + i * kWords); }
  void store_part(std::uint32_t i, const Board& part) { part.store(parts_ + i * kWords); }

  std::uint32_t tile_destroyed_otherwise() {
    if (plan_.fallback == Maze::Fallback::any) return plan_.places[rng_.bounded(plan_.tiles)];
    const std::uint32_t row = rng_.bounded(plan_.width - 1);
    return row * Board::kStride + rng_.bounded(plan_.width - 1);
  }

  /// Opens closed tiles by random depth-first search from a tile. What is left of a tile's shuffled edges when the
  /// search comes back to it are the edges to tiles still closed, in random order: one of them is drawn.
  void search(Boards& maze, Board& closed, std::uint32_t place) {
    for (std::uint32_t depth = 0;;) {
      if (const unsigned ways = neighbours_in(closed, place, plan_.ways[place]); ways != 0) {
        trail_[depth++] = static_cast<std::uint16_t>(place);
        place = maze.open(place, random_side(ways, rng_));
        closed.erase(place);
      } else if (depth > 0) {
        place = trail_[--depth];
      } else {
        return;
      }
    }
  }

  /// Writes the islands to memory. Parts of them grow from all seeds together, until all islands but one are whole:
  /// cutting a tree at random mostly leaves one large island, whose flooding is what would take long.
  void find_islands(const OpenSides<kWords>& sides, const Board& seeds, std::uint32_t count) {
    std::uint32_t growing = 0;
    (seeds.any() ? seeds : inside()).for_each([&](std::uint32_t place) {
      store_part(growing++, Board::single(place));
    });
    Board whole;
    std::uint32_t done = 0;
    while (done < count - 1) {
      Board covered = whole;
      std::uint32_t kept = 0;
      for (std::uint32_t i = 0; i < growing; ++i) {
        const Board before = load_part(i);
        const Board after = grown(before, sides);
        if ((after & covered).any()) {
          merge(after, kept);
        } else if (after == before) {
          whole = whole | after;
          store_island(done++, after);
        } else {
          store_part(kept++, after);
        }
        covered = covered | after;
      }
      growing = kept;
    }
    if (done < count) store_island(done, inside() & ~whole);
  }

  /// A part that has met another one of the same island adds its tiles to that, if it is still growing.
  void merge(const Board& part, std::uint32_t others) {
    for (std::uint32_t i = 0; i < others; ++i) {
      const Board other = load_part(i);
      if ((other & part).any()) return store_part(i, other | part);
    }
  }

  /// Some steps further. From tiles with their neighbours, steps lead to all those again, so there is no need to add
  /// them each time; what is added at the end are lone tiles, from where no step leads anywhere.
  static Board grown(const Board& tiles, const OpenSides<kWords>& sides) {
    constexpr int kSteps = 3;
    Board front = tiles | sides.steps_from(tiles);
    for (int step = 1; step < kSteps; ++step) front = sides.steps_from(front);
    return front | tiles;
  }

  const MazePlan& plan_;
  std::uint64_t* islands_;
  std::uint64_t* parts_;
  std::uint16_t* trail_;
  Rng& rng_;
};

}  // namespace mce
