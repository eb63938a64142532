// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "mce/study/store.hpp"

namespace mce {

/// Computes the metrics of docs/algorithm.md, section 6, for all runs of a treatment, all of which have to be in the
/// store, and hands them to it. The store is locked for short moments only, so that other threads can go on adding
/// runs. With several threads the result is the same. Does nothing once `stop` is set.
void measure(Store& store, std::uint32_t treatment, unsigned threads, const std::atomic<bool>& stop);

/// The area under the curve of every metric, whose values at its points are given.
MetricValues areas_of(const std::vector<CurvePoint>& curve, const std::vector<MetricValues>& points);

}  // namespace mce
