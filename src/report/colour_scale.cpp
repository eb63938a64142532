// SPDX-License-Identifier: MIT
#include "colour_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "mce/report/viridis.hpp"
#include "plot_style.hpp"

namespace mce {
namespace {

std::string selection_tick(double count, std::string_view before = "") {
  const std::string text = count < 1000 ? fmt::format("{}", count) : count_markup(static_cast<std::uint64_t>(count));
  return fmt::format(R"("{}{}" {:.6f})", before, text, std::log10(count + 1));
}

}  // namespace

ColourScale fitness_scale(std::span<const double> values) {
  ColourScale scale{
      .low = std::numeric_limits<double>::infinity(), .high = -std::numeric_limits<double>::infinity(), .ticks = ""};
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const double drawn = std::clamp(value, -kLargestDrawn, kLargestDrawn);
    scale.low = std::min(scale.low, drawn);
    scale.high = std::max(scale.high, drawn);
  }
  if (scale.low > scale.high) return {};
  // An empty range would be no scale, nor would one that rounding makes empty.
  const double least = 1e-9 * std::max(std::abs(scale.low), std::abs(scale.high));
  if (scale.high > scale.low && scale.high - scale.low >= least) return scale;
  const double margin = std::max(0.5, least);
  return {.low = scale.low - margin, .high = scale.low + margin, .ticks = ""};
}

ColourScale selection_scale(std::vector<double> logarithms) {
  std::erase_if(logarithms, [](double value) { return !std::isfinite(value); });
  if (logarithms.empty()) return {};
  const auto place = static_cast<std::ptrdiff_t>(0.998 * static_cast<double>(logarithms.size() - 1));
  const auto most = logarithms.begin() + place;
  std::ranges::nth_element(logarithms, most);
  const double highest = *std::max_element(most, logarithms.end());
  const double power = std::pow(10, std::floor(*most));
  double end = power;
  for (const double digit : {2.0, 5.0, 10.0}) {
    if (std::log10(end + 1) < *most) end = digit * power;
  }
  ColourScale scale{.low = 0, .high = std::log10(end + 1), .ticks = selection_tick(0)};
  for (std::uint64_t tick = 1; static_cast<double>(tick) < end / 1.5; tick *= 10) {
    scale.ticks += ", " + selection_tick(static_cast<double>(tick));
  }
  scale.ticks += ", " + selection_tick(end, highest > scale.high ? "≥" : "");
  return scale;
}

std::string scale_lines(const ColourScale& scale) {
  constexpr std::string_view kEmptyCell = "#dcdcdc";
  constexpr int kSteps = 8;  // in between, gnuplot blends
  const auto colour = [](double share) { return hex(viridis(share)); };
  std::string palette =
      fmt::format(R"(0 "{0}", {1:.6g} "{0}", {1:.6g} "{2}")", kEmptyCell, ColourScale::kGrey, colour(0));
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    palette += fmt::format(R"(, {:.6g} "{}")", ColourScale::kLow + (1 - ColourScale::kLow) * share, colour(share));
  }
  return fmt::format("set palette defined ({})\nset cbrange [{}:{}]\n{}", palette, scale.bottom(), scale.high,
                     scale.ticks.empty() ? "" : "set cbtics (" + scale.ticks + ")\n");
}

}  // namespace mce
