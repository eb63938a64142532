// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/study/data_table.hpp"
#include "mce/study/exports.hpp"
#include "mce/study/samples.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// The selector with the highest mean area under the QD-score in a treatment that is measured.
std::uint32_t best_selector(const Store& store, std::uint32_t treatment);

/// A table of the paper: how many selectors each one beats, summed over the treatments of a testbed.
struct BeatenTable {
  std::string testbed;
  std::vector<std::uint32_t> treatments;           ///< those that are measured
  std::vector<std::vector<std::uint32_t>> beaten;  ///< in the order of metric_kinds(), then by selector
  /// How often each selector beats each other one: in the order of metric_kinds(), then by winner, then by loser.
  std::vector<std::vector<std::vector<std::uint32_t>>> victories;
};
/// In the order in which the protocol names the testbeds. `only` may leave out treatments; selectors are always
/// compared with all others.
std::vector<BeatenTable> beaten_tables(const Store& store, const StudyFilter& only = {});

/// The tables of the paper in one: a row per testbed and metric, a column per selector.
DataTable beaten_table(const Store& store, const ExportFilter& filter);

/// A row per treatment, metric and selector: the areas of its runs, described. With the number of runs this is all that
/// Welch's test and Hedges' g need.
DataTable mean_areas_table(const Store& store, const ExportFilter& filter);

/// A row per treatment, metric and ordered pair of selectors.
DataTable comparisons_table(const Store& store, const ExportFilter& filter);

}  // namespace mce
