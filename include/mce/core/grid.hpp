// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mce {

/// Position of a cell in the archive: features in row-major order, the last one fastest (as in pyribs and NumPy).
using CellIndex = std::uint32_t;

/// Closed range of values, low < high.
struct Interval {
  double low = 0;
  double high = 1;
  bool operator==(const Interval&) const = default;
};

/// How many features a map has at most.
inline constexpr std::size_t kMaxFeatures = 16;

/// Throws std::invalid_argument unless these can be the ranges of a feature map: 1 to kMaxFeatures, with finite widths.
void check_bounds(std::span<const Interval> bounds);

/// The bins of a feature map: each feature's range cut into equal bins. Any number of features from 1 to kMaxFeatures.
class Grid {
 public:
  static constexpr std::uint64_t kMaxCells = 100'000'000;

  /// `resolution` has one number of bins per feature, or one number for all. Throws std::invalid_argument.
  Grid(std::vector<Interval> bounds, std::vector<std::uint32_t> resolution);

  [[nodiscard]] std::uint32_t features() const { return static_cast<std::uint32_t>(axes_.size()); }
  [[nodiscard]] std::uint32_t cells() const { return cells_; }
  [[nodiscard]] std::uint32_t bins(std::uint32_t feature) const { return axes_[feature].bins; }
  [[nodiscard]] Interval bounds(std::uint32_t feature) const { return {axes_[feature].low, axes_[feature].high}; }

  /// Bin of one feature value, which must not be NaN: on or beyond the upper edge the last, below the lower the first.
  [[nodiscard]] std::uint32_t bin(std::uint32_t feature, double value) const { return bin(axes_[feature], value); }

  /// Cell of a feature vector without NaN.
  [[nodiscard]] CellIndex cell(std::span<const double> values) const {
    CellIndex index = 0;
    const double* value = values.data();
    for (const Axis& axis : axes_) index = index * axis.bins + bin(axis, *value++);
    return index;
  }

  /// Bin of `cell` along `feature`: the inverse of `cell()`.
  [[nodiscard]] std::uint32_t bin_of_cell(CellIndex cell, std::uint32_t feature) const;

 private:
  struct Axis {
    double low;
    double bins_per_unit;
    double doubt;
    double in_last_bin;  // the middle of the last bin, if a bin has the width 1
    std::uint32_t bins;
    double high;
    double width;
  };

  /// A product instead of a division. Rounding makes it differ from what defines a bin by less than `doubt`: if so
  /// little less or more would be the same bin, it is the right one.
  static std::uint32_t bin(const Axis& axis, double value) {
    const double position = std::min(std::max((value - axis.low) * axis.bins_per_unit, 0.0), axis.in_last_bin);
    const auto bin = static_cast<std::int32_t>(position - axis.doubt);
    if (bin != static_cast<std::int32_t>(position + axis.doubt)) [[unlikely]]
      return bin_by_division(axis, value);
    return static_cast<std::uint32_t>(bin);
  }
  /// What a bin is by definition.
  [[gnu::noinline]] static std::uint32_t bin_by_division(const Axis& axis, double value) {
    const double position = (value - axis.low) / axis.width * axis.bins;
    if (!(position >= 1.0)) return 0;
    return position >= axis.bins ? axis.bins - 1 : static_cast<std::uint32_t>(position);
  }

  std::vector<Axis> axes_;
  std::uint32_t cells_ = 1;
};

/// A resolution as people write it, "100" or "100x50", and back. Throws std::invalid_argument.
std::vector<std::uint32_t> parse_resolution(std::string_view text);
std::string resolution_text(std::span<const std::uint32_t> resolution);

}  // namespace mce
