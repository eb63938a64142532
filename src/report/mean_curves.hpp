// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mce/analysis/statistics.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// Where a selector stands after some evaluations: for every metric, in the order of metric_kinds(), the mean and its
/// 95 % confidence interval.
struct MeanPoint {
  std::uint64_t evaluations = 0;
  std::array<Description, 6> metrics;
};

/// How the selectors get on in a testbed, over the repetitions: each counts with its mean over the treatments. So the
/// mean is that over treatments of the means of their runs, as in the paper; and the interval tells how far it would
/// change with other runs of the same treatments, not how much treatments differ.
struct MeanCurves {
  std::string testbed;
  std::vector<std::uint32_t> treatments;          ///< those that are measured
  std::vector<std::vector<MeanPoint>> selectors;  ///< by selector, at the save points that all treatments share
};
MeanCurves mean_curves(const Store& store, std::string_view testbed);

/// Of one or more treatments; 0 is always one.
std::vector<std::uint64_t> shared_save_points(const Protocol& protocol, const std::vector<std::uint32_t>& treatments);

}  // namespace mce
