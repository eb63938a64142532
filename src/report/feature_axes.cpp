// SPDX-License-Identifier: MIT
#include "feature_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include "colour_scale.hpp"
#include "mce/core/wording.hpp"
#include "plot_style.hpp"

namespace mce {
namespace {

/// In both directions: about 8 pixels per cell.
std::uint32_t pixels_of(const CentroidChoice& centroids, std::uint32_t most) {
  constexpr double kFewest = 240;
  return static_cast<std::uint32_t>(std::clamp<double>(std::ceil(std::sqrt(8.0 * centroids.count)), kFewest, most));
}

/// "x1" is shown with its number below the line. Other names are shown as they are: a problem's may be any text.
std::string markup_of(const std::string& name) {
  const bool numbered = name.size() > 1 && name.size() < 4 && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
                        std::all_of(name.begin() + 1, name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return numbered ? fmt::format("'{}_{{{}}}'", name[0], name.substr(1)) : text_markup(name);
}

}  // namespace

std::vector<FeatureAxis> feature_axes(const Treatment& treatment, std::uint32_t most_pixels) {
  const std::vector<Interval> bounds = feature_bounds(treatment.plan);
  const std::vector<std::string> names = feature_names(treatment.plan);
  const std::vector<std::uint32_t>& bins = treatment.plan.resolution;
  std::vector<FeatureAxis> axes;
  axes.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    FeatureAxis& axis = axes.emplace_back(FeatureAxis{names[i], markup_of(names[i]), bounds[i]});
    axis.are_pixels = bins.empty();
    axis.bins = bins.empty() ? pixels_of(treatment.plan.centroids, most_pixels) : bins[bins.size() == 1 ? 0 : i];
  }
  return axes;
}

std::string why_not_flat(const std::vector<FeatureAxis>& axes) {
  if (axes.size() == 2) return {};
  return fmt::format("the map has {}, and a picture shows two", wording::count(axes.size(), "feature"));
}

std::uint32_t cells_per_pixel(const FeatureAxis& axis) {
  constexpr std::uint32_t kMost = 400;  // more than a screen has for a map beside others
  return axis.are_pixels ? 1 : (axis.bins + kMost - 1) / kMost;
}

PixelCells pixel_cells(const std::vector<FeatureAxis>& axes) {
  assert(axes.size() == 2);
  PixelCells cells{.cells = axes[0].bins * axes[1].bins, .shown = {}};
  for (std::uint32_t row = 0; row < axes[1].bins; row += cells_per_pixel(axes[1])) {
    for (std::uint32_t column = 0; column < axes[0].bins; column += cells_per_pixel(axes[0])) {
      cells.shown.push_back(column * axes[1].bins + row);
    }
  }
  return cells;
}

PixelCells pixel_cells(const Treatment& treatment, const std::vector<FeatureAxis>& axes) {
  const Partition partition = partition_of(treatment.plan);
  if (partition.grid() != nullptr) return pixel_cells(axes);
  assert(axes.size() == 2);
  const auto middle = [](const FeatureAxis& axis, std::uint32_t pixel) {
    return axis.bounds.low + (axis.bounds.high - axis.bounds.low) * (pixel + 0.5) / axis.bins;
  };
  PixelCells cells{.cells = partition.cells(), .shown = {}};
  for (std::uint32_t row = 0; row < axes[1].bins; ++row) {
    for (std::uint32_t column = 0; column < axes[0].bins; ++column) {
      cells.shown.push_back(partition.cell(std::array{middle(axes[0], column), middle(axes[1], row)}));
    }
  }
  return cells;
}

std::vector<double> pixels(const PixelCells& cells, std::span<const double> values) {
  if (values.size() != cells.cells) {
    throw std::invalid_argument(fmt::format("a map of {} cells has {} values", cells.cells, values.size()));
  }
  std::vector<double> shown;
  shown.reserve(cells.shown.size());
  for (const CellIndex cell : cells.shown) shown.push_back(values[cell]);
  return shown;
}

std::string packed_pixels(std::span<const double> pixels, double empty) {
  std::string bytes;
  bytes.reserve(pixels.size() * sizeof(float));
  for (const double value : pixels) {
    const double drawn = std::isnan(value) ? empty : std::clamp(value, -kLargestDrawn, kLargestDrawn);
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(drawn));
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 0xff);
  }
  return bytes;
}

std::string pixels_command(const std::vector<FeatureAxis>& axes, const std::string& file, const std::string& index) {
  const auto count = [](const FeatureAxis& axis) { return (axis.bins - 1) / cells_per_pixel(axis) + 1; };
  const auto step = [](const FeatureAxis& axis) {
    return cells_per_pixel(axis) * (axis.bounds.high - axis.bounds.low) / axis.bins;
  };
  const double right = step(axes[0]);
  const double up = step(axes[1]);
  return fmt::format(
      R"("{}" binary array=({},{}) format="%float" endian=little skip={}*({}) origin=({},{}) dx={} dy={})", file,
      count(axes[0]), count(axes[1]), sizeof(float) * count(axes[0]) * count(axes[1]), index,
      axes[0].bounds.low + right / 2, axes[1].bounds.low + up / 2, right, up);
}

}  // namespace mce
