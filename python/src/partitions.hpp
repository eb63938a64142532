// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "mce/core/partition.hpp"

namespace mce::python {

using Ranges = std::vector<std::pair<double, double>>;
std::vector<Interval> intervals(const Ranges& ranges);

}  // namespace mce::python
