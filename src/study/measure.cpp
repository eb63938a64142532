// SPDX-License-Identifier: MIT
#include "measure.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "mce/analysis/relative_metrics.hpp"
#include "mce/core/error.hpp"
#include "mce/core/testbed.hpp"
#include "mce/run/problem_run.hpp"
#include "mce/study/detail/map_history.hpp"
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

/// Calls work(0) … work(count − 1), each once, on several threads, until `stop` is set. The caller's thread is one of
/// them; without others the rest takes longer, no more.
template <class Work>
void share_out(std::size_t count, unsigned threads, const std::atomic<bool>& stop, Work work) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  std::exception_ptr failure;
  std::mutex of_failure;
  const auto work_through = [&] {
    try {
      for (std::size_t i = next++; i < count && !failed && !stop; i = next++) work(i);
    } catch (...) {
      const std::scoped_lock lock(of_failure);
      if (!failed.exchange(true)) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> helpers(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1)) - 1);
    try {
      for (std::jthread& helper : helpers) helper = std::jthread(work_through);
      // NOLINTNEXTLINE(bugprone-empty-catch): the system has no more threads; those that there are do the work
    } catch (const std::exception&) {
    }
    work_through();
  }
  if (failure) std::rethrow_exception(failure);
}

template <class Quality>
std::vector<MeasuredRun> measured_runs(const Store& store, std::uint32_t treatment, unsigned threads,
                                       const std::atomic<bool>& stop, Quality quality) {
  const std::uint32_t cells = store.cells(treatment);
  const std::vector<StoredRun> stored = store.runs(treatment);
  const auto key_of = [&](std::size_t i) { return stored[i].key; };
  std::vector<std::vector<CurvePoint>> curves(stored.size());
  // Calls `action`; what it finds wrong with the maps of a run becomes an error that names file and run.
  const auto of_run = [&](std::size_t i, auto action) {
    const auto fail = [&](const char* what) -> decltype(action()) {
      throw Error(fmt::format("'{}': damaged: the maps of {}: {}", store.path().string(),
                              name_of(store.protocol(), key_of(i)), what));
    };
    try {
      return action();
    } catch (const Error& error) {
      return fail(error.what());
    } catch (const std::invalid_argument& error) {
      return fail(error.what());
    }
  };
  const auto read = [&](std::size_t i) {
    const std::vector<std::byte> packed = store.history(key_of(i));
    return of_run(i, [&] { return MapHistoryReader(packed, cells, curves[i].size()); });
  };

  std::vector<std::optional<MapHistoryReader>> kept(stored.size());
  std::atomic<std::int64_t> space = kMostKept;
  BestQualities best(cells);
  std::mutex adding;
  share_out(stored.size(), threads, stop, [&](std::size_t i) {
    curves[i] = store.curve(key_of(i));
    MapHistoryReader history = read(i);
    const auto map = final_map(history, curves[i].size(), cells, quality);
    const auto size = static_cast<std::int64_t>(history.bytes());
    if (space.fetch_sub(size) >= size) kept[i] = std::move(history);
    const std::scoped_lock lock(adding);
    best.add(map);
  });

  std::vector<MeasuredRun> runs(stored.size());
  share_out(stored.size(), threads, stop, [&](std::size_t i) {
    MapHistoryReader history = kept[i] ? std::move(*kept[i]) : read(i);
    kept[i].reset();
    history.rewind();
    runs[i].key = key_of(i);
    of_run(i, [&] {
      RelativeMap map(best);
      for (const CurvePoint& point : curves[i]) {
        history.next([&](CellIndex cell, double fitness) { map.set(cell, quality(fitness)); });
        runs[i].points.push_back(metric_values(map.facts(point.summary)));
      }
      runs[i].areas = areas_of(curves[i], runs[i].points);
    });
  });
  return runs;
}

}  // namespace

MetricValues areas_of(const std::vector<CurvePoint>& curve, const std::vector<MetricValues>& points) {
  std::vector<std::uint64_t> evaluations;
  std::vector<std::vector<double>> values(metric_kinds().size());
  for (std::size_t i = 0; i < curve.size(); ++i) {
    evaluations.push_back(curve[i].evaluations);
    for (std::size_t metric = 0; metric < values.size(); ++metric) values[metric].push_back(points[i][metric]);
  }
  MetricValues areas;
  for (const std::vector<double>& each : values) areas.push_back(area_under_curve(evaluations, each));
  return areas;
}

void measure(Store& store, std::uint32_t treatment, unsigned threads, const std::atomic<bool>& stop) {
  const Plan& plan = store.protocol().treatments[treatment].plan;
  const auto runs_by = [&](const auto& world) {
    return measured_runs(store, treatment, threads, stop, [&](double fitness) { return quality(world, fitness); });
  };
  const auto runs = plan.problem ? runs_by(*plan.problem)
                                 : std::visit(runs_by, testbed_kind(plan.testbed).make(plan.testbed_settings));
  if (!stop) store.finish(treatment, runs);
}

}  // namespace mce
