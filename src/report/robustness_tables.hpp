// SPDX-License-Identifier: MIT
#pragma once

#include "mce/study/robustness.hpp"
#include "text_table.hpp"

namespace mce {

/// What to look at first, a row per selector: its mean, its worst treatment, and how often it is near the reference or
/// above it. The best of each column are bold.
TextTable robustness_summary(const Robustness& robustness);

/// All values with their errors: a row per treatment, a column per selector. Those within 1 % are bold.
TextTable robustness_values(const Robustness& robustness);

}  // namespace mce
