// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "mce/core/detail/large_array.hpp"
#include "mce/selectors/detail/tally_ladder.hpp"

namespace mce {

/// The rungs that share the best score, by ascending n (which differ, since their w do), and how many cells their top
/// levels hold. The order does not depend on how they were found, so that a resumed run picks as the uninterrupted one
/// does. A leader that falls back keeps its place, without cells, until all have: so nothing has to be moved.
class TiedRungs {
 public:
  using Id = TallyLadder::Id;
  struct alignas(16) Leader {  // copied in one piece
    Id rung = 0;
    std::uint32_t selections = 0;
    std::uint32_t cells = 0;
  };

  TiedRungs() = default;
  /// For rungs with an id below `ids`.
  explicit TiedRungs(std::uint32_t ids)
      : leaders_(ids + kLookedAtOnce, ArrayUse::sparse), places_(ids, ArrayUse::sparse) {}

  [[nodiscard]] bool empty() const { return cells_ == 0; }
  /// Whether there has been but one since the last `clear`.
  [[nodiscard]] bool single() const { return count_ == 1; }
  [[nodiscard]] Id first() const { return leaders_[0].rung; }
  /// Cells on the top levels of all leaders together.
  [[nodiscard]] std::uint32_t cells() const { return cells_; }

  template <class Visit>
  void visit(const Visit& visit) const {
    for (const Leader& each : list()) {
      if (each.cells > 0) visit(each.rung);
    }
  }

  void clear() {
    for (const Leader& each : list()) places_[each.rung] = kNowhere;
    count_ = 0;
    cells_ = 0;
  }

  /// Adds one, in any order. After the last one, `arrange` must be called.
  void add(const Leader& leader) {
    leaders_[count_++] = leader;
    cells_ += leader.cells;
  }

  [[gnu::always_inline]] void arrange() {
    if (count_ > 1) sort();
    for (std::uint32_t place = 0; place < count_; ++place) places_[leaders_[place].rung] = place + 1;
  }

  /// Nothing happens if `rung` does not lead.
  void remove(Id rung) {
    recount(rung, 0);
    places_[rung] = kNowhere;
  }

  /// As many cells as this are now on the top of `rung`, if it leads.
  void recount(Id rung, std::uint32_t cells) {
    if (places_[rung] == kNowhere) return;
    Leader& leader = leaders_[places_[rung] - 1];
    cells_ += cells - leader.cells;
    leader.cells = cells;
  }

  /// The leader that has the cell `index` of them all, and the index of the cell among its own. Whether to go on would
  /// be a coin flip for the processor, so four are looked at together; mostly it is one of the first. (What lies beyond
  /// the last leader is looked at too, and changes nothing: `index` is before the end of that one's cells.)
  [[nodiscard]] std::pair<Id, std::uint32_t> locate(std::uint32_t index) const {
    const Leader* four = &leaders_[0];
    for (;; four += kLookedAtOnce) {
      const std::uint32_t second = four[0].cells;
      const std::uint32_t third = second + four[1].cells;
      const std::uint32_t fourth = third + four[2].cells;
      const std::uint32_t end = fourth + four[3].cells;
      if (index >= end) {
        index -= end;
        continue;
      }
      const int place = (index >= second ? 1 : 0) + (index >= third ? 1 : 0) + (index >= fourth ? 1 : 0);
      std::uint32_t begin = index >= second ? second : 0;
      begin = index >= third ? third : begin;
      begin = index >= fourth ? fourth : begin;
      return {four[place].rung, index - begin};
    }
  }

 private:
  static constexpr std::uint32_t kNowhere = 0;
  static constexpr std::size_t kLookedAtOnce = 4;

  [[nodiscard]] std::span<const Leader> list() const { return {&leaders_[0], count_}; }

  [[gnu::noinline]] void sort() { std::ranges::sort(std::span(&leaders_[0], count_), {}, &Leader::selections); }

  LargeArray<Leader> leaders_;
  LargeArray<std::uint32_t> places_;  // by rung: its place among the leaders, plus one
  std::size_t count_ = 0;
  std::uint32_t cells_ = 0;
};

}  // namespace mce
