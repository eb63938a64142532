// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "mce/selectors/detail/tally_ladder.hpp"

namespace mce {

/// The rungs that share the best score, by ascending n (which differ, since their w do), and how many cells their top
/// levels hold. The order does not depend on how they were found, so that a resumed run picks as the uninterrupted one
/// does.
class TiedRungs {
 public:
  using Id = TallyLadder::Id;
  struct Leader {
    Id rung = 0;
    std::uint32_t selections = 0;
    std::uint32_t cells = 0;
  };

  TiedRungs() = default;
  /// For rungs with an id below `ids`.
  explicit TiedRungs(std::uint32_t ids) { leaders_.reserve(ids); }

  [[nodiscard]] bool empty() const { return leaders_.empty(); }
  [[nodiscard]] bool single() const { return leaders_.size() == 1; }
  [[nodiscard]] Id first() const { return leaders_.front().rung; }
  /// Cells on the top levels of all leaders together.
  [[nodiscard]] std::uint32_t cells() const { return cells_; }

  template <class Visit>
  void visit(const Visit& visit) const {
    for (const Leader& each : leaders_) visit(each.rung);
  }

  void clear() {
    leaders_.clear();
    cells_ = 0;
  }

  /// Adds one, in any order. After the last one, `arrange` must be called.
  void add(const Leader& leader) {
    leaders_.push_back(leader);
    cells_ += leader.cells;
  }

  void arrange() {
    if (leaders_.size() > 1) std::ranges::sort(leaders_, {}, &Leader::selections);
  }

  /// Nothing happens if `rung` does not lead.
  void remove(Id rung) {
    const auto found = std::ranges::find(leaders_, rung, &Leader::rung);
    if (found == leaders_.end()) return;
    cells_ -= found->cells;
    leaders_.erase(found);
  }

  /// As many cells as this are now on the top of `rung`, if it leads.
  void recount(Id rung, std::uint32_t cells) {
    const auto found = std::ranges::find(leaders_, rung, &Leader::rung);
    if (found == leaders_.end()) return;
    cells_ += cells - found->cells;
    found->cells = cells;
  }

  /// The leader that has the cell `index` of them all, and the index of the cell among its own.
  [[nodiscard]] std::pair<Id, std::uint32_t> locate(std::uint32_t index) const {
    auto leader = leaders_.begin();
    for (; index >= leader->cells; ++leader) index -= leader->cells;
    return {leader->rung, index};
  }

 private:
  std::vector<Leader> leaders_;
  std::uint32_t cells_ = 0;
};

}  // namespace mce
