// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "mce/core/archive.hpp"
#include "mce/core/selector.hpp"

namespace mce {

/// Whether the selector has been shown the archive yet: before that, it is only told of outcomes.
enum class Shown : bool { not_yet, yes };

/// Steps 5 and 6 of the loop (docs/algorithm.md, section 2): rewards the parent of a survivor, makes the survivor the
/// elite of `cell`, and tells the selector that both cells have changed.
template <Selector S>
[[gnu::always_inline]] inline void take_in(Archive& archive, S& selector, const std::optional<Parent>& parent,
                                           CellIndex cell, std::span<const std::byte> genome, double fitness,
                                           std::span<const double> features, Shown shown = Shown::yes) {
  // 5. Reward the parent first: its tally may be the one that the offspring resets.
  if (parent) {
    archive.reward(*parent);
    tell_update(selector, archive, parent->cell);
  }
  // 6. The offspring becomes the elite of its cell.
  archive.place(cell, genome, fitness, features);
  if (shown == Shown::yes) tell_update(selector, archive, cell);
}

/// Steps 4 to 6: takes an individual in or not, rewards its parent, and tells the selector. Returns the cell in which
/// it survived.
template <Selector S>
[[gnu::always_inline]] inline std::optional<CellIndex> judge(Archive& archive, S& selector,
                                                             const std::optional<Parent>& parent,
                                                             std::span<const std::byte> genome, double fitness,
                                                             std::span<const double> features,
                                                             Shown shown = Shown::yes) {
  std::optional<CellIndex> cell = archive.home(fitness, features);
  const double rival = cell ? archive.fitness(*cell) : std::numeric_limits<double>::quiet_NaN();
  // 4. It survives only in an empty cell, or where its fitness is strictly greater.
  if (cell && archive.survives(fitness, *cell)) {
    take_in(archive, selector, parent, *cell, genome, fitness, features, shown);
  } else {
    cell.reset();
  }
  tell_event(selector, archive,
             Outcome{.parent = parent, .fitness = fitness, .features = features, .cell = cell, .rival = rival});
  return cell;
}

}  // namespace mce
