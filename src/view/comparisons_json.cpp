// SPDX-License-Identifier: MIT
#include <string_view>

#include "mce/analysis/comparison.hpp"
#include "mce/analysis/statistics.hpp"
#include "mce/study/beaten.hpp"
#include "mce/study/samples.hpp"
#include "study_json.hpp"

namespace mce {
namespace {

std::string_view text_of(Verdict verdict) {
  if (verdict == Verdict::undecided) return "undecided";
  return verdict == Verdict::better ? "better" : "worse";
}

Json pairs_json(const Comparisons& comparisons) {
  Json rows = Json::array();
  for (std::size_t first = 0; first < comparisons.selectors(); ++first) {
    Json row = Json::array();
    for (std::size_t second = 0; second < comparisons.selectors(); ++second) {
      const Comparison& each = comparisons.between(first, second);
      row.push_back({{"difference", each.difference},
                     {"welch_p", each.welch_p},
                     {"mann_whitney_p", each.mann_whitney_p},
                     {"hedges_g", each.hedges_g},
                     {"verdict", text_of(each.verdict)}});
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

Json comparisons_json(const Results& results, std::uint32_t treatment) {
  constexpr double kSignificance = 0.05;
  Json by_metric = Json::object();
  double threshold = kSignificance;
  if (results.store() != nullptr && results.states()[treatment].measured) {
    const MetricSamples samples = areas(*results.store(), treatment);
    for (const MetricKind& metric : results.metrics()) {
      const Comparisons comparisons(samples[place_of(metric.metric)], kSignificance);
      threshold = comparisons.threshold();
      by_metric[metric.key] = pairs_json(comparisons);
    }
  }
  return {{"threshold", threshold}, {"comparisons", by_metric}};
}

Json beaten_json(const Results& results) {
  Json tables = Json::array();
  if (results.store() == nullptr) return tables;
  for (const BeatenTable& table : beaten_tables(*results.store())) {
    if (table.treatments.empty()) continue;
    Json beaten = Json::object();
    Json won = Json::object();
    for (const MetricKind& metric : results.metrics()) {
      beaten[metric.key] = table.beaten[place_of(metric.metric)];
      won[metric.key] = table.victories[place_of(metric.metric)];
    }
    tables.push_back(
        {{"testbed", table.testbed}, {"treatments", table.treatments}, {"beaten", beaten}, {"victories", won}});
  }
  return tables;
}

Json areas_json(const Results& results) {
  Json by_metric = Json::object();
  for (const MetricKind& metric : results.metrics()) by_metric[metric.key] = Json::array();
  const std::vector<TreatmentState> states = results.states();
  for (std::uint32_t treatment = 0; treatment < states.size(); ++treatment) {
    const bool measured = results.store() != nullptr && states[treatment].measured;
    const MetricSamples samples = measured ? areas(*results.store(), treatment) : MetricSamples();
    for (const MetricKind& metric : results.metrics()) {
      Json by_selector = measured ? Json::array() : Json();
      if (measured) {
        for (const std::vector<double>& runs : samples[place_of(metric.metric)]) {
          const Description area = describe(runs);
          by_selector.push_back({{"mean", area.mean}, {"low", area.low}, {"high", area.high}});
        }
      }
      by_metric[metric.key].push_back(by_selector);
    }
  }
  return by_metric;
}

}  // namespace mce
