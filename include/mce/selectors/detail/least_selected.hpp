// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/core/rng.hpp"
#include "mce/selectors/detail/tally_ladder.hpp"

namespace mce {

/// Finds the cells that were selected the fewest times, for a selector that asks now and then. It is not told of
/// selections. What it knows of a cell is out of date, and since the count of a cell only grows as long as the cell is
/// filled, no higher than the truth: a cell of the lowest level is drawn, and if it was selected meanwhile it moves on
/// and another one is drawn. All cells with the lowest count are on that level, so each of them is picked with the same
/// probability.
class LeastSelected {
 public:
  LeastSelected() = default;
  explicit LeastSelected(std::uint32_t cells) : ladder_(cells) {}

  /// A cell that was empty until now, and the count it is known by.
  void add(CellIndex cell, std::uint32_t selections) { ladder_.put(cell, {.selections = selections, .survivals = 0}); }

  void remove(CellIndex cell) { ladder_.remove(cell); }

  /// There must be a cell.
  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) {
    for (;;) {
      const TallyLadder::Level& level = ladder_.top(ladder_.first());
      const CellIndex cell = ladder_.cell_at(level, rng.bounded(level.cells.size));
      const std::uint32_t selections = archive.cell_tally(cell).selections;
      if (selections == level.selections) return cell;
      add(cell, selections);
    }
  }

  /// All cells, and what each is known by: added to a new one in this order, they give the same.
  [[nodiscard]] std::vector<CellIndex> order() const { return ladder_.order(); }
  [[nodiscard]] std::uint32_t known_selections(CellIndex cell) const { return ladder_.tally(cell).selections; }

 private:
  TallyLadder ladder_;
};

}  // namespace mce
