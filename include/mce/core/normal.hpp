// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "mce/core/math.hpp"
#include "mce/core/rng.hpp"

namespace mce {

/// Two independent normal numbers with mean 0 and variance 1; none is beyond ±8.5.
struct NormalPair {
  double first;
  double second;
};

/// Made of two times 64 random bits (Box & Muller 1958), the same on every machine.
inline NormalPair normal_pair(std::uint64_t distance, std::uint64_t direction) {
  const double unit = static_cast<double>((distance >> 12) + 1) * 0x1p-52;  // in (0, 1]: the logarithm is finite
  const double angle = static_cast<double>(direction >> 12) * 0x1p-52 * (2 * math::kPi);
  const double radius = std::sqrt(-2 * math::natural_log(unit));
  const auto [sine, cosine] = math::sin_cos(angle);
  return {radius * cosine, radius * sine};
}

inline NormalPair normal_pair(Rng& rng) {
  const std::uint64_t distance = rng.next();
  return normal_pair(distance, rng.next());
}

/// Fills `out` with normal numbers, two at a time; if their number is odd, one that was made is not used. So the state
/// of the generator is all that has to be saved.
inline void fill_normal(std::span<double> out, Rng& rng) {
  std::size_t i = 0;
  for (; i + 1 < out.size(); i += 2) {
    const auto [first, second] = normal_pair(rng);
    out[i] = first;
    out[i + 1] = second;
  }
  if (i < out.size()) out[i] = normal_pair(rng).first;
}

}  // namespace mce
