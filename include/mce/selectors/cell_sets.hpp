// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "mce/core/grid.hpp"

namespace mce {

/// Many disjoint sets of cells with constant-time insert, remove and access by position, and no allocation after
/// construction. A set is a chain of chunks of 1, 2, 4, 8 … slots, all full but the last: nothing is ever copied
/// when it grows, and a random position is in one of the last two chunks most of the time.
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
        slots_(std::make_unique_for_overwrite<CellIndex[]>(std::size_t{width_} * std::bit_width(cells))),
        chain_(std::make_unique_for_overwrite<std::uint32_t[]>(std::size_t{width_} * 2)),
        slot_of_(std::make_unique_for_overwrite<std::uint32_t[]>(cells)) {
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
      chain(order, chunk) = set.tail;
      set.tail = chunk;
    }
    put(set.tail + position - (1U << order), cell);
  }

  /// The last element takes the place of the removed one.
  void remove(Set& set, CellIndex cell) {
    const std::uint32_t position = set.size--;
    const auto order = order_of(position);
    put(slot_of_[cell], slots_[set.tail + position - (1U << order)]);
    if (starts_chunk(position)) {
      const std::uint32_t chunk = set.tail;
      set.tail = chain(order, chunk);
      chain(order, chunk) = free_[order];
      free_[order] = chunk;
    }
  }

  /// Element 0 … size − 1.
  [[nodiscard]] CellIndex at(const Set& set, std::uint32_t index) const {
    const auto order = order_of(index + 1);
    std::uint32_t chunk = set.tail;
    for (auto larger = order_of(set.size); larger > order; --larger) chunk = chain(larger, chunk);
    return slots_[chunk + index + 1 - (1U << order)];
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  static std::uint32_t order_of(std::uint32_t position) {
    return static_cast<std::uint32_t>(std::bit_width(position)) - 1;
  }

  /// Positions 1, 2, 4, 8 … (std::has_single_bit counts bits, a library call on plain x86-64).
  static bool starts_chunk(std::uint32_t position) { return (position & (position - 1)) == 0; }

  void put(std::uint32_t slot, CellIndex cell) {
    slots_[slot] = cell;
    slot_of_[cell] = slot;
  }

  /// Region `order` of the slots holds all chunks of 2^order; `width_` slots are enough for each, since a set with
  /// such a chunk has at least 2^order elements.
  [[nodiscard]] std::uint32_t take(std::uint32_t order) {
    if (free_[order] == kNone) return order * width_ + (fresh_[order]++ << order);
    const std::uint32_t chunk = free_[order];
    free_[order] = chain(order, chunk);
    return chunk;
  }

  /// The next smaller chunk of the same set, or the next free chunk of the same order.
  [[nodiscard]] std::uint32_t& chain(std::uint32_t order, std::uint32_t chunk) const {
    const std::uint32_t number = (chunk - order * width_) >> order;
    return chain_[2 * width_ - (2 * width_ >> order) + number];
  }

  std::uint32_t width_ = 0;
  std::unique_ptr<CellIndex[]> slots_;
  std::unique_ptr<std::uint32_t[]> chain_;
  std::unique_ptr<std::uint32_t[]> slot_of_;
  std::array<std::uint32_t, 32> free_{};
  std::array<std::uint32_t, 32> fresh_{};
};

}  // namespace mce
