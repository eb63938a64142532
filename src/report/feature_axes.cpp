// SPDX-License-Identifier: MIT
#include "mce/report/feature_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>
#include <variant>

#include "mce/testbeds/any_testbed.hpp"

namespace mce {
namespace {

struct AxisName {
  std::string name;
  std::string markup;
};

AxisName axis_name(const Rastrigin&, std::size_t feature) {
  return {.name = fmt::format("x{}", feature + 1), .markup = fmt::format("x_{{{}}}", feature + 1)};
}

AxisName axis_name(const Arm&, std::size_t feature) {
  const std::string name = feature == 0 ? "end point x" : "end point y";
  return {.name = name, .markup = name};
}

AxisName axis_name(const Maze& maze, std::size_t feature) {
  std::string name(Maze::kMetricNames.at(static_cast<std::size_t>(maze.parameters().features[feature])));
  std::ranges::replace(name, '-', ' ');
  return {.name = name, .markup = name};
}

}  // namespace

std::vector<FeatureAxis> feature_axes(const Treatment& treatment) {
  return std::visit(
      [&](const auto& testbed) {
        const std::vector<Interval> bounds = testbed.bounds();
        const Grid grid(bounds, treatment.resolution);
        std::vector<FeatureAxis> axes;
        for (std::uint32_t i = 0; i < grid.features(); ++i) {
          AxisName name = axis_name(testbed, i);
          axes.push_back({std::move(name.name), std::move(name.markup), bounds[i], grid.bins(i)});
        }
        return axes;
      },
      testbed_kind(treatment.testbed).make(treatment.settings));
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
