// SPDX-License-Identifier: MIT
#include "run_arrays.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "arrays.hpp"
#include "mce/study/detail/map_history.hpp"
#include "mce/testbeds/maze.hpp"

namespace mce {
namespace {

constexpr const char* kMazeName = "maze";

const Plan& plan_of(const Results& results, std::uint32_t treatment) {
  return results.protocol().treatments[treatment].plan;
}

/// What is shown of the solutions of mazes, and all metrics of each one, also of those that are neither its fitness nor
/// its features.
struct MazeArrays {
  std::vector<Maze::Tile> tiles;
  std::vector<float> metrics;
};

MazeArrays arrays_of_mazes(const Plan& plan, const std::vector<double>& solutions) {
  const Maze maze(parameters_from<Maze>(plan.testbed_settings, kMazeName));
  const std::size_t size = std::size_t{maze.parameters().size} * maze.parameters().size;
  MazeArrays arrays{.tiles = Maze::tiles_from(solutions), .metrics = {}};
  arrays.metrics.reserve(solutions.size() / size * Maze::kMetricNames.size());
  for (std::size_t first = 0; first + size <= solutions.size(); first += size) {
    const std::vector<Maze::Gene> genome = maze.genome(std::span(arrays.tiles).subspan(first, size));
    if (!maze.is_perfect(genome)) throw std::invalid_argument("a maze is not perfect");
    for (const double value : maze.measure_all(genome)) arrays.metrics.push_back(static_cast<float>(value));
  }
  return arrays;
}

MazeArrays arrays_of_mazes(const Results& results, const RunKey& key, const std::vector<double>& solutions) {
  try {
    return arrays_of_mazes(plan_of(results, key.treatment), solutions);
  } catch (const std::invalid_argument& error) {
    throw Error(fmt::format("'{}': damaged: the elites of {}: {}", results.path().string(),
                            name_of(results.protocol(), key), error.what()));
  }
}

}  // namespace

Resource curves_of_runs(const Results& results, std::uint32_t treatment, std::string_view metric) {
  const auto& kinds = results.metrics();
  const auto kind = std::ranges::find(kinds, metric, &MetricKind::key);
  if (kind == kinds.end() && metric != "best") throw NotThere("there is no such metric");
  const std::vector<StoredCurve> curves = results.curves(treatment);
  std::vector<std::uint64_t> evaluations;
  Json runs = Json::array();
  std::vector<double> values;
  for (const StoredCurve& curve : curves) {
    if (evaluations.empty()) {
      for (const StoredCurve::Point& point : curve.points) evaluations.push_back(point.evaluations);
    }
    if (curve.points.size() != evaluations.size()) continue;
    runs.push_back({{"selector", curve.key.selector}, {"repetition", curve.key.repetition}});
    for (const StoredCurve::Point& point : curve.points) {
      values.push_back(kind == kinds.end() ? point.best : point.metrics[place_of(kind->metric)]);
    }
  }
  ArrayWriter writer(Json{{"evaluations", evaluations}, {"runs", runs}});
  writer.add("values", values);
  return writer.finish();
}

Resource centroids_array(const Results& results, std::uint32_t treatment) {
  const Partition partition = partition_of(plan_of(results, treatment));
  if (partition.centroids() == nullptr) throw NotThere("the cells of this treatment are a grid");
  ArrayWriter writer;
  writer.add("points", partition.centroids()->points());
  return writer.finish();
}

Resource map_list(const Results& results, const RunKey& key) {
  const std::vector<std::uint64_t> evaluations = results.map_evaluations(key);
  if (evaluations.empty()) throw NotThere("no maps of this run are kept");
  return ArrayWriter(Json{{"evaluations", evaluations}}).finish();
}

Resource map_arrays(const Results& results, const RunKey& key, std::uint32_t index) {
  const std::optional<KeptMap> map = results.map(key, index);
  if (!map) throw NotThere("there is no such map of this run");
  ArrayWriter writer(Json{{"evaluations", map->evaluations}});
  writer.add("fitness", map->fitness);
  writer.add("selections", map->selections);
  writer.add("survivals", map->survivals);
  return writer.finish();
}

Resource history_arrays(const Results& results, const RunKey& key) {
  const std::vector<std::byte> packed = results.history(key);
  if (packed.empty()) throw NotThere("the history of this run is not kept");
  const Plan& plan = plan_of(results, key.treatment);
  const std::vector<std::uint64_t> points = recorded_points(plan);
  MapHistoryReader history(packed, cell_count(plan), points.size());
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> cells;
  std::vector<double> fitness;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t before = cells.size();
    history.next([&](CellIndex cell, double value) {
      cells.push_back(cell);
      fitness.push_back(value);
    });
    counts.push_back(static_cast<std::uint32_t>(cells.size() - before));
  }
  ArrayWriter writer(Json{{"evaluations", points}});
  writer.add("counts", counts);
  writer.add("cells", cells);
  writer.add("fitness", fitness);
  return writer.finish();
}

Resource elites_arrays(const Results& results, const RunKey& key) {
  const auto elites = results.elites(key);
  if (!elites) throw NotThere("no elites of this run are kept");
  const Plan& plan = plan_of(results, key.treatment);
  const bool mazes = plan.testbed == kMazeName && !plan.problem;
  const MazeArrays shown = mazes ? arrays_of_mazes(results, key, elites->solutions) : MazeArrays();
  Json head = {{"pictures", results.pictured_cells(key)}};
  if (mazes) head["metrics"] = Maze::kMetricNames;
  ArrayWriter writer(head);
  writer.add("cells", elites->cells);
  writer.add("selections", elites->selections);
  writer.add("survivals", elites->survivals);
  writer.add("fitness", elites->fitness);
  writer.add("features", elites->features);
  if (mazes) {
    writer.add("solutions", shown.tiles);
    writer.add("metrics", shown.metrics);
  } else {
    writer.add("solutions", elites->solutions);
  }
  return writer.finish();
}

Resource picture_json(const Results& results, const RunKey& key, std::uint32_t cell) {
  const auto svg = results.picture(key, cell);
  if (!svg) throw NotThere("there is no picture of this elite");
  return {.form = Resource::Form::json, .bytes = Json({{"svg", *svg}}).dump()};
}

}  // namespace mce
