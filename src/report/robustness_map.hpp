// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "figures.hpp"
#include "gnuplot.hpp"
#include "mce/study/robustness.hpp"

namespace mce {

/// So many are shown at most: the selectors with the highest means, and the first treatments.
inline constexpr std::size_t kMostRobustSelectors = 40;
inline constexpr std::size_t kMostRobustTreatments = 120;

/// Selectors from left to right, the highest mean first; in the two rows on top their means and their worst values,
/// below them every treatment. Red is below the reference, blue is above it.
Plot robustness_map(const Robustness& robustness, const std::string& name);

/// Draws it. Throws Error if the directory cannot be written to or gnuplot cannot draw.
Figure write_robustness_map(const Robustness& robustness, const std::filesystem::path& directory);

}  // namespace mce
