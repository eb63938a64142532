// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "mce/study/store.hpp"
#include "text_table.hpp"

namespace mce {

/// The paper's Tables 1-3 of this study, one per testbed with a measured treatment: how many selectors each one beats
/// by each metric, the most in bold.
std::vector<TextTable> beaten_texts(const Store& store);

/// All comparisons behind them, by testbed and metric. Of one treatment: the values of every selector, Hedges' g and
/// p of every pair. Of several: how often each selector beats each other one; comparisons_table has all of them.
std::vector<TextTable> comparison_matrices(const Store& store);

}  // namespace mce
