// SPDX-License-Identifier: MIT
#include "partitions.hpp"

#include <fmt/core.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "guard.hpp"
#include "listening.hpp"
#include "mce/core/archive.hpp"

namespace mce::python {
namespace {

Partition centroids_at(const Ranges& ranges, const Table<double>& points) {
  if (points.shape(1) != ranges.size()) {
    throw std::invalid_argument(
        fmt::format("centroids have {} measures each, and there are {} ranges", points.shape(1), ranges.size()));
  }
  return Centroids(intervals(ranges), {points.data(), points.data() + points.size()});
}

Array<std::int64_t> index_of(const Partition& partition, const Table<double>& measures) {
  if (measures.shape(1) != partition.features()) {
    throw std::invalid_argument(
        fmt::format("measures have {} columns: the archive has {}", measures.shape(1), partition.features()));
  }
  NewArray<std::int64_t> cells({measures.shape(0)});
  {
    const Unlocked unlocked(cells.values.size() > kLong);
    for (std::size_t row = 0; row < cells.values.size(); ++row) {
      const auto values = row_of(measures, row);
      if (Archive::has_nan(0, values)) throw std::invalid_argument(fmt::format("measures[{}] has a NaN", row));
      cells.values[row] = partition.cell(values);
    }
  }
  return cells.get();
}

}  // namespace

std::vector<Interval> intervals(const Ranges& ranges) {
  std::vector<Interval> result;
  for (const auto& [low, high] : ranges) result.push_back({.low = low, .high = high});
  return result;
}

void bind_partitions(nb::module_& module) {
  nb::class_<Partition>(module, "Partition", "How measures are divided into cells.")
      .def_prop_ro("cells", &Partition::cells)
      .def_prop_ro("measure_dim", &Partition::features)
      .def_prop_ro("ranges",
                   [](const Partition& self) {
                     Ranges ranges;
                     for (std::uint32_t i = 0; i < self.features(); ++i) {
                       ranges.emplace_back(self.bounds(i).low, self.bounds(i).high);
                     }
                     return ranges;
                   })
      .def_prop_ro("dims",
                   [](const Partition& self) {
                     std::vector<std::uint32_t> dims;
                     for (std::uint32_t i = 0; self.grid() != nullptr && i < self.features(); ++i) {
                       dims.push_back(self.grid()->bins(i));
                     }
                     return dims;
                   })
      .def("index_of", &index_of, nb::arg("measures"))
      .def_prop_ro("centroids",
                   [](nb::handle_t<Partition> self) -> std::optional<nb::ndarray<nb::numpy, const double>> {
                     const Centroids* centroids = nb::cast<const Partition&>(self).centroids();
                     if (centroids == nullptr) return std::nullopt;
                     return view(centroids->points().data(), {centroids->cells(), centroids->features()}, self);
                   });
  module.def(
      "grid",
      [](const Ranges& ranges, std::vector<std::uint32_t> dims) {
        return Partition(Grid(intervals(ranges), std::move(dims)));
      },
      nb::arg("ranges"), nb::arg("dims"));
  module.def(
      "spread_centroids",
      [](const Ranges& ranges, std::uint32_t count, std::uint64_t seed) {
        const auto bounds = intervals(ranges);
        std::atomic<bool> stop = false;
        std::optional<Partition> partition;
        while_listening(stop, [&] { partition = spread_centroids(bounds, count, seed, &stop); }, [] {});
        return *std::move(partition);
      },
      nb::arg("ranges"), nb::arg("count"), nb::arg("seed"));
  module.def("centroids_at", &centroids_at, nb::arg("ranges"), nb::arg("points"));
}

}  // namespace mce::python
