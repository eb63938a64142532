// SPDX-License-Identifier: MIT
#include "measure.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <future>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "map_history.hpp"
#include "mce/analysis/metrics.hpp"
#include "mce/core/testbed.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {
namespace {

/// Histories are needed twice. As many as fit into this many bytes are kept from the first time.
constexpr std::int64_t kMostKept = 128 << 20;

/// The qualities at the end of a run; NaN where there is no elite.
template <class Quality>
std::vector<double> final_map(MapHistoryReader& history, std::size_t save_points, std::uint32_t cells,
                              Quality quality) {
  std::vector<double> map(cells, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < save_points; ++i) {
    history.next([&map](CellIndex cell, double fitness) { map[cell] = fitness; });
  }
  for (double& each : map) each = std::isnan(each) ? each : quality(each);
  return map;
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

/// Calls work(0) … work(count − 1), each once, on several threads.
template <class Work>
void share_out(std::size_t count, unsigned threads, Work work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> workers(threads);
  for (auto& worker : workers) {
    worker = std::async(std::launch::async, [&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  }
  for (auto& worker : workers) worker.get();  // with what it throws
}

template <class Quality>
std::vector<MeasuredRun> measured_runs(const Store& store, std::uint32_t treatment, unsigned threads, Quality quality) {
  const std::uint32_t cells = store.cells(treatment);
  const std::vector<RunKey> keys = store.runs(treatment);

  std::vector<std::vector<CurvePoint>> curves(keys.size());
  const auto read = [&](std::size_t i) { return MapHistoryReader(store.history(keys[i]), cells, curves[i].size()); };

  std::vector<std::optional<MapHistoryReader>> kept(keys.size());
  std::atomic<std::int64_t> space = kMostKept;
  BestQualities best(cells);
  std::mutex adding;
  share_out(keys.size(), threads, [&](std::size_t i) {
    curves[i] = store.curve(keys[i]);
    MapHistoryReader history = read(i);
    const auto map = final_map(history, curves[i].size(), cells, quality);
    const auto size = static_cast<std::int64_t>(history.bytes());
    if (space.fetch_sub(size) >= size) kept[i] = std::move(history);
    const std::scoped_lock lock(adding);
    best.add(map);
  });

  std::vector<MeasuredRun> runs(keys.size());
  share_out(keys.size(), threads, [&](std::size_t i) {
    const std::vector<CurvePoint>& curve = curves[i];
    MapHistoryReader history = kept[i] ? std::move(*kept[i]) : read(i);
    kept[i].reset();
    history.rewind();
    RelativeMap map(best);
    runs[i].key = keys[i];
    for (std::size_t point = 0; point < curve.size(); ++point) {
      history.next([&](CellIndex cell, double fitness) { map.set(cell, quality(fitness)); });
      runs[i].points.push_back(map.metrics());
    }
    runs[i].areas = areas_of(curve, runs[i].points);
  });
  return runs;
}

}  // namespace

void measure(Store& store, std::uint32_t treatment, unsigned threads) {
  const Plan& plan = store.protocol().treatments[treatment].plan;
  const auto runs = std::visit(
      [&](const auto& testbed) {
        return measured_runs(store, treatment, threads, [&](double fitness) { return quality(testbed, fitness); });
      },
      testbed_kind(plan.testbed).make(plan.testbed_settings));
  store.finish(treatment, runs);
}

}  // namespace mce
