// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/analysis/statistics.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// Where a selector stands after some evaluations.
struct MeanPoint {
  std::uint64_t evaluations = 0;
  std::vector<Description> metrics;  ///< mean and 95 % confidence interval, in the order of MeanCurves::metrics
};

/// How the selectors get on in a testbed, over the repetitions: each counts with its mean over the treatments. So the
/// mean is that over treatments of the means of their runs, as in the paper; and the interval tells how far it would
/// change with other runs of the same treatments, not how much treatments differ.
struct MeanCurves {
  std::string testbed;
  std::vector<std::uint32_t> treatments;  ///< those that are measured
  std::vector<MetricKind> metrics;        ///< those of the store
  /// By selector, after each save point that all treatments have, when the last of them has recorded it. (With batches,
  /// a save point is recorded at the end of a batch.)
  std::vector<std::vector<MeanPoint>> selectors;
};
MeanCurves mean_curves(const Store& store, std::string_view testbed);

}  // namespace mce
