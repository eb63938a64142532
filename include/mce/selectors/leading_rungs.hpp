// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mce/selectors/tally_ladder.hpp"

namespace mce {

/// The rungs that share the best score, by ascending n, and how many cells their top levels hold together.
/// The order does not depend on how they were found, so that a resumed run picks as the uninterrupted one does.
class LeadingRungs {
 public:
  using Id = TallyLadder::Id;
  struct Leader {
    Id rung;
    std::uint32_t selections;
    std::uint32_t cells;
  };

  LeadingRungs() = default;
  /// For rungs with an id below `ids`.
  explicit LeadingRungs(std::uint32_t ids) : leads_(ids) { list_.reserve(ids); }

  [[nodiscard]] bool empty() const { return list_.empty(); }
  [[nodiscard]] std::span<const Leader> list() const { return list_; }
  [[nodiscard]] std::uint32_t cells() const { return cells_; }

  void clear() {
    for (const Leader& each : list_) leads_[each.rung] = 0;
    list_.clear();
    cells_ = 0;
  }

  void add(Leader leader) {
    list_.insert(std::ranges::upper_bound(list_, leader.selections, {}, &Leader::selections), leader);
    leads_[leader.rung] = 1;
    cells_ += leader.cells;
  }

  /// The only leader goes on leading, with another n or another number of cells.
  void renew(const Leader& leader) {
    list_.front() = leader;
    cells_ = leader.cells;
  }

  /// Nothing happens if `rung` does not lead.
  void remove(Id rung) {
    if (leads_[rung] == 0) return;
    leads_[rung] = 0;
    const auto place = find(rung);
    cells_ -= place->cells;
    list_.erase(place);
  }

  /// As many cells as this are now on the top of `rung`, if it leads.
  void recount(Id rung, std::uint32_t cells) {
    if (leads_[rung] == 0) return;
    const auto place = find(rung);
    cells_ += cells - place->cells;
    place->cells = cells;
  }

  /// The leader that has the cell `index` of them all, and the index of the cell among its own.
  std::pair<Id, std::uint32_t> locate(std::uint32_t index) {
    auto leader = list_.begin();
    for (; index >= leader->cells; ++leader) index -= leader->cells;
    located_ = static_cast<std::size_t>(leader - list_.begin());
    return {leader->rung, index};
  }

 private:
  /// Most often asked for is the leader that was just located, since that is the one that is selected and changes.
  std::vector<Leader>::iterator find(Id rung) {
    if (located_ < list_.size() && list_[located_].rung == rung) {
      return list_.begin() + static_cast<std::ptrdiff_t>(located_);
    }
    return std::ranges::find(list_, rung, &Leader::rung);
  }

  std::vector<Leader> list_;
  std::vector<std::uint8_t> leads_;  // by rung: 1 if it is in the list
  std::uint32_t cells_ = 0;
  std::size_t located_ = 0;  // position of the leader last located
};

}  // namespace mce
