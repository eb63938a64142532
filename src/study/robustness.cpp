// SPDX-License-Identifier: MIT
#include "mce/study/robustness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <stdexcept>

#include "mce/analysis/statistics.hpp"
#include "mce/core/text.hpp"
#include "mce/core/wording.hpp"
#include "mce/run/profile.hpp"
#include "mce/study/samples.hpp"

namespace mce {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
/// Means that differ by a smaller share are equal: areas are sums, and equal ones can be rounded differently.
constexpr double kRounding = 1e-12;

/// The runs of one selector in one treatment, in two numbers.
struct RunMean {
  double mean = kUndefined;
  double error = kUndefined;  ///< standard error of the mean

  explicit RunMean(const std::vector<double>& runs) {
    if (runs.empty() || !std::ranges::all_of(runs, [](double each) { return std::isfinite(each); })) return;
    mean = mce::mean(runs);
    if (runs.size() > 1) error = standard_deviation(runs) / std::sqrt(static_cast<double>(runs.size()));
  }
};

/// Which of the selectors at these places has the highest mean, the first of equals; none if that is not above 0.
/// A selector without runs does not count.
std::optional<std::size_t> best_of(const std::vector<RunMean>& means, const std::vector<std::size_t>& places) {
  std::optional<std::size_t> best;
  for (const std::size_t place : places) {
    if (means[place].mean > (best ? means[*best].mean * (1 + kRounding) : 0)) best = place;
  }
  return best;
}

/// The variance of a ratio a/b of independent means is about (e_a² + (a/b)² e_b²) / b², with their standard errors e.
std::optional<RelativeMean> relative(const RunMean& own, const RunMean& reference) {
  const double ratio = own.mean / reference.mean;
  if (!std::isfinite(ratio)) return {};
  const double own_share = own.error / reference.mean;
  const double reference_share = ratio * (reference.error / reference.mean);
  // The difference first: 99 beside 100 is -1 % exactly, which counts as within 1 %.
  const double difference = (own.mean - reference.mean) / reference.mean;
  return RelativeMean{.percent = std::abs(difference) < kRounding ? 0 : 100 * difference,
                      .error = 100 * std::sqrt(own_share * own_share + reference_share * reference_share)};
}

/// What follows from the values of a row.
void add_summary(SelectorRobustness& row) {
  RelativeMean sum;
  double squares = 0;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    const auto& value = row.values[i];
    if (!value) continue;
    ++row.defined;
    sum.percent += value->percent;
    squares += value->error * value->error;
    if (value->percent >= kWithin) ++row.within;
    if (value->percent > 0) ++row.above;
    if (!row.worst || value->percent < row.values[*row.worst]->percent) row.worst = i;
  }
  if (row.defined == 0) return;
  const auto count = static_cast<double>(row.defined);
  row.mean = {.percent = sum.percent / count, .error = std::sqrt(squares) / count};
}

/// Splits "Ui, Uc:lambda=1,more=2" at commas. A part that is a setting only belongs to the selector before it.
std::vector<std::string> listed(std::string_view list) {
  std::vector<std::string> items;
  if (list.empty()) return items;
  for (std::string part : split(list, ',')) {
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
    const bool setting = part.find('=') != std::string::npos && part.find(':') == std::string::npos;
    if (setting && !items.empty()) {
      items.back() += "," + part;
    } else {
      items.push_back(part);
    }
  }
  return items;
}

std::size_t place_in(const std::vector<SelectorEntry>& entries, const std::string& wanted) {
  std::vector<std::string> labels;
  for (const SelectorEntry& each : entries) {
    if (wanted == each.label || wanted == short_label(each)) return labels.size();
    labels.push_back(each.label);
  }
  throw std::invalid_argument("--reference: " + unknown_name("selector of this study", wanted, labels));
}

/// The areas of all treatments that are measured, and which these are.
struct MeasuredAreas {
  RunValues values;
  std::vector<std::uint32_t> treatments;

  explicit MeasuredAreas(const Store& store) {
    values.selectors = short_labels(store.protocol());
    const auto states = store.states();
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      if (!states[i].measured) continue;
      const Treatment& treatment = store.protocol().treatments[i];
      values.treatments.push_back(
          {.name = treatment.name, .testbed = treatment.plan.testbed, .samples = {{kWholeRun, areas(store, i)}}});
      treatments.push_back(i);
    }
  }
};

}  // namespace

std::size_t Robustness::undefined() const {
  return static_cast<std::size_t>(std::ranges::count(best, std::optional<std::size_t>()));
}

std::vector<std::string> reference_set(const Protocol& protocol, std::string_view list) {
  const std::vector<SelectorEntry>& entries = protocol.selectors;
  std::set<std::size_t> places;
  const auto nine = paper_selectors();
  for (std::size_t i = 0; list.empty() && i < entries.size(); ++i) {
    if (std::ranges::find(nine, entries[i].label) != nine.end()) places.insert(i);
  }
  for (const std::string& item : listed(list)) places.insert(place_in(entries, item));
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (places.empty() || places.contains(i)) labels.push_back(short_label(entries[i]));
  }
  return labels;
}

Robustness robustness(const RunValues& values, Metric metric, std::span<const std::string> reference) {
  std::vector<std::size_t> places;
  for (const std::string& label : reference) {
    const auto found = std::ranges::find(values.selectors, label);
    if (found == values.selectors.end()) throw std::invalid_argument(fmt::format("no selector {}", in_quotes(label)));
    places.push_back(static_cast<std::size_t>(found - values.selectors.begin()));
  }
  if (places.empty()) throw std::invalid_argument("a reference set needs a selector");
  std::ranges::sort(places);  // among equals, the order of the study decides
  Robustness result{
      .metric = metric, .reference = {reference.begin(), reference.end()}, .treatments = {}, .best = {}, .rows = {}};
  for (std::size_t i = 0; i < values.selectors.size(); ++i) {
    SelectorRobustness& row = result.rows.emplace_back();
    row.selector = i;
    row.label = values.selectors[i];
  }
  for (const TreatmentValues& treatment : values.treatments) {
    const Samples& samples = treatment.samples.at(kWholeRun)[place_of(metric)];
    if (samples.empty()) {
      throw std::invalid_argument(fmt::format("{}: no {}", treatment.name, metric_kind(metric).key));
    }
    const std::vector<RunMean> means(samples.begin(), samples.end());
    const auto best = best_of(means, places);
    result.treatments.push_back(treatment.name);
    result.best.push_back(best);
    for (SelectorRobustness& row : result.rows) {
      auto& value = row.values.emplace_back();
      if (!best) continue;
      value = row.selector == *best ? RelativeMean{} : relative(means[row.selector], means[*best]);
    }
  }
  std::ranges::for_each(result.rows, add_summary);
  std::ranges::stable_sort(result.rows, std::ranges::greater(), [](const SelectorRobustness& row) {
    return row.mean ? row.mean->percent : -std::numeric_limits<double>::infinity();
  });
  return result;
}

Robustness robustness(const Store& store, Metric metric, std::string_view reference) {
  store.require(metric);
  return robustness(MeasuredAreas(store).values, metric, reference_set(store.protocol(), reference));
}

std::string percent_text(double percent) {
  const double tenths = std::round(10 * percent);
  return tenths == 0 ? "0.0" : fmt::format("{:+.1f}", tenths / 10);
}

std::string relative_text(const std::optional<RelativeMean>& value) {
  if (!value) return "n/a";
  const std::string percent = percent_text(value->percent);
  return std::isnan(value->error) ? percent : fmt::format("{} ± {:.1f}", percent, value->error);
}

std::vector<std::string> robustness_notes(const Robustness& robustness) {
  std::vector<std::string> notes;
  if (robustness.reference.size() > 1) {
    notes.push_back(fmt::format(
        "The reference is the best of {} in hindsight: a maximum of noisy means, which is a little too high.",
        robustness.reference.size()));
  }
  if (const std::size_t undefined = robustness.undefined(); undefined > 0) {
    notes.push_back(fmt::format("Without a value (n/a), and not counted: {} whose reference is not above 0.",
                                wording::count(undefined, "treatment")));
  }
  notes.emplace_back("Errors (±) are standard errors over the runs. They do not cover the choice of treatments.");
  return notes;
}

DataTable robustness_table(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  const std::vector<SelectorEntry>& entries = store.protocol().selectors;
  const MeasuredAreas areas(store);
  std::array<std::vector<std::string>, 4> texts;
  std::array<std::vector<double>, 2> numbers;
  auto& [treatments, metrics, selectors, references] = texts;
  auto& [percents, errors] = numbers;
  std::vector<Robustness> by_metric;
  for (const MetricKind& kind : store.metrics()) {
    auto& each = by_metric.emplace_back(robustness(areas.values, kind.metric, reference_set(store.protocol())));
    std::ranges::sort(each.rows, {}, &SelectorRobustness::selector);
  }
  for (std::size_t treatment = 0; treatment < areas.treatments.size(); ++treatment) {
    if (!left.treatments[areas.treatments[treatment]]) continue;
    for (const Robustness& each : by_metric) {
      const auto best = each.best[treatment];
      for (const SelectorRobustness& row : each.rows) {
        if (!left.selectors[row.selector]) continue;
        const auto value = row.values[treatment];
        treatments.push_back(each.treatments[treatment]);
        metrics.push_back(metric_kind(each.metric).key);
        selectors.push_back(entries[row.selector].label);
        references.push_back(best ? entries[*best].label : "");
        percents.push_back(value ? value->percent : kUndefined);
        errors.push_back(value ? value->error : kUndefined);
      }
    }
  }
  return {{{"treatment", treatments},
           {"metric", metrics},
           {"selector", selectors},
           {"percent", percents},
           {"error", errors},
           {"reference", references}}};
}

}  // namespace mce
