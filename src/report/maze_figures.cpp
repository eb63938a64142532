// SPDX-License-Identifier: MIT
#include "maze_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::vector<Maze::Tile> tiles_of(const KeptElites& elites, std::size_t elite) {
  const std::size_t count = elites.solutions.size() / elites.cells.size();
  std::vector<Maze::Tile> tiles(count);
  for (std::size_t i = 0; i < count; ++i) tiles[i] = static_cast<Maze::Tile>(elites.solutions[elite * count + i]);
  return tiles;
}

MazeAtlas atlas_of(const Treatment& treatment, const KeptElites& elites) {
  const auto axes = feature_axes(treatment);
  const auto axis = [&axes](std::size_t i) {
    return MazeAtlas::Axis{.name = axes[i].name, .bins = axes[i].bins, .bounds = axes[i].bounds};
  };
  const auto [low, high] = std::ranges::minmax(elites.fitness);
  MazeAtlas atlas{.x = axis(0),
                  .y = axis(1),
                  .fitness_name = setting(treatment, "fitness"),
                  .fitness_bounds = {low, std::max(high, low + 1e-9)},
                  .cells = {}};
  for (std::size_t i = 0; i < elites.cells.size(); ++i) {
    atlas.cells.push_back({.column = elites.cells[i] / axes[1].bins,
                           .row = elites.cells[i] % axes[1].bins,
                           .fitness = elites.fitness[i],
                           .tiles = tiles_of(elites, i)});
  }
  return atlas;
}

Figure written(Figure figure, const std::filesystem::path& directory, const std::string& svg) {
  figure.testbed = "maze";
  figure.kind = FigureKind::mazes;
  figure.pictures = {figure.id + ".svg"};
  write_file(directory / figure.pictures.front(), svg);
  return figure;
}

Figure atlas_figure(const Store& store, std::uint32_t treatment, std::uint32_t selector, const KeptElites& elites,
                    const std::filesystem::path& directory) {
  const Treatment& of = store.protocol().treatments[treatment];
  const std::string& label = store.protocol().selectors[selector].label;
  Figure figure;
  figure.id = fmt::format("maze-atlas-{}", treatment);
  figure.title = fmt::format("Atlas of {}", of.name);
  figure.caption = fmt::format(
      "{}: the mazes that {} found in its first run. Every cell is coloured by its fitness ({}); mazes from all over "
      "the "
      "map are drawn around it, each joined to its cell.",
      of.name, label, setting(of, "fitness"));
  figure.alternative = fmt::format("Map of fitness over {} with drawn mazes around it.", setting(of, "features"));
  return written(std::move(figure), directory, atlas_svg(atlas_of(of, elites), SvgPlace::file));
}

/// How the fittest maze of a run mutates.
Figure strip_figure(const Treatment& treatment, const KeptElites& elites, const std::filesystem::path& directory) {
  auto testbed = std::get<Maze>(testbed_kind("maze").make(treatment.plan.testbed_settings));
  const auto fittest = static_cast<std::size_t>(std::ranges::max_element(elites.fitness) - elites.fitness.begin());
  const auto maze = testbed.genome(tiles_of(elites, fittest));
  // A mutation that shows all its steps: several tiles destroyed, and islands left. About one in ten does.
  Rng rng(1, "mutation strip");
  auto mutation = testbed.trace(maze, rng);
  const auto shows_all = [&] {
    return mutation.destroyed_tiles.size() > 1 && std::ranges::max(testbed.islands(mutation.reconnected)) > 0;
  };
  for (int tries = 0; tries < 1000 && !shows_all(); ++tries) mutation = testbed.trace(maze, rng);
  Figure figure;
  figure.id = "maze-mutation";
  figure.title = "How a maze mutates";
  figure.caption =
      "A mutation step by step: the maze with its solution; tiles that are destroyed; tiles that a random walk from "
      "the "
      "rest reaches again; islands that are left; edges that join them; the new maze with its solution.";
  figure.alternative = "Six drawings of a maze: before, in four steps of its mutation, and after.";
  return written(std::move(figure), directory, strip_svg(mutation_strip(testbed, mutation), SvgPlace::file));
}

}  // namespace

std::vector<Figure> write_maze_figures(const Store& store, const std::filesystem::path& directory) {
  constexpr std::size_t kMost = 3;
  const auto states = store.states();
  std::vector<Figure> figures;
  for (std::uint32_t i = 0; i < states.size() && figures.size() <= kMost; ++i) {
    const Treatment& treatment = store.protocol().treatments[i];
    if (treatment.plan.testbed != "maze" || !states[i].measured || feature_axes(treatment).size() != 2) continue;
    const std::uint32_t selector = best_selector(store, i);
    const auto elites = store.elites({.treatment = i, .selector = selector, .repetition = 0});
    if (!elites) continue;
    if (figures.empty()) figures.push_back(strip_figure(treatment, *elites, directory));
    figures.push_back(atlas_figure(store, i, selector, *elites, directory));
  }
  return figures;
}

}  // namespace mce
