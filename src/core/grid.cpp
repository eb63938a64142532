// SPDX-License-Identifier: MIT
#include "mce/core/grid.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "mce/core/parameters.hpp"

namespace mce {

void check_bounds(std::span<const Interval> bounds) {
  if (bounds.empty() || bounds.size() > kMaxFeatures) {
    throw std::invalid_argument(fmt::format("{} features: a feature map has 1 to {}", bounds.size(), kMaxFeatures));
  }
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const auto [low, high] = bounds[i];
    if (std::isfinite(low) && std::isfinite(high) && low < high && std::isfinite(high - low)) continue;
    throw std::invalid_argument(fmt::format(
        "bounds [{}, {}] of feature {}: finite numbers are needed, the first the smaller", low, high, i + 1));
  }
}

Grid::Grid(std::vector<Interval> bounds, std::vector<std::uint32_t> resolution) {
  check_bounds(bounds);
  if (resolution.size() == 1) resolution.resize(bounds.size(), resolution.front());
  if (resolution.size() != bounds.size()) {
    throw std::invalid_argument(
        fmt::format("resolution has {} numbers for {} features: give one for all or one for each", resolution.size(),
                    bounds.size()));
  }
  std::uint64_t cells = 1;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const auto [low, high] = bounds[i];
    if (resolution[i] == 0)
      throw std::invalid_argument(fmt::format("resolution 0 of feature {}: at least 1 bin", i + 1));
    if (!std::isfinite(resolution[i] / (high - low))) {
      throw std::invalid_argument(fmt::format("bounds [{}, {}] of feature {}: too close together for {} bins", low,
                                              high, i + 1, resolution[i]));
    }
    cells *= resolution[i];
    if (cells > kMaxCells) {
      throw std::invalid_argument(
          fmt::format("resolution gives more than {} cells, the most a map can have", kMaxCells));
    }
    axes_.push_back({.low = low,
                     .bins_per_unit = resolution[i] / (high - low),
                     .doubt = resolution[i] * 0x1p-48,
                     .in_last_bin = resolution[i] - 0.5,
                     .bins = resolution[i],
                     .high = high,
                     .width = high - low});
  }
  cells_ = static_cast<std::uint32_t>(cells);
}

std::uint32_t Grid::bin_of_cell(CellIndex cell, std::uint32_t feature) const {
  for (std::uint32_t last = features() - 1; last > feature; --last) cell /= axes_[last].bins;
  return cell % axes_[feature].bins;
}

std::vector<std::uint32_t> parse_resolution(std::string_view text) {
  std::vector<std::uint32_t> bins;
  try {
    for (const std::string& part : split(text, 'x')) {
      bins.push_back(static_cast<std::uint32_t>(parse_whole(part, 1, Grid::kMaxCells)));
    }
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(fmt::format("{}: allowed are whole numbers from 1 to {}, such as 100 or 100x50",
                                            in_quotes(text), Grid::kMaxCells));
  }
  return bins;
}

std::string resolution_text(std::span<const std::uint32_t> resolution) {
  return fmt::format("{}", fmt::join(resolution, "x"));
}

}  // namespace mce
