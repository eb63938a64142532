// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mce/core/large_array.hpp"
#include "mce/selectors/tally_ladder.hpp"

namespace mce {

/// The rungs that share the best score, by ascending n (which differ, since their w do), and how many cells their top
/// levels hold together. The order does not depend on how they were found, so that a resumed run picks as the
/// uninterrupted one does.
class LeadingRungs {
 public:
  using Id = TallyLadder::Id;
  struct alignas(16) Leader {  // copied in one piece
    Id rung = 0;
    std::uint32_t selections = 0;
    std::uint32_t cells = 0;
  };

  LeadingRungs() = default;
  /// For rungs with an id below `ids`.
  explicit LeadingRungs(std::uint32_t ids) : leaders_(ids, ArrayUse::sparse), leads_(ids) {}

  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::span<const Leader> list() const { return {&leaders_[0], count_}; }
  [[nodiscard]] std::uint32_t cells() const { return cells_; }

  void clear() {
    for (const Leader& each : list()) leads_[each.rung] = 0;
    count_ = 0;
    cells_ = 0;
  }

  void add(const Leader& leader) {
    std::size_t place = count_++;  // almost always 0 or 1: nothing to search for
    for (; place > 0 && leaders_[place - 1].selections > leader.selections; --place) {
      leaders_[place] = leaders_[place - 1];
    }
    leaders_[place] = leader;
    leads_[leader.rung] = 1;
    cells_ += leader.cells;
  }

  /// The only leader goes on leading, with another n or another number of cells.
  void renew(const Leader& leader) {
    leaders_[0] = leader;
    cells_ = leader.cells;
  }

  /// Nothing happens if `rung` does not lead.
  void remove(Id rung) {
    if (leads_[rung] == 0) return;
    leads_[rung] = 0;
    std::size_t place = find(rung);
    cells_ -= leaders_[place].cells;
    for (--count_; place < count_; ++place) leaders_[place] = leaders_[place + 1];
  }

  /// As many cells as this are now on the top of `rung`, if it leads.
  void recount(Id rung, std::uint32_t cells) {
    if (leads_[rung] == 0) return;
    Leader& leader = leaders_[find(rung)];
    cells_ += cells - leader.cells;
    leader.cells = cells;
  }

  /// The leader that has the cell `index` of them all, and the index of the cell among its own.
  std::pair<Id, std::uint32_t> locate(std::uint32_t index) {
    located_ = 0;
    if (count_ > kFew) {
      for (; index >= leaders_[located_].cells; ++located_) index -= leaders_[located_].cells;
      return {leaders_[located_].rung, index};
    }
    // Whether to go on would be a coin flip for the processor: with few leaders it is faster to look at them all.
    std::uint32_t end = 0;
    std::uint32_t begin = 0;
    for (const Leader& leader : list()) {
      end += leader.cells;
      const auto beyond = static_cast<std::uint32_t>(index >= end);
      located_ += beyond;
      begin += beyond * leader.cells;
    }
    return {leaders_[located_].rung, index - begin};
  }

 private:
  static constexpr std::size_t kFew = 6;

  /// Most often asked for is the leader that was just located, since that is the one that is selected and changes.
  [[nodiscard]] std::size_t find(Id rung) const {
    if (located_ < count_ && leaders_[located_].rung == rung) return located_;
    std::size_t place = 0;
    while (leaders_[place].rung != rung) ++place;
    return place;
  }

  LargeArray<Leader> leaders_;
  std::size_t count_ = 0;            // of them in use
  std::vector<std::uint8_t> leads_;  // by rung: 1 if it is in the list
  std::uint32_t cells_ = 0;
  std::size_t located_ = 0;  // position of the leader last located
};

}  // namespace mce
