// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>

#include "mce/core/archive.hpp"
#include "mce/core/bytes.hpp"
#include "mce/core/rng.hpp"

namespace mce {

/// A parent-selection method. A plain struct, no base class:
///   rebuild(archive)           forget everything and learn this archive
///   select(archive, rng)       the cell of the next parent; the archive has at least one elite
///   update(archive, cell)      the elite or the tallies of this cell have changed
/// Several parents may be selected before any of them is rewarded; each pick is followed by its `update`.
template <class S>
concept Selector = std::movable<S> && requires(S selector, const Archive& archive, Rng& rng, CellIndex cell) {
  selector.rebuild(archive);
  { selector.select(archive, rng) } -> std::same_as<CellIndex>;
  selector.update(archive, cell);
};

/// A selector whose picks depend on more than the archive (say, on the order of a list it keeps) saves that too, so
/// that a resumed run goes on bit for bit. Others are simply rebuilt.
template <class S>
concept SavesOrder = requires(const S saved, S loaded, const Archive& archive, ByteWriter& out, ByteReader& in) {
  saved.save(out);
  loaded.load(in, archive);
};

}  // namespace mce
