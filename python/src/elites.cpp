// SPDX-License-Identifier: MIT
#include "elites.hpp"

#include <fmt/core.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"

namespace mce::python {
namespace {

Array<std::int64_t> filled(const Elites& elites) {
  const Turn turn(elites.guard());
  return array_of<std::int64_t>(elites.archive().filled());
}

/// How many elites there are, the sum of what their fitness is above `offset`, the highest fitness, and the mean.
std::tuple<std::size_t, double, double, double> stats(const Elites& elites, double offset) {
  const Turn turn(elites.guard());
  const Archive& archive = elites.archive();
  double above = 0;
  double sum = 0;
  double best = -std::numeric_limits<double>::infinity();
  for (const CellIndex cell : archive.filled()) {
    const double fitness = archive.fitness(cell);
    above += fitness - offset;
    sum += fitness;
    best = std::max(best, fitness);
  }
  const std::size_t count = archive.filled().size();
  return {count, above, best, sum / static_cast<double>(count)};
}

Array<double> solutions(const Elites& elites, const Vector<std::int64_t>& cells) {
  NewArray<double> rows({cells.shape(0), elites.solution_dim()});
  const Turn turn(elites.guard());
  for (std::size_t i = 0; i < cells.shape(0); ++i) {
    const std::int64_t cell = span_of(cells)[i];
    if (cell < 0 || cell >= elites.archive().cells() || !elites.archive().contains(static_cast<CellIndex>(cell))) {
      throw std::invalid_argument(fmt::format("there is no elite in cell {}", cell));
    }
    elites.solution(static_cast<CellIndex>(cell), rows.values.subspan(i * rows.shape[1], rows.shape[1]));
  }
  return rows.get();
}

using Counts = nb::ndarray<nb::numpy, const std::uint32_t>;

/// One of the four numbers of the tallies by cell, without a copy: they lie as far apart as genomes do.
template <class Choose>
Counts tallies(nb::handle self, Choose choose) {
  const Archive& archive = nb::cast<const Elites&>(self).archive();
  static_assert(sizeof(Tally) == 2 * sizeof(std::uint32_t));
  const auto stride = static_cast<std::int64_t>(archive.genome_stride() / sizeof(std::uint32_t));
  return view(choose(archive), {archive.cells()}, self, {stride});
}

}  // namespace

void bind_elites(nb::module_& module) {
  nb::class_<Elites>(module, "Elites", "An archive to look at.")
      .def_prop_ro("solution_dim", &Elites::solution_dim)
      .def("filled", &filled, "The cells that have an elite, in the order in which they were filled.")
      .def("stats", &stats, nb::arg("offset"))
      .def("solutions", &solutions, nb::arg("cells"))
      .def("signature",
           [](const Elites& elites) {
             const Turn turn(elites.guard());
             return elites.archive().signature();
           })
      // Live views: they show what is there when they are looked at.
      .def_prop_ro("objective",
                   [](nb::handle_t<Elites> self) {
                     const Archive& archive = nb::cast<const Elites&>(self).archive();
                     return view(archive.all_fitness().data(), {archive.cells()}, self);
                   })
      .def_prop_ro("measures",
                   [](nb::handle_t<Elites> self) {
                     const Archive& archive = nb::cast<const Elites&>(self).archive();
                     return view(archive.all_features().data(), {archive.cells(), archive.partition().features()},
                                 self);
                   })
      .def_prop_ro("births",
                   [](nb::handle_t<Elites> self) {
                     const Archive& archive = nb::cast<const Elites&>(self).archive();
                     return view(archive.all_births().data(), {archive.cells()}, self);
                   })
      .def_prop_ro("cell_selections",
                   [](nb::handle_t<Elites> self) {
                     return tallies(self, [](const Archive& archive) { return &archive.cell_tally(0).selections; });
                   })
      .def_prop_ro("cell_survivals",
                   [](nb::handle_t<Elites> self) {
                     return tallies(self, [](const Archive& archive) { return &archive.cell_tally(0).survivals; });
                   })
      .def_prop_ro("elite_selections",
                   [](nb::handle_t<Elites> self) {
                     return tallies(self, [](const Archive& archive) { return &archive.elite_tally(0).selections; });
                   })
      .def_prop_ro("elite_survivals", [](nb::handle_t<Elites> self) {
        return tallies(self, [](const Archive& archive) { return &archive.elite_tally(0).survivals; });
      });
}

}  // namespace mce::python
