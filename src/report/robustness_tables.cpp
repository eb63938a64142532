// SPDX-License-Identifier: MIT
#include "robustness_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "mce/core/wording.hpp"

namespace mce {
namespace {

double percent_of(const std::optional<RelativeMean>& value) {
  return value ? value->percent : -std::numeric_limits<double>::infinity();
}

/// "QD-score, area under the curve, in percent above or below the best of Ui and Uc on each of 8 treatments"
std::string scope_of(const Robustness& robustness) {
  return fmt::format("{}, area under the curve, in percent above or below the best of {} on each of {}",
                     metric_kind(robustness.metric).title, wording::list(robustness.reference),
                     wording::count(robustness.treatments.size(), "treatment"));
}

}  // namespace

TextTable robustness_summary(const Robustness& robustness) {
  TextTable text{.name = "robustness",
                 .caption = fmt::format("Robustness: {}, with standard errors. The highest means come first, and the "
                                        "best of each column are bold.",
                                        scope_of(robustness)),
                 .heads = {"Selector", "Mean", "Worst", "Where it is worst", "Within 1 %", "Above"},
                 .rows = {}};
  SelectorRobustness most;  // by column
  double best_mean = percent_of({});
  double best_worst = percent_of({});
  for (const SelectorRobustness& each : robustness.rows) {
    best_mean = std::max(best_mean, percent_of(each.mean));
    best_worst = std::max(best_worst, percent_of(each.worst_value()));
    most.within = std::max(most.within, each.within);
    most.above = std::max(most.above, each.above);
  }
  for (const SelectorRobustness& each : robustness.rows) {
    const auto worst = each.worst_value();
    text.rows.push_back({{each.label},
                         {relative_text(each.mean), each.mean && each.mean->percent == best_mean},
                         {relative_text(worst), worst && worst->percent == best_worst},
                         {each.worst ? robustness.treatments[*each.worst] : ""},
                         {fmt::format("{} of {}", each.within, each.defined), each.within == most.within},
                         {fmt::format("{}", each.above), each.above == most.above && most.above > 0}});
  }
  return text;
}

TextTable robustness_values(const Robustness& robustness) {
  TextTable text{.name = "robustness-values",
                 .caption = fmt::format("Robustness on every treatment: {}. What is within 1 %, or better, is bold.",
                                        scope_of(robustness)),
                 .heads = {"Treatment"},
                 .rows = {}};
  for (const SelectorRobustness& each : robustness.rows) text.heads.push_back(each.label);
  for (std::size_t treatment = 0; treatment < robustness.treatments.size(); ++treatment) {
    auto& row = text.rows.emplace_back();
    row.push_back({robustness.treatments[treatment]});
    for (const SelectorRobustness& each : robustness.rows) {
      const auto& value = each.values[treatment];
      row.push_back({relative_text(value), value && value->percent >= kWithin});
    }
  }
  return text;
}

}  // namespace mce
