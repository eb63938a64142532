// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "json.hpp"
#include "the_run.hpp"

// What the page shows of the map. Pointers are to arrays that stay until the next call.
namespace mce::page {
namespace {

/// What the cells of a map can show, in the order of `quantities` in viewer/src/engine/engine.ts.
enum class Quantity : std::uint32_t { fitness, selections, survivals, birth };

double value_of(const Archive& archive, CellIndex cell, Quantity quantity) {
  switch (quantity) {
    case Quantity::fitness: return archive.fitness(cell);
    case Quantity::selections: return archive.cell_tally(cell).selections;
    case Quantity::survivals: return archive.cell_tally(cell).survivals;
    case Quantity::birth: return static_cast<double>(archive.birth(cell));
  }
  return 0;
}

template <class Numbers>
Json numbers_json(const Numbers& numbers) {
  return json_list(numbers, [](double number) { return json(number); });
}

}  // namespace

extern "C" {

/// A number for every cell, NaN where there is no elite.
[[clang::export_name("map")]] const double* map(Quantity quantity) {
  const Archive& archive = the_run().archive();
  if (quantity == Quantity::fitness) return archive.all_fitness().data();
  static std::vector<double> values;
  values.assign(archive.cells(), std::numeric_limits<double>::quiet_NaN());
  for (const CellIndex cell : archive.filled()) values[cell] = value_of(archive, cell, quantity);
  return values.data();
}

/// All centroids, one point after the other; null on a grid.
[[clang::export_name("centroids")]] const double* centroids() {
  const Centroids* found = the_run().archive().partition().centroids();
  return found == nullptr ? nullptr : found->points().data();
}

/// The elite of a cell; "null" if it is empty.
[[clang::export_name("elite")]] const char* elite(CellIndex cell) {
  const Archive& archive = the_run().archive();
  if (cell >= archive.cells() || !archive.contains(cell)) return "null";
  return shown(json_object({{"fitness", json(archive.fitness(cell))},
                            {"features", numbers_json(archive.features(cell))},
                            {"solution", numbers_json(the_run().solution(cell))},
                            {"cellSelections", json(archive.cell_tally(cell).selections)},
                            {"cellSurvivals", json(archive.cell_tally(cell).survivals)},
                            {"eliteSelections", json(archive.elite_tally(cell).selections)},
                            {"eliteSurvivals", json(archive.elite_tally(cell).survivals)}}));
}

}  // extern "C"

}  // namespace mce::page
