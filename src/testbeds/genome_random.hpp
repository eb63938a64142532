// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "mce/core/normal.hpp"
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

  NormalPair normals() {
    const std::uint64_t distance = next();
    return normal_pair(distance, next());
  }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace mce
