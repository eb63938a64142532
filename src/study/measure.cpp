// SPDX-License-Identifier: MIT
#include "mce/study/measure.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/core/testbed.hpp"
#include "mce/study/map_history.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {
namespace {

/// Qualities of a map of fitness; empty cells stay NaN.
using Qualities = std::function<void(std::span<const double> fitness, std::span<double> qualities)>;

Qualities qualities_of(const Treatment& treatment) {
  return std::visit(
      [](auto testbed) -> Qualities {
        return [testbed = std::move(testbed)](std::span<const double> fitness, std::span<double> qualities) {
          for (std::size_t i = 0; i < fitness.size(); ++i) {
            qualities[i] = std::isnan(fitness[i]) ? fitness[i] : quality(testbed, fitness[i]);
          }
        };
      },
      testbed_kind(treatment.testbed).make(treatment.settings));
}

MetricValues values_of(const RelativeMetrics& relative, const MapSummary& map) {
  return {relative.global_performance, relative.global_reliability, relative.precision, relative.coverage, map.qd_score,
          map.selection_entropy};
}

/// Area under the curve of every metric, in the order of the table of metrics.
MetricValues areas_of(const std::vector<CurvePoint>& curve, const std::vector<RelativeMetrics>& points) {
  std::vector<std::uint64_t> evaluations;
  std::array<std::vector<double>, std::tuple_size_v<MetricValues>> values;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    evaluations.push_back(curve[i].evaluations);
    const MetricValues all = values_of(points[i], curve[i].summary);
    for (std::size_t metric = 0; metric < all.size(); ++metric) values[metric].push_back(all[metric]);
  }
  MetricValues areas{};
  for (std::size_t metric = 0; metric < areas.size(); ++metric) {
    areas[metric] = area_under_curve(evaluations, values[metric]);
  }
  return areas;
}

}  // namespace

void measure(Store& store, std::uint32_t treatment) {
  const std::uint32_t cells = store.cells(treatment);
  const Qualities qualities = qualities_of(store.protocol().treatments[treatment]);
  const std::vector<RunKey> keys = store.runs(treatment);
  std::vector<double> map(cells);

  BestQualities best(cells);
  for (const RunKey& key : keys) {
    MapHistoryReader history(store.history(key), cells, store.curve(key).size());
    qualities(history.last(), map);
    best.add(map);
  }

  std::vector<MeasuredRun> runs;
  runs.reserve(keys.size());
  for (const RunKey& key : keys) {
    const std::vector<CurvePoint> curve = store.curve(key);
    MapHistoryReader history(store.history(key), cells, curve.size());
    MeasuredRun& run = runs.emplace_back(MeasuredRun{.key = key, .points = {}, .areas = {}});
    for (std::size_t i = 0; i < curve.size(); ++i) {
      qualities(history.next(), map);
      run.points.push_back(relative_metrics(map, best));
    }
    run.areas = areas_of(curve, run.points);
  }
  store.finish(treatment, runs);
}

}  // namespace mce
