// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "mce/core/archive.hpp"

namespace mce {

inline constexpr CellIndex kNoCell = UINT32_MAX;

/// An elite that leads alone by far is selected dozens of times in a row. Its n at which that ends is known beforehand;
/// until then nothing needs to be moved or compared. What a ladder says of its n is out of date meanwhile; its tally
/// is kept here.
class SoleLeader {
 public:
  SoleLeader() = default;
  /// `cell` leads while its tally has the same w, and an n from what it is now to below `end`.
  SoleLeader(CellIndex cell, const Tally& tally, std::uint32_t end) {
    if (end <= tally.selections + 1) return;
    cell_ = cell;
    tally_ = tally;
    from_ = tally.selections;
    length_ = end - tally.selections;
  }

  [[nodiscard]] bool lasts() const { return cell_ != kNoCell; }
  [[nodiscard]] CellIndex cell() const { return cell_; }
  /// The one that it was last covered with.
  [[nodiscard]] const Tally& tally() const { return tally_; }
  /// Whether `cell` is the sole leader, and still is with this tally.
  [[nodiscard]] bool covers(CellIndex cell, const Tally& tally) {
    if (cell != cell_ || tally.survivals != tally_.survivals || tally.selections - from_ >= length_) return false;
    tally_ = tally;
    return true;
  }

 private:
  CellIndex cell_ = kNoCell;
  Tally tally_;
  std::uint32_t from_ = 0;
  std::uint32_t length_ = 0;
};

}  // namespace mce
