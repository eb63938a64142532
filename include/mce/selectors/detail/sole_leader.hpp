// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "mce/core/archive.hpp"

namespace mce {

inline constexpr CellIndex kNoCell = UINT32_MAX;

/// An elite that leads alone by far is selected dozens of times in a row. Its n at which that ends is known beforehand;
/// until then nothing needs to be moved or compared. What a ladder says of its n is out of date meanwhile, which
/// does not matter as long as it leads.
class SoleLeader {
 public:
  SoleLeader() = default;
  /// `cell` leads while its tally has the same w, and an n from what it is now to below `end`.
  SoleLeader(CellIndex cell, const Tally& tally, std::uint32_t end) {
    if (end <= tally.selections + 1) return;
    cell_ = cell;
    from_ = tally;
    length_ = end - tally.selections;
  }

  [[nodiscard]] bool lasts() const { return cell_ != kNoCell; }
  [[nodiscard]] CellIndex cell() const { return cell_; }
  /// Whether `cell` is the sole leader, and still is with this tally.
  [[nodiscard]] bool covers(CellIndex cell, const Tally& tally) const {
    return cell == cell_ && tally.survivals == from_.survivals && tally.selections - from_.selections < length_;
  }

 private:
  CellIndex cell_ = kNoCell;
  Tally from_;
  std::uint32_t length_ = 0;
};

}  // namespace mce
