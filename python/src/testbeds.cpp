// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "arrays.hpp"
#include "bindings.hpp"
#include "guard.hpp"
#include "mce/core/error.hpp"
#include "mce/core/rng.hpp"
#include "mce/run/plan.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "partitions.hpp"

namespace mce::python {
namespace {

std::vector<Maze::Gene> maze_of(const Maze& maze, std::span<const double> solution) {
  std::vector<Maze::Tile> tiles;
  for (std::size_t i = 0; i < solution.size(); ++i) {
    constexpr double kAllOpen = Maze::kNorth + Maze::kEast + Maze::kSouth + Maze::kWest;
    const bool is_tile = solution[i] >= 0 && solution[i] <= kAllOpen && std::floor(solution[i]) == solution[i];
    if (!is_tile) {
      throw std::invalid_argument(
          fmt::format("tile {} is {}: allowed are whole numbers from 0 to {}", i, solution[i], kAllOpen));
    }
    tiles.push_back(static_cast<Maze::Tile>(solution[i]));
  }
  std::vector<Maze::Gene> genome = maze.genome(tiles);
  if (!maze.is_perfect(genome)) {
    throw std::invalid_argument("the maze is not perfect: exactly one path has to join every two of its tiles");
  }
  return genome;
}

/// The fitness of a solution as people read it; fills in the measures. Throws std::invalid_argument for what is none.
template <class T>
double evaluate(const T& testbed, std::span<const double> solution, std::span<double> measures) {
  if constexpr (std::is_same_v<T, Maze>) {
    return testbed.evaluate(maze_of(testbed, solution), measures);
  } else if constexpr (std::is_same_v<typename T::Gene, double>) {
    try {
      if constexpr (requires { testbed.check(solution); }) testbed.check(solution);
    } catch (const Error& error) {
      throw std::invalid_argument(error.what());
    }
    return testbed.evaluate(solution, measures);
  } else {
    throw std::invalid_argument("solutions of this testbed cannot be told from outside: it says no way to read them");
  }
}

/// A testbed as a function of rows. It never changes, so that threads and forked processes may share it.
class NativeTestbed {
 public:
  NativeTestbed(std::string profile, std::string name, Settings settings)
      : plan_(complete(
            {.profile = std::move(profile), .testbed = std::move(name), .testbed_settings = std::move(settings)})),
        testbed_(testbed_kind(plan_.testbed).make(plan_.testbed_settings)),
        solution_dim_(solution_size(plan_)),
        measures_(feature_bounds(plan_)) {
    static_cast<void>(quality_of(0));  // what a testbed computes when it is first needed is there from now on
  }

  [[nodiscard]] std::pair<Array<double>, Array<double>> evaluate(const Table<double>& solutions) const {
    check_width(solutions);
    NewArray<double> objective({solutions.shape(0)});
    NewArray<double> measures({solutions.shape(0), measures_.size()});
    {
      const Unlocked unlocked(objective.values.size() > kLong);
      std::visit(
          [&](const auto& testbed) {
            for (std::size_t i = 0; i < objective.values.size(); ++i) {
              const auto row = measures.values.subspan(i * measures_.size(), measures_.size());
              try {
                objective.values[i] = python::evaluate(testbed, row_of(solutions, i), row);
              } catch (const std::invalid_argument& error) {
                throw std::invalid_argument(fmt::format("solutions[{}]: {}", i, error.what()));
              }
            }
          },
          testbed_);
    }
    return {objective.get(), measures.get()};
  }

  [[nodiscard]] Array<double> quality(const Vector<double>& objective) const {
    NewArray<double> qualities({objective.shape(0)});
    std::ranges::transform(span_of(objective), qualities.values.begin(),
                           [this](double fitness) { return quality_of(fitness); });
    return qualities.get();
  }

  /// The initial population of a run with this seed.
  [[nodiscard]] Array<double> random(std::uint32_t count, std::uint64_t seed) const {
    NewArray<double> solutions({count, solution_dim_});
    {
      const Unlocked unlocked(count > kLong);
      Rng rng(seed, "initial");
      std::visit(
          [&](auto testbed) {  // a copy: mazes need working memory
            std::vector<typename decltype(testbed)::Gene> genome(testbed.genome_size());
            for (std::uint32_t i = 0; i < count; ++i) {
              testbed.random(genome, rng);
              const auto row = solutions.values.subspan(i * solution_dim_);
              if constexpr (requires { testbed.readable(genome); }) {
                std::ranges::copy(testbed.readable(genome), row.begin());
              } else {
                std::ranges::copy(genome, row.begin());
              }
            }
          },
          testbed_);
    }
    return solutions.get();
  }

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] std::size_t solution_dim() const { return solution_dim_; }
  /// None for solutions that are not any numbers within a range.
  [[nodiscard]] std::optional<Ranges> bounds() const {
    return std::visit(
        [this](const auto& testbed) -> std::optional<Ranges> {
          if constexpr (requires { testbed.gene_bounds(); }) {
            const Interval range = testbed.gene_bounds();
            return Ranges(solution_dim_, {range.low, range.high});
          } else {
            return std::nullopt;
          }
        },
        testbed_);
  }
  [[nodiscard]] Ranges ranges() const {
    Ranges ranges;
    for (const auto& [low, high] : measures_) ranges.emplace_back(low, high);
    return ranges;
  }

 private:
  [[nodiscard]] double quality_of(double fitness) const {
    return std::visit([fitness](const auto& testbed) { return mce::quality(testbed, fitness); }, testbed_);
  }

  void check_width(const Table<double>& solutions) const {
    if (solutions.shape(1) == solution_dim_) return;
    throw std::invalid_argument(fmt::format("solutions have {} numbers each: those of this testbed have {}",
                                            solutions.shape(1), solution_dim_));
  }

  Plan plan_;
  AnyTestbed testbed_;
  std::size_t solution_dim_;
  std::vector<Interval> measures_;
};

}  // namespace

void bind_testbeds(nb::module_& module) {
  nb::class_<NativeTestbed>(module, "Testbed")
      .def(nb::init<std::string, std::string, Settings>(), nb::arg("profile"), nb::arg("name"), nb::arg("settings"))
      .def("evaluate", &NativeTestbed::evaluate, nb::arg("solutions"))
      .def("quality", &NativeTestbed::quality, nb::arg("objective"))
      .def("random", &NativeTestbed::random, nb::arg("count"), nb::arg("seed"))
      .def_prop_ro("solution_dim", &NativeTestbed::solution_dim)
      .def_prop_ro("bounds", &NativeTestbed::bounds)
      .def_prop_ro("ranges", &NativeTestbed::ranges)
      .def_prop_ro("measure_names", [](const NativeTestbed& self) { return feature_names(self.plan()); })
      .def_prop_ro("settings", [](const NativeTestbed& self) { return self.plan().testbed_settings; });
}

}  // namespace mce::python
