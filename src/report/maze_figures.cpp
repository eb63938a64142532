// SPDX-License-Identifier: MIT
#include "maze_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <variant>

#include "feature_axes.hpp"
#include "maze_atlas.hpp"
#include "mce/core/grid.hpp"
#include "mce/report/maze_strip.hpp"
#include "mce/run/files.hpp"
#include "mce/study/beaten.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {
namespace {

std::string setting(const Treatment& treatment, std::string_view key) {
  const Settings& settings = treatment.plan.testbed_settings;
  const auto found = std::ranges::find(settings, key, &Settings::value_type::first);
  return found == settings.end() ? "" : value_text(found->second);
}

/// What is drawn of the mazes of one run.
struct MazeRun {
  const Store& store;
  RunKey key;

  [[nodiscard]] const Treatment& treatment() const { return store.protocol().treatments[key.treatment]; }
  [[nodiscard]] const std::string& label() const { return store.protocol().selectors[key.selector].label; }
  [[nodiscard]] Maze testbed() const {
    return std::get<Maze>(testbed_kind("maze").make(treatment().plan.testbed_settings));
  }
  /// Throws std::invalid_argument for what cannot be the elites of this run: a file may hold anything.
  [[nodiscard]] KeptElites elites() const {
    const auto kept = store.elites(key);
    if (!kept) throw std::invalid_argument(fmt::format("no elites of '{}' are kept", label()));
    if (kept->cells.empty()) throw std::invalid_argument("the map is empty");
    const std::size_t size = testbed().parameters().size;
    if (kept->fitness.size() != kept->cells.size() || kept->solutions.size() != kept->cells.size() * size * size) {
      throw std::invalid_argument("the elites that are kept are not complete");
    }
    for (std::size_t i = 0; i < kept->cells.size(); ++i) {
      if (kept->cells[i] >= store.cells(key.treatment) || !std::isfinite(kept->fitness[i])) {
        throw std::invalid_argument(
            fmt::format("an elite with fitness {} is in cell {}", kept->fitness[i], kept->cells[i]));
      }
    }
    return *kept;
  }
};

std::vector<Maze::Tile> tiles_of(const KeptElites& elites, std::size_t elite) {
  const std::size_t count = elites.solutions.size() / elites.cells.size();
  return Maze::tiles_from(std::span(elites.solutions).subspan(elite * count, count));
}

/// The pixel of a value on an axis.
std::uint32_t pixel_at(const FeatureAxis& axis, double value) {
  const double share = (value - axis.bounds.low) / (axis.bounds.high - axis.bounds.low);
  return std::min(axis.bins - 1, static_cast<std::uint32_t>(share * axis.bins));
}

/// Each cell as a path of SVG: the rows of its pixels.
std::vector<std::string> cell_shapes(const std::vector<FeatureAxis>& axes, const PixelCells& cells) {
  std::vector<std::string> shapes(cells.cells);
  const std::size_t columns = axes[0].bins;
  for (std::size_t row = 0; row < axes[1].bins; ++row) {
    const auto line = std::span(cells.shown).subspan(row * columns, columns);
    for (std::size_t first = 0; first < columns;) {
      std::size_t end = first + 1;
      while (end < columns && line[end] == line[first]) ++end;
      shapes[line[first]] += fmt::format("M{} {}h{}v1h-{}z", first, axes[1].bins - 1 - row, end - first, end - first);
      first = end;
    }
  }
  return shapes;
}

/// Where the cells of a map are in the picture.
std::vector<MazeAtlas::Cell> atlas_cells(const MazeRun& run, const KeptElites& elites,
                                         const std::vector<FeatureAxis>& axes) {
  std::vector<MazeAtlas::Cell> cells;
  cells.reserve(elites.cells.size());
  for (std::size_t i = 0; i < elites.cells.size(); ++i) {
    cells.push_back({.column = elites.cells[i] / axes[1].bins,
                     .row = elites.cells[i] % axes[1].bins,
                     .fitness = elites.fitness[i],
                     .tiles = tiles_of(elites, i)});
  }
  const Partition partition = partition_of(run.treatment().plan);
  if (partition.grid() != nullptr) return cells;
  const std::vector<std::string> shapes = cell_shapes(axes, pixel_cells(run.treatment(), axes));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto centroid = partition.centroids()->point(elites.cells[i]);
    cells[i].column = pixel_at(axes[0], centroid[0]);
    cells[i].row = pixel_at(axes[1], centroid[1]);
    cells[i].shape = shapes[elites.cells[i]];
  }
  return cells;
}

std::string drawn_atlas(const MazeRun& run) {
  constexpr std::uint32_t kMostCells = 250'000;  // each is a shape of the drawing
  const std::uint32_t cells = run.store.cells(run.key.treatment);
  if (cells > kMostCells) throw std::invalid_argument(fmt::format("a map of {} cells is too large to be drawn", cells));
  const auto axes = feature_axes(run.treatment());
  const KeptElites elites = run.elites();
  const auto [low, high] = std::ranges::minmax(elites.fitness);
  MazeAtlas atlas{.x = axes[0],
                  .y = axes[1],
                  .fitness_name = setting(run.treatment(), "fitness"),
                  .fitness_bounds = {low, std::max(high, low + 1e-9)},
                  .cells = atlas_cells(run, elites, axes)};
  return atlas_svg(atlas, SvgPlace::file);
}

/// How the fittest maze of the run mutates.
std::string drawn_strip(const MazeRun& run) {
  Maze testbed = run.testbed();
  const KeptElites elites = run.elites();
  const auto fittest = static_cast<std::size_t>(std::ranges::max_element(elites.fitness) - elites.fitness.begin());
  const auto maze = testbed.genome(tiles_of(elites, fittest));
  testbed.check(maze);
  // A mutation that shows all its steps: several tiles destroyed, and islands left. About one in ten does.
  Rng rng(1, "mutation strip");
  auto mutation = testbed.trace(maze, rng);
  const auto shows_all = [&] {
    return mutation.destroyed_tiles.size() > 1 && std::ranges::max(testbed.islands(mutation.reconnected)) > 0;
  };
  for (int tries = 0; tries < 1000 && !shows_all(); ++tries) mutation = testbed.trace(maze, rng);
  return strip_svg(mutation_strip(testbed, mutation), SvgPlace::file);
}

/// Draws and writes, or says why not.
Figure written(Figure figure, const MazeRun& run, std::string (*draw)(const MazeRun&),
               const std::filesystem::path& directory) {
  figure.testbed = "maze";
  figure.kind = FigureKind::mazes;
  std::string svg;
  figure.missing = why_not([&] { svg = draw(run); });
  if (!figure.missing.empty()) return figure;
  figure.pictures = {figure.id + ".svg"};
  write_file(directory / figure.pictures.front(), svg);
  return figure;
}

Figure atlas_figure(const MazeRun& run) {
  const Treatment& of = run.treatment();
  Figure figure;
  figure.id = fmt::format("maze-atlas-{}", run.key.treatment);
  figure.title = fmt::format("Atlas of {}", of.name);
  figure.caption = fmt::format(
      "{}: the mazes that {} found in its first run. Every cell is coloured by its fitness ({}); mazes from all over "
      "the map are drawn around it, each joined to its cell.",
      of.name, run.label(), setting(of, "fitness"));
  figure.alternative = fmt::format("Map of fitness over {} with drawn mazes around it.", setting(of, "features"));
  return figure;
}

Figure strip_figure() {
  Figure figure;
  figure.id = "maze-mutation";
  figure.title = "How a maze mutates";
  figure.caption =
      "A mutation step by step: the maze with its solution; tiles that are destroyed; tiles that a random walk from "
      "the rest reaches again; islands that are left; edges that join them; the new maze with its solution.";
  figure.alternative = "Six drawings of a maze: before, in four steps of its mutation, and after.";
  return figure;
}

}  // namespace

std::vector<Figure> write_maze_figures(const Store& store, const std::filesystem::path& directory) {
  constexpr std::size_t kMost = 3;
  std::vector<Figure> figures;
  if (store.protocol().keep == Retention::curves) return figures;
  const auto states = store.states();
  for (std::uint32_t i = 0; i < states.size() && figures.size() <= kMost; ++i) {
    const Treatment& treatment = store.protocol().treatments[i];
    if (treatment.plan.testbed != "maze" || !states[i].measured || feature_axes(treatment).size() != 2) continue;
    const MazeRun run{.store = store, .key = {.treatment = i, .selector = best_selector(store, i), .repetition = 0}};
    if (figures.empty()) figures.push_back(written(strip_figure(), run, drawn_strip, directory));
    figures.push_back(written(atlas_figure(run), run, drawn_atlas, directory));
  }
  return figures;
}

}  // namespace mce
