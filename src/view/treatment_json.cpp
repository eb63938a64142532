// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "mce/analysis/statistics.hpp"
#include "study_json.hpp"

namespace mce {
namespace {

Json areas_of(const Results& results, std::uint32_t treatment) {
  Json by_metric = Json::object();
  if (results.store() == nullptr || !results.states()[treatment].measured) return by_metric;
  const std::vector<StoredAreas> stored = results.store()->areas(treatment);
  for (const MetricKind& metric : results.metrics()) {
    std::vector<std::vector<double>> by_selector(results.protocol().selectors.size());
    for (const StoredAreas& run : stored) by_selector[run.key.selector].push_back(run.areas[place_of(metric.metric)]);
    by_metric[metric.key] = by_selector;
  }
  return by_metric;
}

using Value = std::function<double(const StoredCurve::Point&)>;

/// The mean of the runs of one selector after each save point, with its confidence interval. NaN, which JSON has not,
/// is written as null.
Json mean_curve(const std::vector<const StoredCurve*>& runs, std::size_t points, const Value& value) {
  Json mean = Json::array();
  Json low = Json::array();
  Json high = Json::array();
  std::vector<double> sample;
  for (std::size_t point = 0; point < points; ++point) {
    sample.clear();
    for (const StoredCurve* run : runs) sample.push_back(value(run->points[point]));
    const bool known = !sample.empty() && std::ranges::all_of(sample, [](double each) { return std::isfinite(each); });
    const Description described = known ? describe(sample) : Description{.mean = NAN, .low = NAN, .high = NAN};
    mean.push_back(described.mean);
    low.push_back(described.low);
    high.push_back(described.high);
  }
  return {{"runs", runs.size()}, {"mean", mean}, {"low", low}, {"high", high}};
}

}  // namespace

bool keeps_history(const Results& results, std::uint32_t treatment) {
  if (results.store() == nullptr) return false;
  return results.protocol().keep == Retention::all || !results.states()[treatment].measured;
}

Json runs_json(const Results& results, std::uint32_t treatment) {
  const Protocol& protocol = results.protocol();
  const bool history = keeps_history(results, treatment);
  Json runs = Json::array();
  for (const StoredRun& run : results.runs(treatment)) {
    const bool kept = keeps_maps(protocol, run.key.repetition);
    runs.push_back({{"selector", run.key.selector},
                    {"repetition", run.key.repetition},
                    {"seed", run.seed},
                    {"signature", fmt::format("{:016x}", run.signature)},
                    {"evaluations", run.evaluations},
                    {"rejected", run.rejected},
                    {"seconds", run.seconds},
                    {"maps", kept},
                    {"history", history},
                    {"elites", kept}});
  }
  return {{"runs", runs}, {"areas", areas_of(results, treatment)}};
}

Json curves_json(const Results& results, std::uint32_t treatment) {
  const std::vector<StoredCurve> stored = results.curves(treatment);
  std::vector<std::uint64_t> evaluations;
  if (!stored.empty()) {
    for (const StoredCurve::Point& point : stored.front().points) evaluations.push_back(point.evaluations);
  }
  std::vector<std::vector<const StoredCurve*>> by_selector(results.protocol().selectors.size());
  for (const StoredCurve& run : stored) {
    if (run.points.size() == evaluations.size()) by_selector[run.key.selector].push_back(&run);
  }
  Json curves = Json::object();
  const auto add = [&](const std::string& key, const Value& value) {
    Json all = Json::array();
    for (const auto& runs : by_selector) all.push_back(mean_curve(runs, evaluations.size(), value));
    curves[key] = all;
  };
  for (const MetricKind& metric : results.metrics()) {
    const std::size_t place = place_of(metric.metric);
    add(metric.key, [place](const StoredCurve::Point& point) { return point.metrics[place]; });
  }
  add("best", [](const StoredCurve::Point& point) { return point.best; });
  return {{"evaluations", evaluations}, {"curves", curves}};
}

}  // namespace mce
