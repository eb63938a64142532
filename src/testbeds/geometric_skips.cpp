// SPDX-License-Identifier: MIT
#include "geometric_skips.hpp"

#include <cmath>

namespace mce {

GeometricSkips::GeometricSkips(double probability, std::uint32_t most) {
  __extension__ using Wide = unsigned __int128;
  constexpr std::uint64_t kOne = std::uint64_t{1} << 63;
  const std::uint64_t tails = kOne - static_cast<std::uint64_t>(std::ldexp(probability, 63));
  // The power has 127 binary places, so that what is cut off from each product does not add up to 2^-63.
  Wide power = Wide{kOne} << 64;
  for (std::uint32_t k = 0; k < most; ++k) {
    const auto high = static_cast<std::uint64_t>(power >> 64);
    const auto low = static_cast<std::uint64_t>(power);
    power = (Wide{high} * tails << 1) + (Wide{low} * tails >> 63);
    thresholds_.push_back(static_cast<std::uint64_t>(power >> 64));
  }
  thresholds_.push_back(0);

  std::uint16_t skip = 0;
  for (std::size_t part = guide_.size(); part-- > 0;) {
    const std::uint64_t highest = ((std::uint64_t{part} + 1) << (63 - kGuideBits)) - 1;
    while (highest < thresholds_[skip]) ++skip;
    guide_[part] = skip;
  }
}

}  // namespace mce
