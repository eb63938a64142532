// SPDX-License-Identifier: MIT
#include "run_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "mce/core/text.hpp"
#include "mce/problems/pictures.hpp"
#include "mce/run/files.hpp"
#include "mce/run/run_record.hpp"
#include "overwriting.hpp"

namespace mce::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCurveHead = "evaluations,filled,coverage,best,qd_score,selection_entropy\n";

/// The files of a run, and by what each of them is known: how it begins, and what it has soon after.
struct ResultFile {
  const char* name;
  std::string_view head;
  std::string_view contains;
};
constexpr ResultFile kFiles[] = {{"elites.csv", "index,solution_0,", ""},
                                 {"curve.csv", kCurveHead, ""},
                                 {"run.json", "{\n  \"version\": \"", "\"settings\": {\n    \"profile\": \""},
                                 {kPicturesFile, "{\"index\": ", "\"svg\": "}};

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
  for (std::size_t i = 0; i < archive.partition().features(); ++i) fmt::format_to(out, ",measures_{}", i);
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
  fmt::format_to(out, "{}", kCurveHead);
  for (const auto& [evaluations, map] : run.curve()) {
    fmt::format_to(out, "{},{},{},{},{},{}\n", evaluations, map.filled, map.coverage, map.best, map.qd_score,
                   map.selection_entropy);
  }
  return fmt::to_string(text);
}

}  // namespace

void check_not_result(const char* option, const fs::path& path, const fs::path& directory) {
  for (const ResultFile& file : kFiles) {
    if (!is_same_file(path, directory / file.name)) continue;
    throw std::invalid_argument(
        fmt::format("{} {}: the results of a run are there; choose another file", option, in_quotes(path.string())));
  }
}

void check_results(const fs::path& directory, bool force) {
  for (const auto& [name, begin, piece] : kFiles) {
    std::error_code ignored;
    const std::string head = head_of(directory / name);
    const bool ours = head.starts_with(begin) && head.find(piece) != std::string::npos;
    if (force || ours || !fs::exists(directory / name, ignored)) continue;
    throw std::invalid_argument(fmt::format(
        "--out {}: its {} is no result of mce run; choose another directory, or replace the file with --force",
        in_quotes(directory.string()), name));
  }
}

void write_results(const std::filesystem::path& directory, const Run& run, double seconds) {
  std::error_code none_there;
  fs::remove(directory / kPicturesFile, none_there);  // of a former run, whose elites these are not
  write_file(directory / "elites.csv", elites_csv(run));
  write_file(directory / "curve.csv", curve_csv(run));
  write_file(directory / "run.json", run_record(run, seconds));
  if (!run.pictures().empty()) write_file(directory / kPicturesFile, pictures_text(run.pictures()));
}

}  // namespace mce::app
