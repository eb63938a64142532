// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "mce/study/store.hpp"

namespace mce {

/// A note for each treatment of a problem that has elites below the problem's lowest_fitness: the QD-score does not see
/// them. A study that keeps no maps only shows it if all elites of a run are below.
std::vector<std::string> low_fitness_notes(const Store& store);

}  // namespace mce
