// SPDX-License-Identifier: MIT
#include "feature_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>
#include <cmath>

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
  const Grid grid = grid_of(treatment.plan);
  const std::vector<std::string> names = feature_names(treatment.plan);
  std::vector<FeatureAxis> axes;
  for (std::uint32_t i = 0; i < grid.features(); ++i) {
    axes.push_back({names[i], markup_of(names[i]), grid.bounds(i), grid.bins(i)});
  }
  return axes;
}

std::string pixels(const std::vector<FeatureAxis>& axes, const std::vector<double>& values, double empty) {
  assert(axes.size() == 2 && values.size() == std::size_t{axes[0].bins} * axes[1].bins);
  std::string bytes;
  bytes.reserve(values.size() * sizeof(float));
  for (std::size_t row = 0; row < axes[1].bins; ++row) {
    for (std::size_t column = 0; column < axes[0].bins; ++column) {
      const double value = values[column * axes[1].bins + row];
      const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::isnan(value) ? empty : value));
      for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 0xff);
    }
  }
  return bytes;
}

std::string pixels_command(const std::vector<FeatureAxis>& axes, const std::string& file, const std::string& index) {
  const auto step = [](const FeatureAxis& axis) { return (axis.bounds.high - axis.bounds.low) / axis.bins; };
  const double right = step(axes[0]);
  const double up = step(axes[1]);
  return fmt::format(
      R"("{}" binary array=({},{}) format="%float" endian=little skip={}*({}) origin=({},{}) dx={} dy={})", file,
      axes[0].bins, axes[1].bins, sizeof(float) * axes[0].bins * axes[1].bins, index, axes[0].bounds.low + right / 2,
      axes[1].bounds.low + up / 2, right, up);
}

}  // namespace mce
