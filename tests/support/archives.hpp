// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/core/rng.hpp"
#include "mce/core/selector.hpp"

/// Archives made by hand: elites with the tallies that a test wants.
namespace mce::test {

/// A map of `cells` × 1 bins; the feature of cell c is c + 0.5.
inline Archive empty_archive(std::uint32_t cells) {
  return {Grid({{.low = 0, .high = static_cast<double>(cells)}}, {cells}), sizeof(double)};
}

inline void put(Archive& archive, CellIndex cell, double fitness) {
  const double genome = fitness;
  const std::array features = {cell + 0.5};
  archive.place(cell, std::as_bytes(std::span(&genome, 1)), fitness, features);
}

/// Gives the elite of `cell`, and the cell, so many more selections and survivals.
inline void add_tally(Archive& archive, CellIndex cell, Tally tally) {
  for (std::uint32_t i = 0; i < tally.selections; ++i) {
    const Parent parent = archive.pick(cell);
    if (i < tally.survivals) archive.reward(parent);
  }
}

/// Cells 0, 1, 2 … with these tallies, all of fitness 0.
inline Archive archive_with(const std::vector<Tally>& tallies) {
  Archive archive = empty_archive(static_cast<std::uint32_t>(tallies.size()));
  for (CellIndex cell = 0; cell < tallies.size(); ++cell) {
    put(archive, cell, 0);
    add_tally(archive, cell, tallies[cell]);
  }
  return archive;
}

/// One step of a made-up evolution: the selector's pick survives with a probability that depends on its cell, in a
/// random cell. Exercises everything that selectors have to keep up with.
template <class S>
void random_step(Archive& archive, S& selector, Rng& rng) {
  const Parent parent = archive.pick(selector.select(archive, rng));
  tell_update(selector, archive, parent.cell);
  if (rng.bounded(8) > parent.cell % 7) return;
  archive.reward(parent);
  tell_update(selector, archive, parent.cell);
  const CellIndex home = rng.bounded(archive.cells());
  put(archive, home, archive.contains(home) ? archive.fitness(home) + 1 + rng.bounded(3) : rng.bounded(3));
  tell_update(selector, archive, home);
}

}  // namespace mce::test
