// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include "mce/core/math.hpp"
#include "mce/core/rng.hpp"

namespace mce {

/// Random numbers that are a function of the bits of a genome. An evaluation can use them and yet stay reproducible,
/// whatever was evaluated before. Different genomes, and different purposes, have unrelated numbers.
class GenomeRandom {
 public:
  template <class Gene>
  GenomeRandom(std::span<const Gene> genome, std::string_view purpose) {
    static_assert(sizeof(Gene) == sizeof(std::uint64_t));
    std::uint64_t hash = genome.size();
    for (const Gene gene : genome) hash = mix64(hash + kGolden + std::bit_cast<std::uint64_t>(gene));
    state_ = stream_seed(hash, purpose);
  }

  /// 64 random bits (SplitMix64).
  std::uint64_t next() { return mix64(state_ += kGolden); }

  struct Normals {
    double first;
    double second;
  };
  /// Two independent normal numbers with mean 0 and variance 1 (Box & Muller 1958); none is beyond ±8.5.
  Normals normals() {
    const double unit = static_cast<double>((next() >> 12) + 1) * 0x1p-52;  // in (0, 1]: the logarithm is finite
    const double angle = static_cast<double>(next() >> 12) * 0x1p-52 * (2 * math::kPi);
    const double radius = std::sqrt(-2 * math::natural_log(unit));
    const auto [sine, cosine] = math::sin_cos(angle);
    return {radius * cosine, radius * sine};
  }

 private:
  static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  std::uint64_t state_ = 0;
};

}  // namespace mce
