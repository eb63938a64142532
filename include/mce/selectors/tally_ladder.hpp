// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/selectors/cell_sets.hpp"

namespace mce {

/// Cells grouped by their tallies: a rung for every n in use, in ascending order; on each rung a level for every w in
/// use, the highest first; on each level the cells that share (n, w). For one n only the highest w can be the best, so
/// the top levels are all the candidates there are, and there are at most √(2·selections) of them.
/// A move to the next n or w, which is what evolution does, takes constant time; nothing allocates.
class TallyLadder {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = UINT32_MAX;

  struct alignas(32) Level {
    std::uint32_t survivals = 0;
    Id rung = kNone;
    Id higher = kNone;
    Id lower = kNone;
    CellSets<Id>::Set cells;
  };
  struct Rung {
    std::uint32_t selections = 0;
    Id top = kNone;  // kNone: no such rung at present
    Id fewer = kNone;
    Id more = kNone;
  };
  /// The tally that the cells on the top of a rung share, and how many they are; zeros if there is no such rung.
  struct Standing {
    Tally tally;
    std::uint32_t cells = 0;
  };
  /// The rungs whose top may have changed.
  struct Change {
    Id left = kNone;
    Id entered = kNone;
  };

  TallyLadder() = default;
  explicit TallyLadder(std::uint32_t cells) : sets_(cells) {
    levels_.reserve(std::size_t{cells} + 1);
    rungs_.reserve(std::size_t{cells} + 1);
  }

  [[nodiscard]] bool contains(CellIndex cell) const { return sets_.label(cell) != kNoLevel; }
  /// Rung with the smallest n; the ladder must not be empty.
  [[nodiscard]] Id first() const { return first_; }
  [[nodiscard]] const Rung& rung(Id id) const { return rungs_[id]; }
  [[nodiscard]] bool alive(Id rung) const { return rungs_[rung].top != kNone; }
  [[nodiscard]] const Level& top(Id rung) const { return levels_[rungs_[rung].top]; }
  [[nodiscard]] Standing standing(Id rung) const {
    if (!alive(rung)) return {};
    return {.tally = {rungs_[rung].selections, top(rung).survivals}, .cells = top(rung).cells.size};
  }
  [[nodiscard]] CellIndex cell_at(const Level& level, std::uint32_t index) const {
    return sets_.at(level.cells, index);
  }

  /// Fetch ahead what `cell_at` and `put` will read.
  [[gnu::always_inline]] void prefetch_at(const Level& level, std::uint32_t index) const {
    sets_.prefetch_at(level.cells, index);
  }
  [[gnu::always_inline]] void prefetch(CellIndex cell) const { sets_.prefetch(cell); }
  [[gnu::always_inline]] void prefetch_last(const Level& level, std::uint32_t removals) const {
    sets_.prefetch_last(level.cells, removals);
  }

  /// Puts a new cell on the ladder, or moves one to its new tally.
  Change put(CellIndex cell, Tally tally) {
    if (!contains(cell)) [[unlikely]] {
      const Id rung = rung_for(tally.selections, latest_);
      enter(cell, level_for(rung, tally.survivals));
      latest_ = rung;
      return {.left = kNone, .entered = rung};
    }
    const Id old_level = sets_.label(cell) - 1;
    const Id left = levels_[old_level].rung;
    if (rungs_[left].selections == tally.selections && levels_[old_level].survivals == tally.survivals) return {};
    if (is_alone(old_level) && has_room_for(left, tally.selections)) {
      rungs_[left].selections = tally.selections;
      levels_[old_level].survivals = tally.survivals;
      return {.left = kNone, .entered = left};
    }
    const Id rung = rung_for(tally.selections, left);
    const Id level = level_for(rung, tally.survivals);
    sets_.remove(levels_[old_level].cells, cell);
    enter(cell, level);
    latest_ = rung;
    if (levels_[old_level].cells.size == 0) drop_level(old_level);
    return {.left = left, .entered = rung};
  }

  /// All cells, rung by rung, level by level: put onto an empty ladder in this order, they give the same ladder.
  [[nodiscard]] std::vector<CellIndex> order() const {
    std::vector<CellIndex> cells;
    for (Id rung = first_; rung != kNone; rung = rungs_[rung].more) {
      for (Id level = rungs_[rung].top; level != kNone; level = levels_[level].lower) {
        for (std::uint32_t i = 0; i < levels_[level].cells.size; ++i) cells.push_back(cell_at(levels_[level], i));
      }
    }
    return cells;
  }

 private:
  static constexpr Id kNoLevel = 0;

  /// A cell alone on its rung takes the rung along if no other rung is in the way: common among the much selected.
  [[nodiscard]] bool is_alone(Id level) const {
    return levels_[level].cells.size == 1 && levels_[level].lower == kNone && levels_[level].higher == kNone;
  }
  [[nodiscard]] bool has_room_for(Id rung, std::uint32_t selections) const {
    const Id next = rungs_[rung].more;
    return rungs_[rung].selections <= selections && (next == kNone || selections < rungs_[next].selections);
  }

  [[gnu::always_inline]] void enter(CellIndex cell, Id level) {
    sets_.insert(levels_[level].cells, cell);
    sets_.set_label(cell, level + 1);
  }

  /// Finds or makes the rung of n = `selections`, walking up from `hint`, or from the bottom if that is too high.
  [[gnu::always_inline]] Id rung_for(std::uint32_t selections, Id hint) {
    const bool useful = hint != kNone && alive(hint) && rungs_[hint].selections <= selections;
    Id below = useful ? hint : kNone;
    if (below != kNone && rungs_[below].selections == selections) return below;
    Id above = below != kNone ? rungs_[below].more : first_;
    while (above != kNone && rungs_[above].selections < selections) {
      below = above;
      above = rungs_[above].more;
    }
    if (above != kNone && rungs_[above].selections == selections) return above;
    return make_rung(selections, below, above);
  }

  [[gnu::noinline]] Id make_rung(std::uint32_t selections, Id below, Id above) {
    const Id fresh = allocate(rungs_, free_rungs_, &Rung::more);
    rungs_[fresh] = {.selections = selections, .top = kNone, .fewer = below, .more = above};
    (below != kNone ? rungs_[below].more : first_) = fresh;
    if (above != kNone) rungs_[above].fewer = fresh;
    return fresh;
  }

  /// Finds or makes the level of w = `survivals`, walking down from the top: what was selected as the best is not far
  /// below the top of its new rung either.
  [[gnu::always_inline]] Id level_for(Id rung, std::uint32_t survivals) {
    Id higher = kNone;
    Id lower = rungs_[rung].top;
    while (lower != kNone && levels_[lower].survivals > survivals) {
      higher = lower;
      lower = levels_[lower].lower;
    }
    if (lower != kNone && levels_[lower].survivals == survivals) return lower;
    return make_level(rung, survivals, higher, lower);
  }

  [[gnu::noinline]] Id make_level(Id rung, std::uint32_t survivals, Id higher, Id lower) {
    const Id fresh = allocate(levels_, free_levels_, &Level::lower);
    levels_[fresh] = {.survivals = survivals, .rung = rung, .higher = higher, .lower = lower, .cells = {}};
    (higher != kNone ? levels_[higher].lower : rungs_[rung].top) = fresh;
    if (lower != kNone) levels_[lower].higher = fresh;
    return fresh;
  }

  [[gnu::noinline]] void drop_level(Id level) {
    const auto [survivals, rung, higher, lower, cells] = levels_[level];
    (higher != kNone ? levels_[higher].lower : rungs_[rung].top) = lower;
    if (lower != kNone) levels_[lower].higher = higher;
    levels_[level].lower = free_levels_;
    free_levels_ = level;
    if (rungs_[rung].top == kNone) drop_rung(rung);
  }

  void drop_rung(Id rung) {
    const auto [selections, top, fewer, more] = rungs_[rung];
    (fewer != kNone ? rungs_[fewer].more : first_) = more;
    if (more != kNone) rungs_[more].fewer = fewer;
    rungs_[rung].more = free_rungs_;
    free_rungs_ = rung;
  }

  template <class Node>
  static Id allocate(std::vector<Node>& nodes, Id& free, Id Node::* next_free) {
    if (free == kNone) {
      nodes.emplace_back();  // within the reserved capacity
      return static_cast<Id>(nodes.size() - 1);
    }
    const Id id = free;
    free = nodes[id].*next_free;
    return id;
  }

  CellSets<Id> sets_;  // a cell's label is its level plus one
  std::vector<Level> levels_;
  std::vector<Rung> rungs_;
  Id first_ = kNone;
  Id latest_ = kNone;  // the rung last entered, where the search for a new cell's rung starts
  Id free_levels_ = kNone;
  Id free_rungs_ = kNone;
};

}  // namespace mce
