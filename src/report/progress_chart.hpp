// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "mce/study/protocol.hpp"
#include "mean_curves.hpp"

namespace mce {

/// A panel for each metric over the evaluations on a logarithmic axis, which evaluation 0 is not on: a line
/// per selector with a band for the confidence interval, where there is one. One legend for all.
/// Throws std::invalid_argument if no save point after 0 is shared.
Plot progress_chart(const MeanCurves& progress, const std::vector<SelectorEntry>& selectors, const std::string& name);

}  // namespace mce
