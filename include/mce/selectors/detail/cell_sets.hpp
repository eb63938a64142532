// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "mce/core/detail/large_array.hpp"
#include "mce/core/grid.hpp"

namespace mce {

/// Many disjoint sets of cells with constant-time insert, remove and access by position, and no allocation after
/// construction. A set is one block of 16, 32, 64 … slots; when the block is full, or only a quarter full, the members
/// are copied to one of twice or half the size: seldom enough to cost little, and a random position is found without
/// any branch. `Label` is a number that the owner of the sets keeps for a cell, such as which set it is in.
template <class Label>
class CellSets {
 public:
  /// A handle; the members belong to CellSets. A default one is the empty set.
  struct Set {
    CellIndex* members = nullptr;
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;  // slots of its block
  };

  CellSets() = default;
  /// For cells 0 … cells − 1, each in at most one set at a time.
  explicit CellSets(std::uint32_t cells) : places_(cells) {
    // Every block but the smallest is more than a quarter full: that limits how many of them there can be.
    for (std::uint32_t order = 0; order == 0 || slots(order) / 2 < cells; ++order) {
      const std::size_t blocks = cells / (smallest_size(slots(order)) + 1);
      pools_[order].slots = LargeArray<CellIndex>(blocks * slots(order));
    }
  }

  /// Forgets all sets; their handles are void.
  void clear() {
    for (Pool& pool : pools_) {
      pool.free = kNone;
      pool.used = 0;
    }
  }

  [[gnu::always_inline]] void insert(Set& set, CellIndex cell) {
    if (set.size == set.capacity) [[unlikely]]
      resize(set, std::max(2 * set.capacity, kSmallest));
    put(set, set.size++, cell);
  }

  /// The last element takes the place of the removed one.
  [[gnu::always_inline]] void remove(Set& set, CellIndex cell) {
    put(set, places_[cell].position, set.members[--set.size]);
    if (set.size == smallest_size(set.capacity)) [[unlikely]]
      resize(set, set.size == 0 ? 0 : set.capacity / 2);
  }

  /// 0 at first, and after `clear` as it was.
  [[nodiscard]] Label label(CellIndex cell) const { return places_[cell].label; }
  void set_label(CellIndex cell, Label label) { places_[cell].label = label; }

  /// Element 0 … size − 1.
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): that a set knows its members is our secret
  [[nodiscard]] CellIndex at(const Set& set, std::uint32_t index) const { return set.members[index]; }

  /// Fetches ahead what `at` or `remove` will read.
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static)
  [[gnu::always_inline]] void prefetch_at(const Set& set, std::uint32_t index) const {
    __builtin_prefetch(&set.members[index], 1);
  }
  [[gnu::always_inline]] void prefetch(CellIndex cell) const { __builtin_prefetch(&places_[cell], 1); }
  /// Prefetches the element that moves into the gap after `removals` more of them.
  [[gnu::always_inline]] void prefetch_last(const Set& set, std::uint32_t removals) const {
    prefetch(at(set, set.size - 1 - removals));
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::uint32_t kSmallest = 16;  // slots of the smallest block: a cache line

  /// What is kept for a cell, side by side: one cache miss on a large map rather than two.
  struct Place {
    Label label;
    std::uint32_t position;  // in its set
  };

  /// All blocks of one size. The first slot of a free one has the number of the next free one.
  struct Pool {
    LargeArray<CellIndex> slots;
    std::uint32_t free = kNone;  // a block that is free again
    std::uint32_t used = 0;      // blocks that were ever taken
  };

  static std::uint32_t slots(std::uint32_t order) { return kSmallest << order; }
  static std::uint32_t order_of(std::uint32_t slots) {
    return static_cast<std::uint32_t>(std::countr_zero(slots / kSmallest));
  }
  /// A set that has come down to this gives up its block.
  static std::uint32_t smallest_size(std::uint32_t capacity) { return capacity > kSmallest ? capacity / 4 : 0; }

  void put(Set& set, std::uint32_t position, CellIndex cell) {
    set.members[position] = cell;
    places_[cell].position = position;
  }

  [[gnu::noinline]] void resize(Set& set, std::uint32_t capacity) {
    CellIndex* members = capacity > 0 ? take(order_of(capacity)) : nullptr;
    std::copy_n(set.members, set.size, members);
    if (set.capacity > 0) give_back(order_of(set.capacity), set.members);
    set.members = members;
    set.capacity = capacity;
  }

  [[nodiscard]] CellIndex* take(std::uint32_t order) {
    Pool& pool = pools_[order];
    const std::uint32_t block = pool.free != kNone ? pool.free : pool.used++;
    CellIndex* members = &pool.slots[std::size_t{block} * slots(order)];
    if (block == pool.free) pool.free = *members;
    return members;
  }

  void give_back(std::uint32_t order, CellIndex* members) {
    Pool& pool = pools_[order];
    *members = pool.free;
    pool.free = static_cast<std::uint32_t>((members - &pool.slots[0]) / slots(order));
  }

  LargeArray<Place> places_;
  std::array<Pool, 28> pools_;
};

}  // namespace mce
