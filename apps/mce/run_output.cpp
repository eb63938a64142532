// SPDX-License-Identifier: MIT
#include "run_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "mce/run/files.hpp"
#include "mce/run/run_record.hpp"

namespace mce::app {
namespace {

/// The schema of pyribs' archives, by ascending cell, with the tallies added.
std::string elites_csv(const Run& run) {
  const Archive& archive = run.archive();
  std::vector<CellIndex> cells(archive.filled().begin(), archive.filled().end());
  std::ranges::sort(cells);
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "index");
  for (std::size_t i = 0; i < run.solution(cells.front()).size(); ++i) fmt::format_to(out, ",solution_{}", i);
  fmt::format_to(out, ",objective");
  for (std::size_t i = 0; i < archive.grid().features(); ++i) fmt::format_to(out, ",measures_{}", i);
  fmt::format_to(out, ",cell_selections,cell_survivals,elite_selections,elite_survivals\n");
  for (const CellIndex cell : cells) {
    fmt::format_to(out, "{}", cell);
    for (const double gene : run.solution(cell)) fmt::format_to(out, ",{}", gene);
    fmt::format_to(out, ",{}", archive.fitness(cell));
    for (const double feature : archive.features(cell)) fmt::format_to(out, ",{}", feature);
    for (const Tally& tally : {archive.cell_tally(cell), archive.elite_tally(cell)}) {
      fmt::format_to(out, ",{},{}", tally.selections, tally.survivals);
    }
    fmt::format_to(out, "\n");
  }
  return fmt::to_string(text);
}

std::string curve_csv(const Run& run) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "evaluations,filled,coverage,best,qd_score,selection_entropy\n");
  for (const auto& [evaluations, map] : run.curve()) {
    fmt::format_to(out, "{},{},{},{},{},{}\n", evaluations, map.filled, map.coverage, map.best, map.qd_score,
                   map.selection_entropy);
  }
  return fmt::to_string(text);
}

}  // namespace

void write_results(const std::filesystem::path& directory, const Run& run, double seconds) {
  write_file(directory / "elites.csv", elites_csv(run));
  write_file(directory / "curve.csv", curve_csv(run));
  write_file(directory / "run.json", run_record(run, seconds));
}

}  // namespace mce::app
