// SPDX-License-Identifier: MIT
#include "mce/core/rng.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "mce/core/cpu.hpp"

namespace mce {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

/// FNV-1a, then mixed with the seed: names that differ in one letter give unrelated streams.
std::uint64_t stream_seed(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
  return mix64(mix64(seed + kGolden) + hash);
}

/// Fills the block; all lanes take each step together.
void fill_block(Rng::Lanes& lanes_in_memory, Rng::Block& block) {
  auto lanes = lanes_in_memory;
  for (std::size_t start = 0; start < Rng::kBlock; start += Rng::kLanes) {
    for (std::size_t lane = 0; lane < Rng::kLanes; ++lane) {
      auto& s0 = lanes[0][lane];
      auto& s1 = lanes[1][lane];
      auto& s2 = lanes[2][lane];
      auto& s3 = lanes[3][lane];
      block[start + lane] = std::rotl(s0 + s3, 23) + s0;
      const std::uint64_t shifted = s1 << 17;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= shifted;
      s3 = std::rotl(s3, 45);
    }
  }
  lanes_in_memory = lanes;
}

}  // namespace

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
