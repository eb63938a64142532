// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce {

/// How many coins in a row show tails before one shows heads, drawn at once: P(at least k) = (1 − p)^k. What is `most`
/// or more is given as `most`. Exact to 2^-63 per draw, and the same on every machine: whole numbers only.
class GeometricSkips {
 public:
  GeometricSkips(double probability, std::uint32_t most);

  std::uint32_t draw(Rng& rng) const {
    const std::uint64_t chance = rng.next() >> 1;
    std::uint32_t skip = guide_[chance >> (63 - kGuideBits)];
    while (chance < thresholds_[skip]) ++skip;
    return skip;
  }

 private:
  static constexpr unsigned kGuideBits = 10;
  std::vector<std::uint64_t> thresholds_;  // 2^63 · (1 − p)^(k + 1) for every k < most, then 0
  std::array<std::uint16_t, std::size_t{1} << kGuideBits> guide_{};  // by the first bits of a chance: the least skip
};

}  // namespace mce
