// SPDX-License-Identifier: MIT
#pragma once

#include "mce/core/selector.hpp"

namespace mce {

/// R: every elite is equally likely (the original MAP-Elites, Mouret & Clune 2015).
class Uniform {
 public:
  void rebuild(const Archive& /*archive*/) {}
  void update(const Archive& /*archive*/, CellIndex /*cell*/) {}
  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) const {
    const auto elites = archive.filled();
    return elites[rng.bounded(static_cast<std::uint32_t>(elites.size()))];
  }
};

static_assert(Selector<Uniform>);

}  // namespace mce
