// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "mce/core/rng.hpp"

namespace mce {

/// Replaces every gene x by confine(x + U[−reach, reach)). The noise of several genes is drawn at once.
template <class Confine>
void perturb(std::span<double> genome, double reach, Rng& rng, Confine confine) {
  std::array<double, 16> noise;  // NOLINT(*-member-init): filled at once
  for (auto rest = genome; !rest.empty();) {
    const std::size_t count = std::min(rest.size(), noise.size());
    rng.fill_uniform01(std::span(noise).first(count));
    for (std::size_t i = 0; i < count; ++i) rest[i] = confine(rest[i] + (2 * noise[i] - 1) * reach);
    rest = rest.subspan(count);
  }
}

}  // namespace mce
