// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace mce {

/// 2^64 over the golden ratio: multiples of it are spread evenly.
inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

/// Bijective 64-bit mixer (SplitMix64's finaliser; Steele et al. 2014): used for seeds and signatures.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// The seed of the stream called `name` of `seed` (FNV-1a, mixed): names that differ in one letter are unrelated.
std::uint64_t stream_seed(std::uint64_t seed, std::string_view name);

/// Random numbers, the same on every machine: eight interleaved xoshiro256++ generators (Blackman & Vigna 2019)
/// that fill a block at a time, so that the compiler can advance them together, and own distributions on top.
/// Not copyable: a copied stream would repeat numbers unnoticed. `state()` saves it explicitly.
class Rng {
 public:
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kBlock = 32 * kLanes;

  using Lanes = std::array<std::array<std::uint64_t, kLanes>, 4>;
  using Block = std::array<std::uint64_t, kBlock>;

  /// Everything needed to go on from here: the generators as they were before the current block, and how much of
  /// the block is used.
  struct State {
    Lanes lanes{};
    std::uint64_t used = 0;
    bool operator==(const State&) const = default;
  };

  explicit Rng(std::uint64_t seed);
  /// The stream called `name` of `seed`; streams of different names or seeds are unrelated.
  Rng(std::uint64_t seed, std::string_view name);
  /// Throws std::invalid_argument if no generator can be in that state.
  explicit Rng(const State& state);

  Rng(const Rng&) = delete;
  Rng& operator=(const Rng&) = delete;
  Rng(Rng&&) = default;
  Rng& operator=(Rng&&) = default;
  ~Rng() = default;

  [[nodiscard]] State state() const { return {before_, used_}; }

  /// 64 random bits.
  std::uint64_t next() {
    if (used_ == kBlock) refill();
    return block_[used_++];
  }

  /// What `next()` will give after `ahead` more draws, if that is in the current block; otherwise some other number.
  /// For guesses about the future that only matter for speed.
  [[nodiscard]] std::uint64_t peek(std::uint64_t ahead) const { return block_[(used_ + ahead) % kBlock]; }

  /// What `next()` will give, up to the end of the current block. For work on several numbers at once: `skip` draws
  /// those that were used.
  [[nodiscard]] std::span<const std::uint64_t> ahead() const { return std::span(block_).subspan(used_); }
  /// At most as many as there are `ahead`.
  void skip(std::size_t count) { used_ += count; }

  /// 64 random bits as a number in [0, 1), a multiple of 2^-52.
  static constexpr double to_unit(std::uint64_t bits) {
    return std::bit_cast<double>((bits >> 12) | 0x3ff0000000000000ULL) - 1.0;
  }

  /// Uniform in [0, 1), a multiple of 2^-52.
  double uniform01() { return to_unit(next()); }

  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform01(); }

  /// `uniform01()` for every element of `out`, all at once where the block has enough of them.
  template <std::size_t kExtent>
  void fill_uniform01(std::span<double, kExtent> out) {
    if (out.size() > kBlock - used_) {
      for (double& each : out) each = uniform01();
      return;
    }
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = to_unit(block_[used_ + i]);
    used_ += out.size();
  }

  /// Uniform in 0 … bound − 1, exactly (Lemire 2019: multiply, and redraw the few values that would bias). bound > 0.
  [[gnu::always_inline]] std::uint32_t bounded(std::uint32_t bound) {
    std::uint64_t product = scaled(next(), bound);
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t biased = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < biased) product = scaled(next(), bound);
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// What `bounded(bound)` will most likely give after `ahead` more draws.
  [[nodiscard]] std::uint32_t peek_bounded(std::uint64_t ahead, std::uint32_t bound) const {
    return static_cast<std::uint32_t>(scaled(peek(ahead), bound) >> 32);
  }

  /// `bounded` for bounds beyond 2^32.
  std::uint64_t bounded64(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = Wide{next()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t biased = (std::uint64_t{0} - bound) % bound;
      while (static_cast<std::uint64_t>(product) < biased) product = Wide{next()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  [[nodiscard]] std::uint64_t peek_bounded64(std::uint64_t ahead, std::uint64_t bound) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(Wide{peek(ahead)} * bound >> 64);
  }

  /// Fisher–Yates: every order of `items` is equally likely.
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[bounded(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  static constexpr std::uint64_t scaled(std::uint64_t bits, std::uint32_t bound) { return (bits >> 32) * bound; }
  void refill();

  Lanes lanes_{};
  Lanes before_{};
  Block block_{};
  std::uint64_t used_ = 0;
};

}  // namespace mce
