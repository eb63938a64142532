// SPDX-License-Identifier: MIT
#include "make_run.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <ranges>

#include "mce/study/detail/map_history.hpp"

namespace mce {
namespace {

KeptMap map_of(const Run& run) {
  const Archive& archive = run.archive();
  const std::uint32_t cells = archive.cells();
  KeptMap map{.evaluations = run.evaluations(), .fitness = {}, .selections = {}, .survivals = {}};
  map.fitness.reserve(cells);
  map.selections.reserve(cells);
  map.survivals.reserve(cells);
  for (CellIndex cell = 0; cell < cells; ++cell) {
    map.fitness.push_back(archive.fitness(cell));
    map.selections.push_back(archive.cell_tally(cell).selections);
    map.survivals.push_back(archive.cell_tally(cell).survivals);
  }
  return map;
}

KeptElites elites_of(const Run& run) {
  const Archive& archive = run.archive();
  KeptElites elites;
  elites.cells.assign(archive.filled().begin(), archive.filled().end());
  std::ranges::sort(elites.cells);
  for (const CellIndex cell : elites.cells) {
    elites.fitness.push_back(archive.fitness(cell));
    std::ranges::copy(archive.features(cell), std::back_inserter(elites.features));
    std::ranges::copy(run.solution(cell), std::back_inserter(elites.solutions));
    elites.selections.push_back(archive.elite_tally(cell).selections);
    elites.survivals.push_back(archive.elite_tally(cell).survivals);
  }
  return elites;
}

}  // namespace

std::vector<std::uint64_t> map_points(const Plan& plan) {
  Plan maps = plan;
  maps.save_points.clear();
  for (std::uint64_t point = 1000; point < plan.evaluations; point *= 10) maps.save_points.push_back(point);
  maps.save_points.push_back(plan.evaluations);
  return recorded_points(maps);
}

std::optional<FinishedRun> make_run(const Protocol& protocol, const RunKey& key, ProblemRuns& problems,
                                    const std::atomic<bool>& stop, std::atomic<std::uint64_t>& evaluations) {
  const auto start = std::chrono::steady_clock::now();
  const Plan plan = plan_of(protocol, key.treatment, key.selector, key.repetition);
  const std::unique_ptr<Run> run = plan.problem ? problems.make(plan) : Run::make(plan);
  run->advance(0, &stop);
  if (!run->started()) return std::nullopt;
  const bool keep = keeps_maps(protocol, key.repetition);
  const auto pictures = keep ? map_points(plan) : std::vector<std::uint64_t>();
  FinishedRun finished;
  finished.key = key;
  finished.seed = plan.seed;

  MapHistory history(run->archive().cells());
  history.record(run->archive());
  auto picture = pictures.begin();
  const auto keep_map = [&] {
    if (picture == pictures.end() || run->evaluations() < *picture) return;
    finished.maps.push_back(map_of(*run));
    ++picture;
  };
  keep_map();  // a run without evaluations has its only map here
  while (!run->finished()) {
    // Less than a second of even the largest mazes; a problem may take minutes for each.
    const std::uint64_t between_looks = plan.problem ? 1 : 4096;
    if (stop) return std::nullopt;
    const std::uint64_t before = run->evaluations();
    const auto save_point = std::ranges::upper_bound(plan.save_points, before);
    std::uint64_t target = before + between_looks;
    if (save_point != plan.save_points.end()) target = std::min(target, *save_point);
    if (picture != pictures.end()) target = std::min(target, *picture);
    const std::size_t points = run->curve().size();
    run->advance(target - before, &stop);
    evaluations += run->evaluations() - before;
    if (run->curve().size() > points) history.record(run->archive());
    keep_map();
  }
  finished.signature = run->archive().signature();
  finished.rejected = run->archive().rejected();
  finished.curve = run->curve();
  finished.history = history.packed();
  if (keep) {
    finished.elites = elites_of(*run);
    finished.pictures = run->pictures();
  }
  finished.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return finished;
}

}  // namespace mce
