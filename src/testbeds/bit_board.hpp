// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace mce {

/// A set of the tiles of a board, one bit each, row by row: 1, 4, 16 or 64 words for rows of 8, 16, 32 or 64 bits.
/// Narrower boards use the first bits of the first rows. A tile is named by its place, row · kStride + column.
template <std::size_t kWords>
class BitBoard {
 public:
  static_assert(kWords == 1 || kWords == 4 || kWords == 16 || kWords == 64);
  static constexpr std::uint32_t kStride = 8U << (std::countr_zero(kWords) / 2);
  static constexpr std::uint32_t kPlaces = 64 * kWords;

  BitBoard() = default;

  static BitBoard load(const std::uint64_t* words) {
    BitBoard board;
    if constexpr (kWords == 1) {
      board.lanes_[0] = *words;
    } else {
      for (std::size_t i = 0; i < kLanes; ++i) board.lanes_[i] = *reinterpret_cast<const StoredQuad*>(words + 4 * i);
    }
    return board;
  }
  void store(std::uint64_t* words) const {
    if constexpr (kWords == 1) {
      *words = lanes_[0];
    } else {
      for (std::size_t i = 0; i < kLanes; ++i) *reinterpret_cast<StoredQuad*>(words + 4 * i) = lanes_[i];
    }
  }

  /// Every bit, or none.
  static BitBoard filled(bool full) {
    BitBoard board;
    for (Lane& lane : board.lanes_) lane = Lane{} - std::uint64_t{full};
    return board;
  }

  /// The set of one tile.
  static BitBoard single(std::uint32_t place) {
    const std::uint64_t bit = std::uint64_t{1} << place % 64;
    BitBoard board;
    if constexpr (kWords == 1) {
      board.lanes_[0] = bit;
    } else if constexpr (kLanes == 1) {
      const Quad word = Quad{} + place / 64;  // compared rather than indexed: stays in a register
      board.lanes_[0] = word == Quad{0, 1, 2, 3} ? Quad{} + bit : Quad{};
    } else {
      board.lanes_[place / 256][place / 64 % 4] = bit;
    }
    return board;
  }

  void insert(std::uint32_t place) {
    if constexpr (kLanes == 1) {
      *this = *this | single(place);
    } else {
      lanes_[place / 256][place / 64 % 4] |= std::uint64_t{1} << place % 64;
    }
  }
  void erase(std::uint32_t place) {
    if constexpr (kLanes == 1) {
      *this = *this & ~single(place);
    } else {
      lanes_[place / 256][place / 64 % 4] &= ~(std::uint64_t{1} << place % 64);
    }
  }
  [[nodiscard]] bool contains(std::uint32_t place) const { return (word(place / 64) >> place % 64 & 1) != 0; }

  [[nodiscard]] bool any() const {
    Lane together = lanes_[0];
    for (std::size_t i = 1; i < kLanes; ++i) together |= lanes_[i];
    if constexpr (kWords == 1) {
      return together != 0;
    } else {
      together |= __builtin_shufflevector(together, together, 2, 3, 0, 1);
      return (together[0] | together[1]) != 0;
    }
  }
  [[nodiscard]] std::uint32_t count() const {
    int sum = 0;
    for (std::size_t i = 0; i < kWords; ++i) sum += std::popcount(word(i));
    return static_cast<std::uint32_t>(sum);
  }

  /// The place of the tile before which there are `rank` others.
  [[nodiscard]] std::uint32_t select(std::uint32_t rank) const {
    // No branches to find the word, as ranks are mostly random.
    std::uint32_t found = 0;
    std::uint32_t before = 0;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i + 1 < kWords; ++i) {
      sum += static_cast<std::uint32_t>(std::popcount(word(i)));
      found += rank >= sum ? 1 : 0;
      before = rank >= sum ? sum : before;
    }
    std::uint64_t bits = word(found);
    for (rank -= before; rank > 0; --rank) bits &= bits - 1;
    return 64 * found + static_cast<std::uint32_t>(std::countr_zero(bits));
  }

  /// Calls visit(place) for every tile of the set, in order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (std::uint64_t bits = word(i); bits != 0; bits &= bits - 1) {
        visit(static_cast<std::uint32_t>(64 * i) + static_cast<std::uint32_t>(std::countr_zero(bits)));
      }
    }
  }

  friend BitBoard operator&(const BitBoard& a, const BitBoard& b) {
    BitBoard both;
    for (std::size_t i = 0; i < kLanes; ++i) both.lanes_[i] = a.lanes_[i] & b.lanes_[i];
    return both;
  }
  friend BitBoard operator|(const BitBoard& a, const BitBoard& b) {
    BitBoard either;
    for (std::size_t i = 0; i < kLanes; ++i) either.lanes_[i] = a.lanes_[i] | b.lanes_[i];
    return either;
  }
  friend BitBoard operator^(const BitBoard& a, const BitBoard& b) {
    BitBoard one;
    for (std::size_t i = 0; i < kLanes; ++i) one.lanes_[i] = a.lanes_[i] ^ b.lanes_[i];
    return one;
  }
  BitBoard operator~() const {
    BitBoard rest;
    for (std::size_t i = 0; i < kLanes; ++i) rest.lanes_[i] = ~lanes_[i];
    return rest;
  }
  friend bool operator==(const BitBoard& a, const BitBoard& b) { return !(a ^ b).any(); }

  // Every tile moved by one. What leaves the board may come back at another edge, or be lost: mask where that matters.
  // A row never straddles two words, so that right and left need no bits of other words.
  [[nodiscard]] BitBoard right() const {
    BitBoard moved;
    for (std::size_t i = 0; i < kLanes; ++i) moved.lanes_[i] = lanes_[i] << 1;
    return moved;
  }
  [[nodiscard]] BitBoard left() const {
    BitBoard moved;
    for (std::size_t i = 0; i < kLanes; ++i) moved.lanes_[i] = lanes_[i] >> 1;
    return moved;
  }
  [[nodiscard]] BitBoard down() const {
    BitBoard moved;
    if constexpr (kWords == 1) {
      moved.lanes_[0] = std::rotl(lanes_[0], kStride);
    } else {
      for (std::size_t i = 0; i < kLanes; ++i) {
        const Quad before = __builtin_shufflevector(lanes_[(i + kLanes - 1) % kLanes], lanes_[i], 3, 4, 5, 6);
        moved.lanes_[i] = kStride == 64 ? before : lanes_[i] << kStride % 64 | before >> (64 - kStride);
      }
    }
    return moved;
  }
  [[nodiscard]] BitBoard up() const {
    BitBoard moved;
    if constexpr (kWords == 1) {
      moved.lanes_[0] = std::rotr(lanes_[0], kStride);
    } else {
      for (std::size_t i = 0; i < kLanes; ++i) {
        const Quad after = __builtin_shufflevector(lanes_[i], lanes_[(i + 1) % kLanes], 1, 2, 3, 4);
        moved.lanes_[i] = kStride == 64 ? after : lanes_[i] >> kStride % 64 | after << (64 - kStride);
      }
    }
    return moved;
  }

  /// Mirror images of a board of `width` × `width` tiles. The whole rows are reversed by swapping neighbouring bits,
  /// then neighbouring pairs and so on; in a narrower board the tiles then are too far to the right, or too far down.
  [[nodiscard]] BitBoard mirrored_left_right(std::uint32_t width) const {
    BitBoard image = *this;
    for (std::uint32_t group = 1; group < kStride; group *= 2) image.swap_groups(group);
    for (Lane& lane : image.lanes_) lane >>= kStride - width;
    return image;
  }
  [[nodiscard]] BitBoard mirrored_top_bottom(std::uint32_t width) const {
    BitBoard image;
    for (std::size_t i = 0; i < kLanes; ++i) {
      if constexpr (kWords == 1) {
        image.lanes_[i] = lanes_[i];
      } else {
        image.lanes_[i] = __builtin_shufflevector(lanes_[kLanes - 1 - i], lanes_[kLanes - 1 - i], 3, 2, 1, 0);
      }
    }
    for (std::uint32_t group = kStride; group < 64; group *= 2) image.swap_groups(group);
    for (std::uint32_t row = width; row < kStride; ++row) image = image.up();
    return image;
  }

 private:
  // Vectors of four words, which every compiler level does as well as it can. The stored ones may lie anywhere.
  using Quad [[gnu::vector_size(32)]] = std::uint64_t;
  using StoredQuad [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = std::uint64_t;
  using Lane = std::conditional_t<kWords == 1, std::uint64_t, Quad>;
  static constexpr std::size_t kLanes = kWords == 1 ? 1 : kWords / 4;

  [[nodiscard]] std::uint64_t word(std::size_t i) const {
    if constexpr (kWords == 1) {
      return lanes_[0];
    } else {
      return lanes_[i / 4][i % 4];
    }
  }

  /// In every word, groups of so many bits change places with their neighbours.
  void swap_groups(std::uint32_t group) {
    const std::uint64_t even = ~std::uint64_t{0} / ((std::uint64_t{1} << group) + 1);
    for (Lane& lane : lanes_) lane = (lane >> group & even) | (lane & even) << group;
  }

  Lane lanes_[kLanes] = {};
};

}  // namespace mce
