// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gnuplot.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// What the colours of a map mean.
enum class MapValue : std::uint8_t { fitness, selections };

/// So many selectors are shown at most, the first ones: a picture has its limits.
inline constexpr std::size_t kMostMapRows = 40;

/// Why there are no heat-maps of a treatment: they have not two features, no maps are kept, or not the same of every
/// selector. Empty if there are.
std::string why_no_heat_maps(const Store& store, std::uint32_t treatment);

/// The maps of every selector's first run: a row per selector, a column per number of evaluations. All have the same
/// colours; those of selections are on a logarithmic scale. Throws std::invalid_argument with the reason above.
Plot heat_maps(const Store& store, std::uint32_t treatment, MapValue value, const std::string& name);

}  // namespace mce
