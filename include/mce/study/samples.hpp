// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/study/store.hpp"

/// The numbers that selectors are compared by, of treatments that are measured. All throw Error, with the path, if the
/// store has lost some of them or does not have the metric.
namespace mce {

/// A value per run: by selector, then by repetition.
using Samples = std::vector<std::vector<double>>;
/// In the order of metric_kinds(); empty for metrics that the store does not have.
using MetricSamples = std::vector<Samples>;

/// Areas under the curves.
MetricSamples areas(const Store& store, std::uint32_t treatment);
Samples areas(const Store& store, std::uint32_t treatment, Metric metric);

/// The curves of a treatment: all its runs are recorded at the same evaluations.
struct CurveSamples {
  std::vector<std::uint64_t> evaluations;  ///< as recorded_points(plan) says
  std::vector<MetricSamples> points;       ///< what the runs have at each of them
};
CurveSamples curves(const Store& store, std::uint32_t treatment);

}  // namespace mce
