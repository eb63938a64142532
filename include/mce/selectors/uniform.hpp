// SPDX-License-Identifier: MIT
#pragma once

#include "mce/core/selector.hpp"
#include "mce/selectors/foresight.hpp"

namespace mce {

/// R: every elite is equally likely (the original MAP-Elites, Mouret & Clune 2015).
class Uniform {
 public:
  void rebuild(const Archive& /*archive*/) {}
  void update(const Archive& /*archive*/, CellIndex /*cell*/) {}
  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) const {
    const auto elites = archive.filled();
    const auto count = static_cast<std::uint32_t>(elites.size());
    const bool large = archive.is_large();  // then looks further ahead than others, as its selections are quicker
    if (large) __builtin_prefetch(&elites[rng.peek_bounded(2 * foresight::kFar, count)]);
    archive.prefetch(elites[rng.peek_bounded(large ? 2 * foresight::kNear : foresight::kNext, count)]);
    return elites[rng.bounded(count)];
  }
};

static_assert(Selector<Uniform>);

}  // namespace mce
