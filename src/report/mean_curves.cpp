// SPDX-License-Identifier: MIT
#include "mean_curves.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "mce/study/samples.hpp"

namespace mce {
namespace {

std::size_t first_at_or_after(const std::vector<std::uint64_t>& points, std::uint64_t evaluations) {
  return static_cast<std::size_t>(std::ranges::lower_bound(points, evaluations) - points.begin());
}

/// The save points that all treatments have, by when the last treatment has recorded them. Several that end in the same
/// batch count once, as the last of them.
std::map<std::uint64_t, std::uint64_t> meetings(const Protocol& protocol,
                                                const std::vector<std::uint32_t>& treatments) {
  std::vector<std::uint64_t> shared = protocol.treatments[treatments.front()].plan.save_points;
  std::vector<std::vector<std::uint64_t>> recorded;
  for (const std::uint32_t treatment : treatments) {
    const Plan& plan = protocol.treatments[treatment].plan;
    std::vector<std::uint64_t> left;
    std::ranges::set_intersection(shared, plan.save_points, std::back_inserter(left));
    shared = std::move(left);
    recorded.push_back(recorded_points(plan));
  }
  std::map<std::uint64_t, std::uint64_t> by_record;
  for (const std::uint64_t save_point : shared) {
    std::uint64_t last = 0;
    for (const auto& points : recorded) last = std::max(last, points[first_at_or_after(points, save_point)]);
    by_record[last] = save_point;
  }
  return by_record;
}

}  // namespace

MeanCurves mean_curves(const Store& store, std::string_view testbed) {
  const Protocol& protocol = store.protocol();
  MeanCurves result{.testbed = std::string(testbed),
                    .treatments = {},
                    .metrics = {store.metrics().begin(), store.metrics().end()},
                    .selectors = {}};
  const std::vector<TreatmentState> states = store.states();
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (states[i].measured && protocol.treatments[i].plan.testbed == testbed) result.treatments.push_back(i);
  }
  if (result.treatments.empty()) return result;

  const auto shared = meetings(protocol, result.treatments);
  // One value per repetition: its mean over the treatments.
  const Samples zeros(protocol.selectors.size(), std::vector<double>(protocol.repetitions));
  std::vector<MetricSamples> means(shared.size(), MetricSamples(metric_kinds().size(), zeros));
  for (const std::uint32_t treatment : result.treatments) {
    const CurveSamples recorded = curves(store, treatment);
    auto mean = means.begin();
    for (const auto& [record, save_point] : shared) {
      const MetricSamples& point = recorded.points[first_at_or_after(recorded.evaluations, save_point)];
      for (const MetricKind& kind : result.metrics) {
        for (std::size_t selector = 0; selector < zeros.size(); ++selector) {
          const std::vector<double>& runs = point[place_of(kind.metric)][selector];
          std::vector<double>& sums = (*mean)[place_of(kind.metric)][selector];
          for (std::size_t run = 0; run < sums.size(); ++run) {
            sums[run] += runs[run] / static_cast<double>(result.treatments.size());
          }
        }
      }
      ++mean;
    }
  }

  for (std::size_t selector = 0; selector < zeros.size(); ++selector) {
    std::vector<MeanPoint>& points = result.selectors.emplace_back();
    auto mean = means.begin();
    for (const auto& [record, save_point] : shared) {
      MeanPoint& described = points.emplace_back(MeanPoint{.evaluations = record, .metrics = {}});
      for (const MetricKind& kind : result.metrics) {
        described.metrics.push_back(describe((*mean)[place_of(kind.metric)][selector]));
      }
      ++mean;
    }
  }
  return result;
}

}  // namespace mce
