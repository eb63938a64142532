// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <span>

#include "mce/core/archive.hpp"
#include "mce/core/bytes.hpp"
#include "mce/core/rng.hpp"

namespace mce {

/// A parent was selected. Its tallies in the archive count this already.
struct Pick {
  Parent parent;
};

/// An individual was evaluated, and the archive has taken it in or not.
struct Outcome {
  std::optional<Parent> parent;                             ///< none for one of the initial population
  double fitness = 0;                                       ///< may be NaN; then it has not survived
  std::span<const double> features;                         ///< valid during the call; none where nobody knows them
  std::optional<CellIndex> cell;                            ///< where it survived; none if it did not
  double rival = std::numeric_limits<double>::quiet_NaN();  ///< fitness of the elite in its way; NaN if there was none
};

/// An offspring was worth keeping, but where it went is not said. The tallies of its parent in the archive count this
/// already. The fitness is NaN if it is not said either.
struct Reward {
  Parent parent;
  double fitness = std::numeric_limits<double>::quiet_NaN();
};

/// A parent-selection method. A plain struct, no base class:
///   select(archive, rng)       the cell of the next parent; the archive has at least one elite
/// Optional:
///   rebuild(archive)           learn this archive, and forget another: called before the first selection, with the
///                              initial population; by Search also at the very start, with no elite yet
///   update(archive, cell)      the elite or the tallies of this cell have changed
///   observe(archive, pick)     what has happened, for a selector with a memory of its own: told after `update`
///   observe(archive, outcome)  the same for every individual, dead or alive, and for the initial population, which
///                              Evolution tells of before `rebuild`
///   observe(archive, reward)   where offspring are kept elsewhere, in place of the outcome of one that was kept
///   remove(archive, cell)      the archive has emptied this cell; without it, the selector is rebuilt
///   grow(archive)              the archive is another one with the same elites and more cells; without it, the state
///                              is saved and loaded, or the selector is rebuilt
///   score(archive, cell)       what it ranks this elite by, for people who ask: the higher, the sooner it is selected
///   save(out), load(in, archive)   see SavesState
/// No loop of the engine empties a cell, makes an elite worse, or makes the archive larger; ParentPool does.
/// Several parents may be selected before the outcome of the first is known. Outcomes come in any order, or never, and
/// those of the initial population may come after the first selection.
template <class S>
concept Selector = std::movable<S> && requires(S selector, const Archive& archive, Rng& rng) {
  { selector.select(archive, rng) } -> std::same_as<CellIndex>;
};

/// A selector whose picks depend on more than the archive (its memory, or the order of a list it keeps) saves that too,
/// so that a resumed run goes on bit for bit. Others are rebuilt. `load` throws Error for bytes that make no sense.
template <class S>
concept SavesState = requires(const S saved, S loaded, const Archive& archive, ByteWriter& out, ByteReader& in) {
  saved.save(out);
  loaded.load(in, archive);
};

/// Tell a selector what it wants to know.
template <Selector S>
void tell_rebuild(S& selector, const Archive& archive) {
  if constexpr (requires { selector.rebuild(archive); }) selector.rebuild(archive);
}
template <Selector S>
[[gnu::always_inline]] inline void tell_update(S& selector, const Archive& archive, CellIndex cell) {
  if constexpr (requires { selector.update(archive, cell); }) selector.update(archive, cell);
}
template <Selector S, class Event>
[[gnu::always_inline]] inline void tell_event(S& selector, const Archive& archive, const Event& event) {
  if constexpr (requires { selector.observe(archive, event); }) selector.observe(archive, event);
}
template <Selector S>
void tell_remove(S& selector, const Archive& archive, CellIndex cell) {
  if constexpr (requires { selector.remove(archive, cell); }) {
    selector.remove(archive, cell);
  } else {
    tell_rebuild(selector, archive);
  }
}
template <Selector S>
void tell_grow(S& selector, const Archive& archive) {
  if constexpr (requires { selector.grow(archive); }) {
    selector.grow(archive);
  } else if constexpr (SavesState<S>) {
    ByteWriter saved;
    selector.save(saved);
    ByteReader in(saved.bytes());
    selector.load(in, archive);
  } else {
    tell_rebuild(selector, archive);
  }
}

/// What the selector ranks the elite of this cell by. NaN if the cell is empty, or the selector does not say.
template <Selector S>
[[nodiscard]] double score_of(const S& selector, const Archive& archive, CellIndex cell) {
  if constexpr (requires { selector.score(archive, cell); }) {
    if (archive.contains(cell)) return selector.score(archive, cell);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace mce
