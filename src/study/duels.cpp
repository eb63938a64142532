// SPDX-License-Identifier: MIT
#include "mce/study/duels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "mce/analysis/statistics.hpp"
#include "mce/core/wording.hpp"

namespace mce {
namespace {

/// The paper's curves begin here.
constexpr Moment kFirstMoment = 1000;

TreatmentValues gather_treatment(const Store& store, std::uint32_t number) {
  const Treatment& treatment = store.protocol().treatments[number];
  TreatmentValues values{.name = treatment.name, .testbed = treatment.plan.testbed, .samples = {}};
  values.samples[kWholeRun] = areas(store, number);
  const CurveSamples recorded = curves(store, number);
  for (const Moment moment : treatment.plan.save_points) {
    if (moment < kFirstMoment) continue;
    const auto first = std::ranges::lower_bound(recorded.evaluations, moment);
    values.samples[moment] = recorded.points[static_cast<std::size_t>(first - recorded.evaluations.begin())];
  }
  values.samples[kEnd] = recorded.points.back();
  return values;
}

std::size_t position_of(const RunValues& values, std::string_view selector) {
  const auto found = std::ranges::find(values.selectors, selector);
  if (found == values.selectors.end()) throw std::invalid_argument(fmt::format("no selector {}", selector));
  return static_cast<std::size_t>(found - values.selectors.begin());
}

}  // namespace

RunValues gather_values(const Store& store) {
  RunValues values{.selectors = short_labels(store.protocol()), .treatments = {}};
  const auto states = store.states();
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (states[i].measured) values.treatments.push_back(gather_treatment(store, i));
  }
  return values;
}

std::vector<std::vector<double>> samples_by_treatment(const RunValues& values, std::string_view selector, Metric metric,
                                                      std::string_view testbed, Moment moment) {
  const std::size_t place = position_of(values, selector);
  std::vector<std::vector<double>> all;
  for (const TreatmentValues& each : values.treatments) {
    if (each.testbed != testbed) continue;
    const auto found = each.samples.find(moment);
    if (found == each.samples.end()) {
      throw std::invalid_argument(fmt::format("{}: no save point {}", each.name, moment));
    }
    const Samples& samples = found->second[place_of(metric)];
    if (samples.empty()) throw std::invalid_argument(fmt::format("{}: no {}", each.name, metric_kind(metric).key));
    all.push_back(samples[place]);
  }
  return all;
}

std::string missing_for(const RunValues& values, const Duel& duel) {
  for (const std::string_view selector : {duel.first, duel.second}) {
    if (std::ranges::find(values.selectors, selector) == values.selectors.end()) {
      return fmt::format("selector {}", selector);
    }
  }
  bool any = false;
  for (const TreatmentValues& each : values.treatments) {
    if (each.testbed != duel.testbed) continue;
    any = true;
    const auto found = each.samples.find(duel.moment);
    if (found == each.samples.end()) {
      return fmt::format("save point {} of {}", wording::evaluations(duel.moment), each.name);
    }
    if (found->second[place_of(duel.metric)].empty())
      return fmt::format("{} of {}", metric_kind(duel.metric).key, each.name);
  }
  return any ? "" : fmt::format("finished treatment of testbed {}", duel.testbed);
}

DuelResult fight(const RunValues& values, const Duel& duel) {
  const auto firsts = samples_by_treatment(values, duel.first, duel.metric, duel.testbed, duel.moment);
  const auto seconds = samples_by_treatment(values, duel.second, duel.metric, duel.testbed, duel.moment);
  if (firsts.empty()) throw std::invalid_argument(fmt::format("no treatment of testbed {}", duel.testbed));
  DuelResult result{.treatments = static_cast<std::uint32_t>(firsts.size())};
  const double significance = 0.05 / static_cast<double>(std::max<std::size_t>(values.selectors.size(), 2) - 1);
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const std::array<std::vector<double>, 2> pair = {firsts[i], seconds[i]};
    const Comparison comparison = Comparisons(pair, significance).between(0, 1);
    result.p = comparison.welch_p;
    if (comparison.verdict == Verdict::better) ++result.won;
    if (comparison.verdict == Verdict::worse) ++result.lost;
    result.first_mean += mean(firsts[i]) / static_cast<double>(firsts.size());
    result.second_mean += mean(seconds[i]) / static_cast<double>(firsts.size());
  }
  bool decided = result.won + result.lost > 0;
  if (result.treatments > 1) {
    result.p = sign_test(result.won, result.lost);
    decided = result.p < 0.05;
  }
  if (decided) result.verdict = result.won > result.lost ? Verdict::better : Verdict::worse;
  return result;
}

std::string where_text(const Duel& duel) {
  std::string when;
  if (duel.moment == kEnd) {
    when = " at the end";
  } else if (duel.moment != kWholeRun) {
    when = fmt::format(" after {} evaluations", wording::evaluations(duel.moment));
  }
  return fmt::format("{} on {}{}", metric_kind(duel.metric).title, duel.testbed, when);
}

std::string result_text(const Duel& duel, const DuelResult& result) {
  const std::string figures =
      result.treatments == 1
          ? fmt::format("{} to {}", wording::number(result.first_mean), wording::number(result.second_mean))
          : fmt::format("{} won and {} lost of {} treatments", result.won, result.lost, result.treatments);
  return fmt::format("{} against {} by {}: {}, {}", duel.first, duel.second, where_text(duel), figures,
                     wording::p_value(result.p));
}

double sign_test(std::uint32_t won, std::uint32_t lost) {
  const std::uint32_t all = won + lost;
  double probability = std::pow(0.5, all);  // of exactly i losses
  double sum = 0;
  for (std::uint32_t i = 0; i <= std::min(won, lost); ++i) {
    sum += probability;
    probability *= static_cast<double>(all - i) / (i + 1.0);
  }
  return std::min(1.0, 2 * sum);
}

}  // namespace mce
