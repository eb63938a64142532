// SPDX-License-Identifier: MIT
#include "mce/study/low_fitness.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdint>

namespace mce {
namespace {

struct LowElites {
  std::uint64_t below = 0;
  std::uint64_t all = 0;
};

/// At the end of the first repetition of every selector.
LowElites count_in_maps(const Store& store, std::uint32_t treatment, double lowest) {
  LowElites count;
  for (std::uint32_t selector = 0; selector < store.protocol().selectors.size(); ++selector) {
    const std::vector<KeptMap> maps = store.maps({treatment, selector, 0});
    if (maps.empty()) continue;
    for (const double fitness : maps.back().fitness) {
      count.below += fitness < lowest ? 1 : 0;
      count.all += std::isnan(fitness) ? 0 : 1;
    }
  }
  return count;
}

/// At the end of all runs; those of a run whose best one is not below count as good.
LowElites count_in_curves(const Store& store, std::uint32_t treatment, double lowest) {
  LowElites count;
  for (const StoredCurve& curve : store.curves(treatment)) {
    if (curve.points.empty()) continue;
    const StoredCurve::Point& end = curve.points.back();
    count.below += end.best < lowest ? end.filled : 0;
    count.all += end.filled;
  }
  return count;
}

}  // namespace

std::vector<std::string> low_fitness_notes(const Store& store) {
  const Protocol& protocol = store.protocol();
  std::vector<std::string> notes;
  for (std::uint32_t i = 0; i < protocol.treatments.size(); ++i) {
    const Treatment& treatment = protocol.treatments[i];
    if (!treatment.plan.problem) continue;
    const double lowest = treatment.plan.problem->lowest_fitness;
    const bool maps = protocol.keep != Retention::curves;
    const LowElites count = maps ? count_in_maps(store, i, lowest) : count_in_curves(store, i, lowest);
    if (count.below == 0) continue;
    notes.push_back(fmt::format(
        "{}{} of {} elites of treatment {} ({}) have a fitness below lowest_fitness = {} and count as 0 in the "
        "QD-score: set lowest_fitness in the problem's file, and run the study again into another file.",
        maps ? "" : "At least ", count.below, count.all, in_quotes(treatment.name),
        maps ? "first repetition of each selector" : "all runs", lowest));
  }
  return notes;
}

}  // namespace mce
