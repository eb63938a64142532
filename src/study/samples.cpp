// SPDX-License-Identifier: MIT
#include "mce/study/samples.hpp"

#include <fmt/core.h>

#include <cmath>
#include <string_view>

#include "mce/core/error.hpp"

namespace mce {
namespace {

[[noreturn]] void fail_as_incomplete(const Store& store, std::uint32_t treatment, std::string_view what) {
  throw Error(fmt::format("'{}': damaged: treatment {} has lost {}; `mce study run` makes its runs again",
                          store.path().string(), in_quotes(store.protocol().treatments[treatment].name), what));
}

/// No sample yet of any metric that the store has.
MetricSamples no_samples(const Store& store) {
  MetricSamples samples(metric_kinds().size());
  for (const MetricKind& kind : store.metrics()) {
    samples[place_of(kind.metric)].resize(store.protocol().selectors.size());
  }
  return samples;
}

/// Runs come by selector, then by repetition.
void add_values(MetricSamples& samples, const Store& store, const RunKey& key, const MetricValues& values) {
  for (const MetricKind& kind : store.metrics()) {
    const double value = values[place_of(kind.metric)];
    if (!std::isfinite(value)) fail_as_incomplete(store, key.treatment, "values of " + kind.key);
    samples[place_of(kind.metric)][key.selector].push_back(value);
  }
}

std::size_t run_count_of_treatment(const Protocol& protocol) {
  return protocol.selectors.size() * protocol.repetitions;
}

}  // namespace

MetricSamples areas(const Store& store, std::uint32_t treatment) {
  const std::vector<StoredAreas> runs = store.areas(treatment);
  if (runs.size() != run_count_of_treatment(store.protocol())) fail_as_incomplete(store, treatment, "areas of runs");
  MetricSamples samples = no_samples(store);
  for (const StoredAreas& run : runs) add_values(samples, store, run.key, run.areas);
  return samples;
}

Samples areas(const Store& store, std::uint32_t treatment, Metric metric) {
  store.require(metric);
  return areas(store, treatment)[place_of(metric)];
}

CurveSamples curves(const Store& store, std::uint32_t treatment) {
  CurveSamples curves{.evaluations = recorded_points(store.protocol().treatments[treatment].plan), .points = {}};
  curves.points.assign(curves.evaluations.size(), no_samples(store));
  const std::vector<StoredCurve> runs = store.curves(treatment);
  if (runs.size() != run_count_of_treatment(store.protocol())) fail_as_incomplete(store, treatment, "curves of runs");
  for (const StoredCurve& run : runs) {
    if (run.points.size() != curves.evaluations.size()) fail_as_incomplete(store, treatment, "points of curves");
    for (std::size_t point = 0; point < run.points.size(); ++point) {
      if (run.points[point].evaluations != curves.evaluations[point]) {
        fail_as_incomplete(store, treatment, "points of curves");
      }
      add_values(curves.points[point], store, run.key, run.points[point].metrics);
    }
  }
  return curves;
}

}  // namespace mce
