// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

namespace mce {

/// Greater numbers, which no testbed gives, are drawn as this one: gnuplot reads 32-bit numbers.
inline constexpr double kLargestDrawn = 1e30;

/// What the colours of a map stand for: viridis (Smith & van der Walt 2015) from low to high, in which brighter is
/// more, for the colour-blind too, and in print; and below it some grey, which is none of its colours, for empty cells.
struct ColourScale {
  static constexpr double kGrey = 2.0 / 64;  ///< of the whole scale
  /// Where `low` is on it: a little above, or it might be taken for grey.
  static constexpr double kLow = 3.0 / 64;

  double low = 0;
  double high = 1;
  std::string ticks;  ///< gnuplot's, as a list; it chooses if there is none

  [[nodiscard]] double bottom() const { return low - (high - low) * kLow / (1 - kLow); }
  /// The number that has the colour of empty cells.
  [[nodiscard]] double empty() const { return bottom() + (high - bottom()) * kGrey / 2; }
};

/// From the least to the greatest of the values; what is not finite does not count.
ColourScale fitness_scale(std::span<const double> values);

/// For log(n + 1) of numbers of selections n: from 0 to what few cells exceed. A greedy selector has some with nearly
/// all selections, and beside them all others would look alike.
ColourScale selection_scale(std::vector<double> logarithms);

/// The lines of a script that set palette, range and ticks.
std::string scale_lines(const ColourScale& scale);

}  // namespace mce
