// SPDX-License-Identifier: MIT
#include "elites.hpp"

#include <fmt/core.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

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

/// The columns of a table of elites. They are made with the interpreter's lock, and `copy` fills them in without it.
class Columns {
 public:
  explicit Columns(std::size_t rows) : rows_(rows) {}

  /// `copy(cell, values)` fills in the numbers of an elite: one, or `width` of them.
  template <class T, class Copy>
  void add(const std::string& name, std::vector<std::size_t> width, Copy copy) {
    std::vector<std::size_t> shape = {rows_};
    shape.insert(shape.end(), width.begin(), width.end());
    const NewArray<T> column(std::move(shape));
    const std::size_t length = width.empty() ? 1 : width.front();
    arrays_[nb::cast(name)] = column.get();
    copies_.push_back([copy, length, values = column.values](std::span<const std::int64_t> cells) {
      for (std::size_t row = 0; row < cells.size(); ++row) {
        copy(static_cast<CellIndex>(cells[row]), values.subspan(row * length, length));
      }
    });
  }

  void copy(std::span<const std::int64_t> cells) const {
    for (const auto& each : copies_) each(cells);
  }
  [[nodiscard]] nb::typed<nb::dict, nb::str, nb::any> arrays() const { return arrays_; }

 private:
  std::size_t rows_;
  nb::typed<nb::dict, nb::str, nb::any> arrays_;
  std::vector<std::function<void(std::span<const std::int64_t>)>> copies_;
};

void add_column(Columns& columns, const Elites& elites, const std::string& name) {
  const Archive& archive = elites.archive();
  const auto count = [&](auto value) {
    columns.add<std::uint32_t>(name, {},
                               [value](CellIndex cell, std::span<std::uint32_t> out) { out[0] = value(cell); });
  };
  if (name == "index") {
    columns.add<std::int64_t>(name, {}, [](CellIndex cell, std::span<std::int64_t> out) { out[0] = cell; });
  } else if (name == "solution") {
    columns.add<double>(name, {elites.solution_dim()},
                        [&elites](CellIndex cell, std::span<double> out) { elites.solution(cell, out); });
  } else if (name == "objective") {
    columns.add<double>(name, {},
                        [&archive](CellIndex cell, std::span<double> out) { out[0] = archive.fitness(cell); });
  } else if (name == "measures") {
    columns.add<double>(name, {archive.partition().features()}, [&archive](CellIndex cell, std::span<double> out) {
      std::ranges::copy(archive.features(cell), out.begin());
    });
  } else if (name == "birth") {
    columns.add<std::uint64_t>(
        name, {}, [&archive](CellIndex cell, std::span<std::uint64_t> out) { out[0] = archive.birth(cell); });
  } else if (name == "cell_selections") {
    count([&archive](CellIndex cell) { return archive.cell_tally(cell).selections; });
  } else if (name == "cell_survivals") {
    count([&archive](CellIndex cell) { return archive.cell_tally(cell).survivals; });
  } else if (name == "elite_selections") {
    count([&archive](CellIndex cell) { return archive.elite_tally(cell).selections; });
  } else if (name == "elite_survivals") {
    count([&archive](CellIndex cell) { return archive.elite_tally(cell).survivals; });
  } else {
    throw std::invalid_argument(fmt::format("there is no field '{}'", name));
  }
}

/// These fields of the elites in these cells, all as they are at one moment.
nb::typed<nb::dict, nb::str, nb::any> rows(const Elites& elites, const Vector<std::int64_t>& cells,
                                           const std::vector<std::string>& fields) {
  Columns columns(cells.shape(0));
  for (const std::string& field : fields) add_column(columns, elites, field);
  {
    const Turn turn(elites.guard());
    const Unlocked unlocked(cells.shape(0) > kLong);
    for (const std::int64_t cell : span_of(cells)) {
      if (cell < 0 || cell >= elites.archive().cells() || !elites.archive().contains(static_cast<CellIndex>(cell))) {
        throw std::invalid_argument(fmt::format("there is no elite in cell {}", cell));
      }
    }
    columns.copy(span_of(cells));
  }
  return columns.arrays();
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
      .def("rows", &rows, nb::arg("cells"), nb::arg("fields"))
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
