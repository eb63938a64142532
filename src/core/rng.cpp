// SPDX-License-Identifier: MIT
#include "mce/core/rng.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "mce/core/cpu.hpp"

namespace mce {
namespace {

/// One word of four lanes as a vector: the compiler uses whatever vectors the CPU level has.
using Quad [[gnu::vector_size(4 * sizeof(std::uint64_t))]] = std::uint64_t;
constexpr std::size_t kQuads = Rng::kLanes / 4;

void rotate_left(Quad& word, int bits) { word = word << bits | word >> (64 - bits); }

void fill_block(Rng::Lanes& lanes, Rng::Block& block) {
  Quad s[4][kQuads];
  std::memcpy(s, lanes.data(), sizeof(s));
  for (std::size_t start = 0; start < Rng::kBlock; start += Rng::kLanes) {
    for (std::size_t i = 0; i < kQuads; ++i) {
      Quad result = s[0][i] + s[3][i];
      rotate_left(result, 23);
      result += s[0][i];
      std::memcpy(&block[start + 4 * i], &result, sizeof(result));
      const Quad shifted = s[1][i] << 17;
      s[2][i] ^= s[0][i];
      s[3][i] ^= s[1][i];
      s[1][i] ^= s[2][i];
      s[0][i] ^= s[3][i];
      s[2][i] ^= shifted;
      rotate_left(s[3][i], 45);
    }
  }
  std::memcpy(lanes.data(), s, sizeof(s));
}

}  // namespace

std::uint64_t stream_seed(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
  return mix64(mix64(seed + kGolden) + hash);
}

Rng::Rng(std::uint64_t seed) {
  for (auto& word : lanes_) {
    for (auto& lane : word) lane = mix64(seed += kGolden);
  }
  refill();
}

Rng::Rng(std::uint64_t seed, std::string_view name) : Rng(stream_seed(seed, name)) {}

Rng::Rng(const State& state) : lanes_(state.lanes) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const bool stuck = std::ranges::all_of(lanes_, [lane](const auto& word) { return word[lane] == 0; });
    if (stuck) throw std::invalid_argument("random state: generator " + std::to_string(lane) + " is all zeros");
  }
  if (state.used > kBlock) {
    throw std::invalid_argument("random state: " + std::to_string(state.used) + " numbers used, allowed are 0 to " +
                                std::to_string(kBlock));
  }
  refill();
  used_ = state.used;
}

void Rng::refill() {
  static const auto fill = Versions<&fill_block>::at(cpu_level());
  before_ = lanes_;
  fill(lanes_, block_);
  used_ = 0;
}

}  // namespace mce
