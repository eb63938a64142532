// SPDX-License-Identifier: MIT
#include "feature_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include "colour_scale.hpp"
#include "mce/core/wording.hpp"

namespace mce {
namespace {

/// "x1" is shown with its number below the line.
std::string markup_of(const std::string& name) {
  const bool numbered = name.size() > 1 && name.size() < 4 && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
                        std::all_of(name.begin() + 1, name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return numbered ? fmt::format("{}_{{{}}}", name[0], name.substr(1)) : name;
}

}  // namespace

std::vector<FeatureAxis> feature_axes(const Treatment& treatment) {
  const Partition grid = partition_of(treatment.plan);
  const std::vector<std::string> names = feature_names(treatment.plan);
  std::vector<FeatureAxis> axes;
  axes.reserve(names.size());
  for (std::uint32_t i = 0; i < grid.features(); ++i) {
    axes.push_back({names[i], markup_of(names[i]), grid.bounds(i), grid.grid() != nullptr ? grid.grid()->bins(i) : 0});
  }
  return axes;
}

std::string why_not_flat(const std::vector<FeatureAxis>& axes) {
  if (axes.size() == 2) return {};
  return fmt::format("the map has {}, and a picture shows two", wording::count(axes.size(), "feature"));
}

std::uint32_t cells_per_pixel(const FeatureAxis& axis) {
  constexpr std::uint32_t kMostPixels = 400;  // more than a screen has for a map beside others
  return (axis.bins + kMostPixels - 1) / kMostPixels;
}

std::vector<double> pixels(const std::vector<FeatureAxis>& axes, std::span<const double> values) {
  assert(axes.size() == 2);
  if (values.size() != std::size_t{axes[0].bins} * axes[1].bins) {
    throw std::invalid_argument(
        fmt::format("a map of {} cells has {} values", std::size_t{axes[0].bins} * axes[1].bins, values.size()));
  }
  std::vector<double> shown;
  for (std::size_t row = 0; row < axes[1].bins; row += cells_per_pixel(axes[1])) {
    for (std::size_t column = 0; column < axes[0].bins; column += cells_per_pixel(axes[0])) {
      shown.push_back(values[column * axes[1].bins + row]);
    }
  }
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
