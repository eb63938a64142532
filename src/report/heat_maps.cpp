// SPDX-License-Identifier: MIT
#include "heat_maps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <stdexcept>
#include <utility>

#include "colour_scale.hpp"
#include "feature_axes.hpp"
#include "mce/core/parameters.hpp"
#include "plot_style.hpp"

namespace mce {
namespace {

/// The numbers that become colours. Cells that were never selected have a place on the scale too: it is log(n + 1).
std::vector<double> colour_values(const KeptMap& map, MapValue value) {
  if (value == MapValue::fitness) return map.fitness;
  std::vector<double> values = map.fitness;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (!std::isnan(values[cell])) values[cell] = std::log10(map.selections[cell] + 1.0);
  }
  return values;
}

/// Three ticks, none of them at an edge, where the next map begins: "-4, 0, 4".
std::string inner_ticks(const Interval& bounds) {
  const double middle = (bounds.low + bounds.high) / 2;
  const double reach = 0.8 * (bounds.high - bounds.low) / 2;
  const double power = std::pow(10, std::floor(std::log10(reach)));
  double step = power;
  for (const double digit : {2.0, 2.5, 4.0, 5.0, 8.0}) {
    if (digit * power <= reach * (1 + 1e-9)) step = digit * power;
  }
  return fmt::format("{:.6g}, {:.6g}, {:.6g}", middle - step, middle, middle + step);
}

/// The selector's symbol, and below it its name, in lines that fit beside a map.
std::string row_heading(const SelectorEntry& selector) {
  std::string name = selector.label;
  for (const char separator : {':', ','}) {
    for (auto at = name.find(separator); at != std::string::npos; at = name.find(separator, at + 2)) {
      name.replace(at, 1, "\n");
    }
  }
  std::string lines;
  for (const std::string& line : split(name, '\n')) lines += R"(."\n".'{/*0.85 '.)" + text_markup(line) + ".'}'";
  return fmt::format("'{{/*1.2 {}}}'{}", symbol_markup(selector), lines);
}

/// Where things are, in centimetres.
struct MapLayout {
  static constexpr double kMap = 2.7;      // side of a map
  static constexpr double kStep = 2.85;    // from one map to the next
  static constexpr double kLeft = 3.9;     // for row headings and ticks
  static constexpr double kRight = 2.0;    // for the colours
  static constexpr double kTop = 1.05;     // for column headings
  static constexpr double kBottom = 1.05;  // for ticks and the name of the axis

  double across;  // of all maps together
  double down;
  double width;
  double height;
  double colours;  // height of the scale

  MapLayout(std::size_t columns, std::size_t rows)
      : across(kStep * static_cast<double>(columns - 1) + kMap),
        down(kStep * static_cast<double>(rows - 1) + kMap),
        width(kLeft + across + kRight),
        height(kTop + down + kBottom),
        colours(std::min(down, 8.0)) {}
};

/// The maps of a treatment, in the order in which they are drawn.
struct Maps {
  std::vector<double> pixels;        // of one map after the other
  std::vector<std::string> columns;  // headings
};

std::span<const SelectorEntry> shown_selectors(const Store& store) {
  const auto& all = store.protocol().selectors;
  return std::span(all).first(std::min(all.size(), kMostMapRows));
}

/// Many maps have fewer pixels each: gnuplot takes its time, and they are small on paper.
std::vector<FeatureAxis> axes_of(const Store& store, std::uint32_t treatment) {
  constexpr double kMostOfAll = 8e6;
  const std::size_t maps = shown_selectors(store).size() * store.maps({treatment, 0, 0}).size();
  const double most = std::sqrt(kMostOfAll / static_cast<double>(maps));
  return feature_axes(store.protocol().treatments[treatment],
                      static_cast<std::uint32_t>(std::clamp<double>(most, 400, kMostPixels)));
}

Maps maps_of(const Store& store, std::uint32_t treatment, const std::vector<FeatureAxis>& axes, MapValue value) {
  const PixelCells cells = pixel_cells(store.protocol().treatments[treatment], axes);
  Maps all;
  for (std::uint32_t selector = 0; selector < shown_selectors(store).size(); ++selector) {
    for (const KeptMap& map : store.maps({treatment, selector, 0})) {
      std::ranges::copy(pixels(cells, colour_values(map, value)), std::back_inserter(all.pixels));
      if (selector == 0) all.columns.push_back("\"" + count_markup(map.evaluations) + "\"");
    }
  }
  return all;
}

/// Draws the maps one by one; what stands outside of them comes with those that are next to it.
constexpr std::string_view kDrawMaps = R"(
unset key
unset colorbox
set multiplot
do for [row=1:|rows|] {
do for [column=1:|columns|] {
  left = first_left + step*(column - 1)
  top = first_top - step*(row - 1)
  set lmargin at screen X(left)
  set rmargin at screen X(left + side)
  set tmargin at screen Y(top)
  set bmargin at screen Y(top - side)
  set format x (row == |rows| ? "% h" : "")
  set format y (column == 1 ? "% h" : "")
  unset label
  if (column == 1) { set label rows[row] at screen X(0.1),Y(top - 0.45*side) left }
  if (row == 1) { set label columns[column] at screen X(left + side/2),Y(top + 0.3) center }
  if (row == 1 && column == 1) {
    set label "evaluations" at screen X(first_left + across/2),Y(first_top + 0.72) center
    set label scale_name at screen X(first_left + across + 0.4),Y(first_top - (down - scale)/2 + 0.35) left
    set label "empty" at screen X(first_left + across + 0.4),Y(first_top - (down + scale)/2 - 0.25) left
    set label x_name at screen X(first_left + across/2),Y(0.25) center
    set label y_name at screen X(first_left - 0.95),Y(first_top - down/2) center rotate
    set colorbox user origin X(first_left + across + 0.4),Y(first_top - (down + scale)/2) size X(0.35),Y(scale)
  } else {
    unset colorbox
  }
)";

}  // namespace

std::string why_no_heat_maps(const Store& store, std::uint32_t treatment) {
  const Protocol& protocol = store.protocol();
  std::string reason = why_not_flat(feature_axes(protocol.treatments[treatment]));
  if (!reason.empty()) return reason;
  if (protocol.keep == Retention::curves) return "the study keeps no maps: its protocol says keep = \"curves\"";
  std::vector<std::uint64_t> columns;
  for (std::uint32_t selector = 0; selector < shown_selectors(store).size(); ++selector) {
    std::vector<std::uint64_t> evaluations;
    for (const KeptMap& map : store.maps({treatment, selector, 0})) evaluations.push_back(map.evaluations);
    const std::string& label = protocol.selectors[selector].label;
    if (evaluations.empty()) return fmt::format("no maps of '{}' are kept", label);
    if (selector == 0) columns = evaluations;
    if (evaluations != columns) return fmt::format("some maps of '{}' are missing", label);
  }
  return {};
}

Plot heat_maps(const Store& store, std::uint32_t treatment, MapValue value, const std::string& name) {
  if (const std::string reason = why_no_heat_maps(store, treatment); !reason.empty())
    throw std::invalid_argument(reason);
  const auto selectors = shown_selectors(store);
  const std::vector<FeatureAxis> axes = axes_of(store, treatment);
  const Maps maps = maps_of(store, treatment, axes, value);
  const ColourScale scale = value == MapValue::fitness ? fitness_scale(maps.pixels) : selection_scale(maps.pixels);
  const MapLayout layout(maps.columns.size(), selectors.size());
  std::vector<std::string> rows;
  rows.reserve(selectors.size());
  for (const SelectorEntry& each : selectors) rows.push_back(row_heading(each));

  std::string script = scale_lines(scale);
  script += fmt::format(R"(
# Lengths are in centimetres.
X(x) = x/{:.4g}
Y(y) = y/{:.4g}
side = {}; step = {}; across = {:.4g}; down = {:.4g}
first_left = {}; first_top = {:.4g}; scale = {:.4g}
)",
                        layout.width, layout.height, MapLayout::kMap, MapLayout::kStep, layout.across, layout.down,
                        MapLayout::kLeft, MapLayout::kBottom + layout.down, layout.colours);
  script += fmt::format("array rows[{}] = [{}]\n", rows.size(), fmt::join(rows, ", "));
  script += fmt::format("array columns[{}] = [{}]\n", maps.columns.size(), fmt::join(maps.columns, ", "));
  script += fmt::format(R"(x_name = {}
y_name = {}
scale_name = "{}"
set xrange [{}:{}]
set yrange [{}:{}]
set xtics ({}) offset 0,0.4
set ytics ({}) offset 0.6,0
set tics out nomirror scale 0.5 font ",6"
set border linewidth 0.6 linecolor rgb "#555555"
)",
                        axes[0].markup, axes[1].markup, value == MapValue::fitness ? "fitness" : "selections",
                        axes[0].bounds.low, axes[0].bounds.high, axes[1].bounds.low, axes[1].bounds.high,
                        inner_ticks(axes[0].bounds), inner_ticks(axes[1].bounds));
  const std::string file = name + ".bin";
  script += kDrawMaps;
  script += fmt::format("  plot {} with image\n}}\n}}\nunset multiplot\n",
                        pixels_command(axes, file, "|columns|*(row - 1) + column - 1"));
  return {.name = name,
          .medium = Plot::Medium::still,
          .width = layout.width,
          .height = layout.height,
          .script = std::move(script),
          .data = {{file, packed_pixels(maps.pixels, scale.empty())}}};
}

}  // namespace mce
