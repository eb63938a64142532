// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "mce/core/grid.hpp"
#include "mce/core/large_array.hpp"

namespace mce {

/// Many disjoint sets of cells with constant-time insert, remove and access by position, and no allocation after
/// construction. A set is a chain of chunks of 16, 32, 64 … slots, all full but the last: nothing is ever copied when
/// it grows, and a random position is in one of the last two chunks most of the time. Small sets stay within a cache
/// line. `Label` is a number that the owner of the sets keeps for a cell, such as which set it is in.
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
  explicit CellSets(std::uint32_t cells) : places_(cells) {
    static_assert(layout(Grid::kMaxCells).slots < kNone, "32 bits have to be enough for a slot");
    const Layout made = layout(cells);
    regions_ = made.regions;
    slots_ = LargeArray<CellIndex>(made.slots);
    chain_ = LargeArray<std::uint32_t>(made.links);
  }

  /// Forgets all sets; their handles are void.
  void clear() {
    for (Region& region : regions_) {
      region.free = kNone;
      region.used = 0;
    }
  }

  [[gnu::always_inline]] void insert(Set& set, CellIndex cell) {
    const std::uint32_t position = set.size++;
    const std::uint32_t order = order_of(position);
    if (position == first_position(order)) [[unlikely]] {
      const std::uint32_t chunk = take(order);
      chain_[link(order, chunk)] = set.tail;
      set.tail = chunk;
    }
    put(set.tail + position - first_position(order), cell);
  }

  /// The last element takes the place of the removed one.
  [[gnu::always_inline]] void remove(Set& set, CellIndex cell) {
    const std::uint32_t position = --set.size;
    const std::uint32_t order = order_of(position);
    put(places_[cell].slot, slots_[set.tail + position - first_position(order)]);
    if (position == first_position(order)) [[unlikely]] {
      const std::uint32_t chunk = set.tail;
      std::uint32_t& next = chain_[link(order, chunk)];
      set.tail = next;
      next = regions_[order].free;
      regions_[order].free = chunk;
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
  static constexpr std::uint32_t kSmallest = 16;  // slots of the smallest chunk

  /// What is kept for a cell, side by side: one cache miss on a large map rather than two.
  struct Place {
    Label label;
    std::uint32_t slot;
  };

  /// All chunks of one order are in one region of the slots.
  struct Region {
    std::uint32_t slots = 0;     // where it begins
    std::uint32_t links = 0;     // where the links of its chunks begin
    std::uint32_t free = kNone;  // a chunk that is free again
    std::uint32_t used = 0;      // chunks that were ever taken
  };

  using Regions = std::array<Region, 28>;

  struct Layout {
    Regions regions{};
    std::uint64_t slots = 0;  // of all regions
    std::uint64_t links = 0;
  };

  /// A set with a chunk of some order has filled all smaller ones: that limits how many of them there can be.
  static constexpr Layout layout(std::uint64_t cells) {
    Layout made;
    for (std::uint32_t order = 0; first_position(order) < cells; ++order) {
      const std::uint64_t chunks = cells / (first_position(order) + 1);
      made.regions[order].slots = static_cast<std::uint32_t>(made.slots);
      made.regions[order].links = static_cast<std::uint32_t>(made.links);
      made.slots += chunks * (kSmallest << order);
      made.links += chunks;
    }
    return made;
  }

  static std::uint32_t order_of(std::uint32_t position) {
    return static_cast<std::uint32_t>(std::bit_width(position / kSmallest + 1)) - 1;
  }
  static constexpr std::uint32_t first_position(std::uint32_t order) { return kSmallest * ((1U << order) - 1); }

  [[nodiscard]] std::uint32_t slot_at(const Set& set, std::uint32_t index) const {
    const std::uint32_t order = order_of(index);
    std::uint32_t chunk = set.tail;
    for (std::uint32_t larger = order_of(set.size - 1); larger > order; --larger) chunk = chain_[link(larger, chunk)];
    return chunk + index - first_position(order);
  }

  void put(std::uint32_t slot, CellIndex cell) {
    slots_[slot] = cell;
    places_[cell].slot = slot;
  }

  [[nodiscard]] std::uint32_t take(std::uint32_t order) {
    Region& region = regions_[order];
    if (region.free == kNone) return region.slots + region.used++ * (kSmallest << order);
    const std::uint32_t chunk = region.free;
    region.free = chain_[link(order, chunk)];
    return chunk;
  }

  /// Where the chain goes on from a chunk: to the next smaller one of its set, or to the next free one of its order.
  [[nodiscard]] std::uint32_t link(std::uint32_t order, std::uint32_t chunk) const {
    const Region& region = regions_[order];
    return region.links + ((chunk - region.slots) / kSmallest >> order);
  }

  LargeArray<CellIndex> slots_;
  LargeArray<std::uint32_t> chain_;
  LargeArray<Place> places_;
  Regions regions_{};
};

}  // namespace mce
