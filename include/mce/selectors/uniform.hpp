// SPDX-License-Identifier: MIT
#pragma once

#include "mce/core/kind.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/detail/prefetch_distance.hpp"

namespace mce {

/// R: every elite is equally likely (the original MAP-Elites, Mouret & Clune 2015).
class Uniform {
 public:
  using Parameters = NoParameters;
  explicit Uniform(Parameters /*none*/ = {}) {}

  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) const {
    const auto elites = archive.filled();
    const auto count = static_cast<std::uint32_t>(elites.size());
    const bool large = archive.is_large();
    if (large) __builtin_prefetch(&elites[rng.peek_bounded(kFar, count)]);
    archive.prefetch(elites[rng.peek_bounded(large ? kNear : prefetch_distance::kNext, count)]);
    return elites[rng.bounded(count)];
  }

  /// The same for all.
  [[nodiscard]] static double score(const Archive& /*archive*/, CellIndex /*cell*/) { return 1; }

 private:
  // Further ahead than others look (detail/prefetch_distance.hpp), since these selections are quicker.
  static constexpr std::uint32_t kNear = 2 * prefetch_distance::kNear;
  static constexpr std::uint32_t kFar = 2 * prefetch_distance::kFar;
};

static_assert(Selector<Uniform>);

}  // namespace mce
