// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "mce/core/grid.hpp"
#include "mce/core/large_array.hpp"

namespace mce {

/// Many disjoint sets of cells with constant-time insert, remove and access by position, and no allocation after
/// construction. A set is a chain of chunks of 1, 2, 4, 8 … slots, all full but the last: nothing is ever copied
/// when it grows, and a random position is in one of the last two chunks most of the time.
/// `Label` is a number that the owner of the sets keeps for a cell, such as which set it is in.
template <class Label>
class CellSets {
 public:
  /// A handle; the members belong to CellSets. A default one is the empty set.
  struct Set {
    std::uint32_t tail = 0;  // first slot of the last, largest chunk
    std::uint32_t size = 0;
  };

  CellSets() = default;
  /// For cells 0 … cells − 1, each in at most one set at a time.
  explicit CellSets(std::uint32_t cells)
      : width_(std::bit_ceil(cells)),
        slots_(std::size_t{width_} * std::bit_width(cells)),
        chain_(std::size_t{width_} * 2),
        places_(cells) {
    clear();
  }

  /// Forgets all sets; their handles are void.
  void clear() {
    free_.fill(kNone);
    fresh_.fill(0);
  }

  void insert(Set& set, CellIndex cell) {
    const std::uint32_t position = ++set.size;
    const auto order = order_of(position);
    if (starts_chunk(position)) {
      const std::uint32_t chunk = take(order);
      chain_[link(order, chunk)] = set.tail;
      set.tail = chunk;
    }
    put(set.tail + position - (1U << order), cell);
  }

  /// The last element takes the place of the removed one.
  void remove(Set& set, CellIndex cell) {
    const std::uint32_t position = set.size--;
    const auto order = order_of(position);
    put(places_[cell].slot, slots_[set.tail + position - (1U << order)]);
    if (starts_chunk(position)) {
      const std::uint32_t chunk = set.tail;
      set.tail = chain_[link(order, chunk)];
      chain_[link(order, chunk)] = free_[order];
      free_[order] = chunk;
    }
  }

  /// 0 at first, and after `clear` as it was.
  [[nodiscard]] Label label(CellIndex cell) const { return places_[cell].label; }
  void set_label(CellIndex cell, Label label) { places_[cell].label = label; }

  /// Element 0 … size − 1.
  [[nodiscard]] CellIndex at(const Set& set, std::uint32_t index) const { return slots_[slot_at(set, index)]; }

  /// Fetches ahead what `at` or `remove` will read.
  [[gnu::always_inline]] void prefetch_at(const Set& set, std::uint32_t index) const {
    __builtin_prefetch(&slots_[slot_at(set, index)], 1);
  }
  [[gnu::always_inline]] void prefetch(CellIndex cell) const { __builtin_prefetch(&places_[cell], 1); }
  /// The same for the element that will be moved into the gap after `removals` more of them.
  [[gnu::always_inline]] void prefetch_last(const Set& set, std::uint32_t removals) const {
    prefetch(at(set, set.size - 1 - removals));
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// What is kept for a cell, side by side: one cache miss on a large map rather than two.
  struct Place {
    Label label;
    std::uint32_t slot;
  };

  static std::uint32_t order_of(std::uint32_t position) {
    return static_cast<std::uint32_t>(std::bit_width(position)) - 1;
  }

  /// Positions 1, 2, 4, 8 … (std::has_single_bit counts bits, a library call on plain x86-64).
  static bool starts_chunk(std::uint32_t position) { return (position & (position - 1)) == 0; }

  [[nodiscard]] std::uint32_t slot_at(const Set& set, std::uint32_t index) const {
    const auto order = order_of(index + 1);
    std::uint32_t chunk = set.tail;
    for (auto larger = order_of(set.size); larger > order; --larger) chunk = chain_[link(larger, chunk)];
    return chunk + index + 1 - (1U << order);
  }

  void put(std::uint32_t slot, CellIndex cell) {
    slots_[slot] = cell;
    places_[cell].slot = slot;
  }

  /// Region `order` of the slots holds all chunks of 2^order; `width_` slots are enough for each, since a set with
  /// such a chunk has at least 2^order elements.
  [[nodiscard]] std::uint32_t take(std::uint32_t order) {
    if (free_[order] == kNone) return order * width_ + (fresh_[order]++ << order);
    const std::uint32_t chunk = free_[order];
    free_[order] = chain_[link(order, chunk)];
    return chunk;
  }

  /// Where the chain goes on from a chunk: to the next smaller one of its set, or to the next free one of its order.
  [[nodiscard]] std::uint32_t link(std::uint32_t order, std::uint32_t chunk) const {
    return 2 * width_ - (2 * width_ >> order) + ((chunk - order * width_) >> order);
  }

  std::uint32_t width_ = 0;
  LargeArray<CellIndex> slots_;
  LargeArray<std::uint32_t> chain_;
  LargeArray<Place> places_;
  std::array<std::uint32_t, 32> free_{};
  std::array<std::uint32_t, 32> fresh_{};
};

}  // namespace mce
