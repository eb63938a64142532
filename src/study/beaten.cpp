// SPDX-License-Identifier: MIT
#include "mce/study/beaten.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "mce/analysis/comparison.hpp"
#include "mce/analysis/statistics.hpp"

namespace mce {
namespace {

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::better: return "better";
    case Verdict::worse: return "worse";
    case Verdict::undecided: break;
  }
  return "undecided";
}

void add_victories(const Comparisons& comparisons, std::vector<std::uint32_t>& beaten,
                   std::vector<std::vector<std::uint32_t>>& victories) {
  for (std::size_t winner = 0; winner < beaten.size(); ++winner) {
    for (std::size_t loser = 0; loser < beaten.size(); ++loser) {
      if (comparisons.between(winner, loser).verdict != Verdict::better) continue;
      ++beaten[winner];
      ++victories[winner][loser];
    }
  }
}

}  // namespace

std::uint32_t best_selector(const Store& store, std::uint32_t treatment) {
  const auto scores = areas(store, treatment, Metric::qd_score);
  const auto best = std::ranges::max_element(scores, {}, [](const std::vector<double>& runs) { return mean(runs); });
  return static_cast<std::uint32_t>(best - scores.begin());
}

std::vector<BeatenTable> beaten_tables(const Store& store, const StudyFilter& only) {
  const FilteredStudy left = apply(only, store.protocol());
  const auto& treatments = store.protocol().treatments;
  const auto states = store.states();
  std::vector<BeatenTable> tables;
  for (std::uint32_t i = 0; i < treatments.size(); ++i) {
    if (!left.treatments[i]) continue;
    auto table = std::ranges::find(tables, treatments[i].plan.testbed, &BeatenTable::testbed);
    if (table == tables.end()) {
      const std::vector<std::uint32_t> none(store.protocol().selectors.size());
      tables.push_back({.testbed = treatments[i].plan.testbed,
                        .treatments = {},
                        .beaten = {metric_kinds().size(), none},
                        .victories = {metric_kinds().size(), {none.size(), none}}});
      table = tables.end() - 1;
    }
    if (!states[i].measured) continue;
    table->treatments.push_back(i);
    const MetricSamples samples = areas(store, i);
    for (const MetricKind& kind : store.metrics()) {
      const std::size_t place = place_of(kind.metric);
      add_victories(Comparisons(samples[place]), table->beaten[place], table->victories[place]);
    }
  }
  return tables;
}

DataTable beaten_table(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  const std::vector<std::string> labels = short_labels(store.protocol());
  std::vector<std::string> testbeds;
  std::vector<std::string> metrics;
  std::vector<std::vector<std::int64_t>> beaten(labels.size());
  for (const BeatenTable& each : beaten_tables(store, filter.study)) {
    if (each.treatments.empty()) continue;
    for (const MetricKind& kind : store.metrics()) {
      testbeds.push_back(each.testbed);
      metrics.push_back(kind.key);
      const auto& row = each.beaten[place_of(kind.metric)];
      for (std::size_t selector = 0; selector < labels.size(); ++selector) beaten[selector].push_back(row[selector]);
    }
  }
  DataTable table{{{"testbed", testbeds}, {"metric", metrics}}};
  for (std::size_t selector = 0; selector < labels.size(); ++selector) {
    if (left.selectors[selector]) table.columns.push_back({labels[selector], beaten[selector]});
  }
  return table;
}

DataTable mean_areas_table(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  std::array<std::vector<std::string>, 3> texts;
  std::array<std::vector<double>, 4> numbers;
  auto& [treatments, metrics, selectors] = texts;
  auto& [means, deviations, lows, highs] = numbers;
  std::vector<std::int64_t> counts;
  const auto states = store.states();
  for (std::uint32_t treatment = 0; treatment < left.treatments.size(); ++treatment) {
    if (!left.treatments[treatment] || !states[treatment].measured) continue;
    const MetricSamples all = areas(store, treatment);
    for (const MetricKind& kind : store.metrics()) {
      const Samples& samples = all[place_of(kind.metric)];
      for (std::size_t selector = 0; selector < samples.size(); ++selector) {
        if (!left.selectors[selector]) continue;
        const Description description = describe(samples[selector]);
        treatments.push_back(store.protocol().treatments[treatment].name);
        metrics.push_back(kind.key);
        selectors.push_back(store.protocol().selectors[selector].label);
        counts.push_back(static_cast<std::int64_t>(description.count));
        means.push_back(description.mean);
        deviations.push_back(description.deviation);
        lows.push_back(description.low);
        highs.push_back(description.high);
      }
    }
  }
  return {{{"treatment", treatments},
           {"metric", metrics},
           {"selector", selectors},
           {"runs", counts},
           {"mean", means},
           {"deviation", deviations},
           {"interval_low", lows},
           {"interval_high", highs}}};
}

DataTable comparisons_table(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  std::array<std::vector<std::string>, 5> texts;
  std::array<std::vector<double>, 8> numbers;
  auto& [treatments, metrics, selectors, others, verdicts] = texts;
  auto& [means, deviations, lows, highs, differences, welch, mann_whitney, hedges] = numbers;
  const auto states = store.states();
  for (std::uint32_t treatment = 0; treatment < left.treatments.size(); ++treatment) {
    if (!left.treatments[treatment] || !states[treatment].measured) continue;
    const MetricSamples all = areas(store, treatment);
    for (const MetricKind& kind : store.metrics()) {
      const Samples& samples = all[place_of(kind.metric)];
      const Comparisons comparisons(samples);
      for (std::size_t a = 0; a < samples.size(); ++a) {
        if (!left.selectors[a]) continue;
        const Description description = describe(samples[a]);
        for (std::size_t b = 0; b < samples.size(); ++b) {
          if (a == b) continue;
          const Comparison& each = comparisons.between(a, b);
          treatments.push_back(store.protocol().treatments[treatment].name);
          metrics.push_back(kind.key);
          selectors.push_back(store.protocol().selectors[a].label);
          others.push_back(store.protocol().selectors[b].label);
          means.push_back(description.mean);
          deviations.push_back(description.deviation);
          lows.push_back(description.low);
          highs.push_back(description.high);
          differences.push_back(each.difference);
          welch.push_back(each.welch_p);
          mann_whitney.push_back(each.mann_whitney_p);
          hedges.push_back(each.hedges_g);
          verdicts.push_back(verdict_text(each.verdict));
        }
      }
    }
  }
  return {{{"treatment", treatments},
           {"metric", metrics},
           {"selector", selectors},
           {"other", others},
           {"mean", means},
           {"deviation", deviations},
           {"interval_low", lows},
           {"interval_high", highs},
           {"difference", differences},
           {"hedges_g", hedges},
           {"welch_p", welch},
           {"mann_whitney_p", mann_whitney},
           {"verdict", verdicts}}};
}

}  // namespace mce
