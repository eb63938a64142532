// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mce/core/grid.hpp"
#include "mce/study/protocol.hpp"

namespace mce {

/// A feature of a treatment as an axis of its map.
struct FeatureAxis {
  std::string name;    ///< "horizontal symmetry", "x1"
  std::string markup;  ///< the same for gnuplot, in quotes: "'x_{1}'"
  Interval bounds;
  std::uint32_t bins = 0;   ///< of a grid; for centroids, pixels that are small enough to show the shapes of cells
  bool are_pixels = false;  ///< the bins
};
/// So many pixels has a picture of centroids at most, in both directions.
inline constexpr std::uint32_t kMostPixels = 800;
std::vector<FeatureAxis> feature_axes(const Treatment& treatment, std::uint32_t most_pixels = kMostPixels);
/// Why there is no picture of a map that has not two features; empty if it has.
std::string why_not_flat(const std::vector<FeatureAxis>& axes);

/// So many cells from one pixel to the next: 1, but for very large grids, of which a picture shows every n-th cell.
std::uint32_t cells_per_pixel(const FeatureAxis& axis);

/// Which cell of a map with two features each pixel of its picture shows, row by row from below: the first feature to
/// the right, the second upwards. With centroids, that is the cell at the middle of the pixel.
struct PixelCells {
  std::uint32_t cells = 0;  ///< how many the map has
  std::vector<CellIndex> shown;
};
PixelCells pixel_cells(const Treatment& treatment, const std::vector<FeatureAxis>& axes);
/// The same for a grid with these bins.
PixelCells pixel_cells(const std::vector<FeatureAxis>& axes);

/// The pixels of a picture, given the values by cell.
std::vector<double> pixels(const PixelCells& cells, std::span<const double> values);

/// Pixels as gnuplot reads them: 32-bit numbers, little-endian, with `empty` in the place of NaN. Numbers that are too
/// large for it, or infinite, become the largest that it can colour.
std::string packed_pixels(std::span<const double> pixels, double empty);

/// How gnuplot reads picture number `index` (a term of its language) from a file of such pixels.
std::string pixels_command(const std::vector<FeatureAxis>& axes, const std::string& file, const std::string& index);

}  // namespace mce
