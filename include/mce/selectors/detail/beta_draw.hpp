// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "mce/core/math.hpp"
#include "mce/core/rng.hpp"

namespace mce {

/// Uniform in (0, 1], so that it has a logarithm.
inline double positive_uniform(Rng& rng) { return 1.0 - rng.uniform01(); }

/// Standard normal, as the ratio of two uniform numbers (Kinderman & Monahan 1977), with the bounds of Leva (1992) that
/// spare most logarithms.
inline double normal_draw(Rng& rng) {
  constexpr double kHeight = 1.7156;  // the region is 2·√(2/e) high; slightly more does no harm
  for (;;) {
    const double u = positive_uniform(rng);
    const double v = kHeight * (rng.uniform01() - 0.5);
    const double x = u - 0.449871;
    const double y = std::abs(v) + 0.386595;
    const double q = x * x + y * (0.19600 * y - 0.25472 * x);
    if (q < 0.27597) return v / u;
    if (q <= 0.27846 && v * v <= -4 * math::natural_log(u) * u * u) return v / u;
  }
}

/// Gamma-distributed with this shape, a whole number of at least 1, and scale 1. Small shapes are sums of exponential
/// numbers, with one logarithm for all of them; others are drawn by the method of Marsaglia & Tsang (2000).
inline double gamma_draw(std::uint32_t shape, Rng& rng) {
  constexpr std::uint32_t kSmall = 4;
  if (shape <= kSmall) {
    double product = positive_uniform(rng);
    for (std::uint32_t i = 1; i < shape; ++i) product *= positive_uniform(rng);
    return -math::natural_log(product);
  }
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = normal_draw(rng);
    const double root = 1.0 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = positive_uniform(rng);
    const double square = x * x;
    if (u < 1.0 - 0.0331 * square * square) return d * v;
    if (math::natural_log(u) < 0.5 * square + d * (1.0 - v + math::natural_log(v))) return d * v;
  }
}

/// Beta-distributed with these parameters, whole numbers of at least 1.
inline double beta_draw(std::uint32_t a, std::uint32_t b, Rng& rng) {
  if (a == 1 && b == 1) return rng.uniform01();
  const double x = gamma_draw(a, rng);
  const double y = gamma_draw(b, rng);
  return x + y > 0 ? x / (x + y) : 0.5;  // both are 0 only if all uniform numbers were 1
}

}  // namespace mce
