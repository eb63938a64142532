// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mce/core/archive.hpp"

namespace mce {

/// The fitness of every cell at every save point of a run, kept as what has changed from one to the next: elites are
/// replaced rarely, so this takes a fifth of the space of whole maps.
class MapHistory {
 public:
  explicit MapHistory(std::uint32_t cells);

  /// Adds the map as it is now.
  void record(const Archive& archive);
  [[nodiscard]] std::vector<std::byte> packed() const;

 private:
  std::vector<std::uint64_t> last_;     // bits of the fitness of every cell, empty ones NaN
  std::vector<std::uint64_t> changed_;  // a bit for every cell, map after map
  std::vector<std::uint64_t> values_;   // of the changed cells, in order
};

/// Plays a packed history back, from the empty map on.
class MapHistoryReader {
 public:
  /// Throws Error for bytes that are no history of so many cells and save points.
  MapHistoryReader(std::span<const std::byte> packed, std::uint32_t cells, std::size_t save_points);

  /// What changes at the next save point: `change(cell, fitness)` for every cell with a new elite. Call it once per
  /// save point.
  template <class Change>
  void next(Change change) {
    assert(played_ < save_points_);
    const std::size_t words = changed_.size() / save_points_;
    for (std::size_t word = 0; word < words; ++word) {
      for (std::uint64_t mask = changed_[played_ * words + word]; mask != 0; mask &= mask - 1) {
        change(static_cast<CellIndex>(64 * word + static_cast<std::size_t>(std::countr_zero(mask))), values_[used_++]);
      }
    }
    ++played_;
  }
  /// Back to the empty map.
  void rewind() {
    played_ = 0;
    used_ = 0;
  }
  /// What it takes in memory.
  [[nodiscard]] std::size_t bytes() const { return (changed_.size() + values_.size()) * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> changed_;
  std::vector<double> values_;
  std::size_t save_points_;
  std::size_t played_ = 0;
  std::size_t used_ = 0;
};

}  // namespace mce
