// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mce/core/grid.hpp"
#include "mce/study/protocol.hpp"

namespace mce {

/// A feature of a treatment as an axis of its map.
struct FeatureAxis {
  std::string name;    ///< "horizontal symmetry", "x1"
  std::string markup;  ///< the same for gnuplot: "x_{1}"
  Interval bounds;
  std::uint32_t bins = 0;
};
std::vector<FeatureAxis> feature_axes(const Treatment& treatment);

/// The cells of a map with two features as the pixels of a picture, row by row from below: the first feature to the
/// right, the second upwards. As binary 32-bit numbers, little-endian, with `empty` in the place of NaN.
std::string pixels(const std::vector<FeatureAxis>& axes, const std::vector<double>& values, double empty);

/// How gnuplot reads picture number `index` (a term of its language) from a file of such pixels.
std::string pixels_command(const std::vector<FeatureAxis>& axes, const std::string& file, const std::string& index);

}  // namespace mce
