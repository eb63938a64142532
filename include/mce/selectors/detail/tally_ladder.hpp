// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/selectors/detail/cell_sets.hpp"

namespace mce {

/// Cells grouped by their tallies: a rung for every w in use, in ascending order; on each rung a level for every n in
/// use, the lowest first; on each level the cells that share (n, w). For one w only the lowest n can be the best, so
/// the top levels are all the candidates there are, and there are about √(2·Σw) of them at most.
/// A selection in vain, which is the rule, changes one rung only. A move to the next n or w takes constant time, a
/// longer one a walk over the levels or rungs between; one to a lower w starts from the lowest. Nothing allocates.
class TallyLadder {
 public:
  using Id = std::uint32_t;
  using Sets = CellSets<Id>;
  static constexpr Id kNone = UINT32_MAX;

  struct alignas(32) Level {
    std::uint32_t selections = 0;
    Id rung = kNone;  // kNone: no such level at present
    Id higher = kNone;
    Id lower = kNone;
    Sets::Set cells;
  };
  struct Rung {
    std::uint32_t survivals = 0;
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
  /// That of a cell on the ladder.
  [[nodiscard]] Tally tally(CellIndex cell) const {
    const Level& level = levels_[sets_.label(cell) - 1];
    return {.selections = level.selections, .survivals = rungs_[level.rung].survivals};
  }
  /// Rung with the smallest w; the ladder must not be empty.
  [[nodiscard]] Id first() const { return first_; }
  [[nodiscard]] const Rung& rung(Id id) const { return rungs_[id]; }
  [[nodiscard]] bool alive(Id rung) const { return rungs_[rung].top != kNone; }
  [[nodiscard]] const Level& top(Id rung) const { return levels_[rungs_[rung].top]; }
  [[nodiscard]] Standing standing(Id rung) const {
    if (!alive(rung)) return {};
    return {.tally = {top(rung).selections, rungs_[rung].survivals}, .cells = top(rung).cells.size};
  }
  /// The n of the level below the top of `rung`.
  [[nodiscard]] std::uint32_t next_selections(Id rung) const {
    const Id next = top(rung).lower;
    return next != kNone ? levels_[next].selections : UINT32_MAX;
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
  [[gnu::always_inline]] Change put(CellIndex cell, Tally tally) {
    if (!contains(cell)) [[unlikely]]
      return put_new(cell, tally);
    const Id old_level = sets_.label(cell) - 1;
    Level& from = levels_[old_level];
    const Id left = from.rung;
    if (rungs_[left].survivals == tally.survivals) return move_on_rung(cell, old_level, tally.selections);
    const Id rung = rung_for(tally.survivals, left);
    const Id level = level_for(rung, tally.selections, kNone);
    sets_.remove(from.cells, cell);
    enter(cell, level);
    if (from.cells.size == 0) drop_level(old_level);
    return {.left = left, .entered = rung};
  }

  /// Takes a cell off the ladder.
  Change remove(CellIndex cell) {
    const Id level = sets_.label(cell) - 1;
    const Id rung = levels_[level].rung;
    sets_.remove(levels_[level].cells, cell);
    sets_.set_label(cell, kNoLevel);
    if (levels_[level].cells.size == 0) drop_level(level);
    return {.left = rung, .entered = kNone};
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

  [[gnu::noinline]] Change put_new(CellIndex cell, Tally tally) {
    const bool goes_on = latest_ != kNone && levels_[latest_].rung != kNone;  // after cells with lower tallies, mostly
    const Id rung = rung_for(tally.survivals, goes_on ? levels_[latest_].rung : kNone);
    const bool below = goes_on && levels_[latest_].rung == rung && levels_[latest_].selections <= tally.selections;
    latest_ = level_for(rung, tally.selections, below ? latest_ : kNone);
    enter(cell, latest_);
    return {.left = kNone, .entered = rung};
  }

  /// Selected, and nothing survived: to the next level or one after it.
  [[gnu::always_inline]] Change move_on_rung(CellIndex cell, Id old_level, std::uint32_t selections) {
    Level& from = levels_[old_level];
    const Id rung = from.rung;
    if (from.selections == selections) return {};
    const bool down = from.selections < selections;
    const Id next = from.lower;
    if (down && from.cells.size == 1 && (next == kNone || selections < levels_[next].selections)) {
      from.selections = selections;  // a cell alone on its level takes the level along
      return {.left = kNone, .entered = rung};
    }
    const Id level = level_for(rung, selections, down ? old_level : kNone);
    sets_.remove(from.cells, cell);
    enter(cell, level);
    if (from.cells.size == 0) drop_level(old_level);
    return {.left = kNone, .entered = rung};
  }

  [[gnu::always_inline]] void enter(CellIndex cell, Id level) {
    sets_.insert(levels_[level].cells, cell);
    sets_.set_label(cell, level + 1);
  }

  /// Finds or makes the rung of w = `survivals`, walking up from `hint`, or from the bottom if that is too high.
  [[gnu::always_inline]] Id rung_for(std::uint32_t survivals, Id hint) {
    const bool useful = hint != kNone && alive(hint) && rungs_[hint].survivals <= survivals;
    Id below = useful ? hint : kNone;
    if (below != kNone && rungs_[below].survivals == survivals) return below;
    Id above = below != kNone ? rungs_[below].more : first_;
    while (above != kNone && rungs_[above].survivals < survivals) {
      below = above;
      above = rungs_[above].more;
    }
    if (above != kNone && rungs_[above].survivals == survivals) return above;
    return make_rung(survivals, below, above);
  }

  [[gnu::noinline]] Id make_rung(std::uint32_t survivals, Id below, Id above) {
    const Id fresh = allocate(rungs_, free_rungs_, &Rung::more);
    rungs_[fresh] = {.survivals = survivals, .top = kNone, .fewer = below, .more = above};
    (below != kNone ? rungs_[below].more : first_) = fresh;
    if (above != kNone) rungs_[above].fewer = fresh;
    return fresh;
  }

  /// Finds or makes the level of n = `selections`, walking down from level `higher`, or from the top if it is kNone:
  /// what was selected as the best, and has survived, is close to the top of its new rung too.
  [[gnu::always_inline]] Id level_for(Id rung, std::uint32_t selections, Id higher) {
    Id lower = higher != kNone ? levels_[higher].lower : rungs_[rung].top;
    if (higher != kNone && levels_[higher].selections == selections) return higher;
    while (lower != kNone && levels_[lower].selections < selections) {
      higher = lower;
      lower = levels_[lower].lower;
    }
    if (lower != kNone && levels_[lower].selections == selections) return lower;
    return make_level(rung, selections, higher, lower);
  }

  [[gnu::noinline]] Id make_level(Id rung, std::uint32_t selections, Id higher, Id lower) {
    const Id fresh = allocate(levels_, free_levels_, &Level::lower);
    levels_[fresh] = {.selections = selections, .rung = rung, .higher = higher, .lower = lower, .cells = {}};
    (higher != kNone ? levels_[higher].lower : rungs_[rung].top) = fresh;
    if (lower != kNone) levels_[lower].higher = fresh;
    return fresh;
  }

  [[gnu::noinline]] void drop_level(Id level) {
    const auto [selections, rung, higher, lower, cells] = levels_[level];
    (higher != kNone ? levels_[higher].lower : rungs_[rung].top) = lower;
    if (lower != kNone) levels_[lower].higher = higher;
    levels_[level].rung = kNone;
    levels_[level].lower = free_levels_;
    free_levels_ = level;
    if (rungs_[rung].top == kNone) drop_rung(rung);
  }

  void drop_rung(Id rung) {
    const auto [survivals, top, fewer, more] = rungs_[rung];
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

  Sets sets_;  // a cell's label is its level plus one
  std::vector<Level> levels_;
  std::vector<Rung> rungs_;
  Id first_ = kNone;
  Id latest_ = kNone;  // the level that the last new cell entered, where the search for the next one's starts
  Id free_levels_ = kNone;
  Id free_rungs_ = kNone;
};

}  // namespace mce
