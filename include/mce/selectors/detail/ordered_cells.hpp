// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "mce/core/detail/large_array.hpp"
#include "mce/core/grid.hpp"

namespace mce {

/// A set of cells with access by position in ascending order, all in logarithmic time; nothing allocates after
/// construction. The order does not depend on how the set came about, so a selector need not save it.
class OrderedCells {
 public:
  OrderedCells() = default;
  /// For cells 0 … cells − 1.
  explicit OrderedCells(std::uint32_t cells) : leaves_(std::bit_ceil(std::size_t{cells})), counts_(2 * leaves_) {}

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool contains(CellIndex cell) const { return counts_[leaves_ + cell] != 0; }

  void insert(CellIndex cell) {
    if (contains(cell)) return;
    for (std::size_t node = leaves_ + cell; node > 0; node /= 2) ++counts_[node];
    ++size_;
  }
  void remove(CellIndex cell) {
    if (!contains(cell)) return;
    for (std::size_t node = leaves_ + cell; node > 0; node /= 2) --counts_[node];
    --size_;
  }

  /// The member with `index` smaller ones.
  [[nodiscard]] CellIndex at(std::uint32_t index) const {
    std::size_t node = 1;
    while (node < leaves_) {
      node *= 2;
      if (index >= counts_[node]) index -= counts_[node++];
    }
    return static_cast<CellIndex>(node - leaves_);
  }

 private:
  std::size_t leaves_ = 0;
  LargeArray<std::uint32_t> counts_;  // members below a node; the root is 1, the children of i are 2i and 2i + 1
  std::uint32_t size_ = 0;
};

}  // namespace mce
