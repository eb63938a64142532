// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
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

/// Of 64 random bits each: what decides how far a pair is from (0, 0), in (0, 1], and its direction (Box & Muller
/// 1958).
inline double normal_chance(std::uint64_t bits) { return Rng::to_unit(bits) + 0x1p-52; }
inline double normal_angle(std::uint64_t bits) { return Rng::to_unit(bits) * (2 * math::kPi); }
inline double normal_radius(double chance) { return std::sqrt(-2 * math::natural_log(chance)); }

/// The same on every machine.
inline NormalPair normal_pair(std::uint64_t distance, std::uint64_t direction) {
  const double radius = normal_radius(normal_chance(distance));
  const auto [sine, cosine] = math::sin_cos(normal_angle(direction));
  return {radius * cosine, radius * sine};
}

inline NormalPair normal_pair(Rng& rng) {
  const std::uint64_t distance = rng.next();
  return normal_pair(distance, rng.next());
}

/// As many as fill the vectors of every CPU level. So few or less are made faster pair by pair.
inline constexpr std::size_t kNormalsAtOnce = 16;
inline constexpr std::size_t kFewNormals = 4;

/// `normal_pair` of the first two of `bits`, of the next two, and so on. One loop per step: compilers run each of them
/// over several pairs at once.
[[gnu::always_inline]] inline void make_normals(std::span<const std::uint64_t, kNormalsAtOnce> bits,
                                                std::span<double, kNormalsAtOnce> out) {
  constexpr std::size_t kPairs = kNormalsAtOnce / 2;
  std::array<double, kPairs> radius;  // NOLINT(*-member-init): filled at once
  std::array<double, kPairs> angle;   // NOLINT(*-member-init)
  std::array<double, kPairs> first;   // NOLINT(*-member-init)
  std::array<double, kPairs> second;  // NOLINT(*-member-init)
  for (std::size_t i = 0; i < kPairs; ++i) radius[i] = normal_chance(bits[2 * i]);
  for (std::size_t i = 0; i < kPairs; ++i) angle[i] = normal_angle(bits[2 * i + 1]);
  for (std::size_t i = 0; i < kPairs; ++i) radius[i] = normal_radius(radius[i]);
  for (std::size_t i = 0; i < kPairs; ++i) {
    const auto [sine, cosine] = math::sin_cos(angle[i]);
    first[i] = radius[i] * cosine;
    second[i] = radius[i] * sine;
  }
  for (std::size_t i = 0; i < kPairs; ++i) {
    out[2 * i] = first[i];
    out[2 * i + 1] = second[i];
  }
}

/// Makes `count` normal numbers and calls use(start, numbers) for the first of them, for the next … If their number is
/// odd, one that was made is not used. So the state of the generator is all that has to be saved.
template <class Use>
[[gnu::always_inline]] inline void use_normals(std::size_t count, Rng& rng, Use use) {
  std::array<double, kNormalsAtOnce> made;  // NOLINT(*-member-init): filled at once
  std::size_t start = 0;
  while (count - start > kFewNormals) {
    const std::size_t size = std::min(count - start, kNormalsAtOnce);
    const std::size_t draws = size + size % 2;
    std::array<std::uint64_t, kNormalsAtOnce> drawn;  // NOLINT(*-member-init): filled if it is used
    const std::uint64_t* bits = rng.ahead().data();
    if (rng.ahead().size() >= kNormalsAtOnce) {
      rng.skip(draws);  // more than these are made into numbers, and made again by the next call
    } else {
      drawn = {};
      for (std::size_t i = 0; i < draws; ++i) drawn[i] = rng.next();
      bits = drawn.data();
    }
    make_normals(std::span<const std::uint64_t, kNormalsAtOnce>(bits, kNormalsAtOnce), made);
    use(start, std::span<const double>(made).first(size));
    start += size;
  }
  for (; start < count; start += 2) {
    const auto [first, second] = normal_pair(rng);
    made[0] = first;
    made[1] = second;
    use(start, std::span<const double>(made).first(std::min<std::size_t>(count - start, 2)));
  }
}

/// Fills `out` with normal numbers.
inline void fill_normal(std::span<double> out, Rng& rng) {
  use_normals(out.size(), rng, [out](std::size_t start, std::span<const double> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) out[start + i] = numbers[i];
  });
}

}  // namespace mce
