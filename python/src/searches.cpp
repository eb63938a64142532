// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "arrays.hpp"
#include "bindings.hpp"
#include "elites.hpp"
#include "mce/run/search_file.hpp"
#include "partitions.hpp"
#include "tickets.hpp"

namespace mce::python {
namespace {

/// A search over vectors of numbers.
class NativeSearch final : public Elites {
 public:
  NativeSearch(const Partition& partition, const Ranges& bounds, std::string selector, Settings selector_settings,
               std::string variation, Settings variation_settings, std::uint64_t seed, std::uint32_t initial)
      : choice_{.genome = intervals(bounds),
                .variation = std::move(variation),
                .variation_settings = std::move(variation_settings),
                .selector = std::move(selector),
                .selector_settings = std::move(selector_settings),
                .parameters = {.seed = seed, .initial = initial}},
        search_(make_search(choice_, partition)) {}
  explicit NativeSearch(SavedSearch saved)
      : choice_(std::move(saved.choice)), search_(std::move(saved.search)), notes_(std::move(saved.notes)) {}

  [[nodiscard]] const Archive& archive() const override { return search_.archive(); }
  [[nodiscard]] Guard& guard() const override { return guard_; }
  [[nodiscard]] std::size_t solution_dim() const override { return choice_.genome.size(); }
  void solution(CellIndex cell, std::span<double> out) const override {
    std::ranges::copy(archive().genome_as<double>(cell), out.begin());
  }

  std::pair<Array<std::uint64_t>, Array<double>> ask(std::uint32_t count) {
    const std::size_t width = solution_dim();
    NewArray<std::uint64_t> tickets({count});
    NewArray<double> solutions({count, width});
    {
      const Turn turn(guard_);
      const Unlocked unlocked(count > kLong);
      for (std::uint32_t i = 0; i < count; ++i) {
        const auto [ticket, genome] = search_.ask();
        tickets.values[i] = ticket;
        std::ranges::copy(genome, solutions.values.subspan(i * width).begin());
      }
    }
    return {tickets.get(), solutions.get()};
  }

  /// All or nothing: what is wrong is found before the first is told.
  Array<std::int32_t> tell(const Vector<std::uint64_t>& tickets, const Vector<double>& objective,
                           const Table<double>& measures, bool nan_fails) {
    check_rows(tickets.shape(0), objective, measures);
    NewArray<std::int32_t> statuses({tickets.shape(0)});
    {
      const Turn turn(guard_);
      const Unlocked unlocked(statuses.values.size() > kLong);
      check_open(span_of(tickets));
      if (!nan_fails) check_finite(objective, measures);
      for (std::size_t i = 0; i < statuses.values.size(); ++i) {
        const std::uint64_t ticket = span_of(tickets)[i];
        if (nan_fails && !is_finite(objective, measures, i)) {
          search_.fail(ticket);
        } else {
          statuses.values[i] =
              static_cast<std::int32_t>(search_.tell(ticket, span_of(objective)[i], row_of(measures, i)));
        }
      }
    }
    return statuses.get();
  }

  Array<std::int32_t> add(const Table<double>& solutions, const Vector<double>& objective,
                          const Table<double>& measures) {
    check_rows(solutions.shape(0), objective, measures);
    check_finite(objective, measures);
    for (std::size_t i = 0; i < solutions.shape(0); ++i) check_solution(row_of(solutions, i), i);
    NewArray<std::int32_t> statuses({solutions.shape(0)});
    {
      const Turn turn(guard_);
      const Unlocked unlocked(statuses.values.size() > kLong);
      for (std::size_t i = 0; i < statuses.values.size(); ++i) {
        statuses.values[i] =
            static_cast<std::int32_t>(search_.add(row_of(solutions, i), span_of(objective)[i], row_of(measures, i)));
      }
    }
    return statuses.get();
  }

  void fail(const Vector<std::uint64_t>& tickets) {
    const Turn turn(guard_);
    check_open(span_of(tickets));
    for (const std::uint64_t ticket : span_of(tickets)) search_.fail(ticket);
  }

  [[nodiscard]] Array<double> candidates(const Vector<std::uint64_t>& tickets) const {
    const std::size_t width = solution_dim();
    NewArray<double> solutions({tickets.shape(0), width});
    const Turn turn(guard_);
    for (std::size_t i = 0; i < tickets.shape(0); ++i) {
      std::ranges::copy(search_.genome(span_of(tickets)[i]), solutions.values.subspan(i * width).begin());
    }
    return solutions.get();
  }

  [[nodiscard]] Array<std::uint64_t> open_tickets() const {
    const Turn turn(guard_);
    return array_of<std::uint64_t>(search_.open_tickets());
  }

  /// How many were asked for, told and failed, and how many are open.
  [[nodiscard]] std::vector<std::uint64_t> counts() const {
    const Turn turn(guard_);
    return {search_.asked(), search_.told(), search_.failed(), search_.open()};
  }

  [[nodiscard]] nb::bytes save(const std::string& notes) const {
    std::vector<std::byte> bytes;
    {
      const Turn turn(guard_);
      const Unlocked unlocked(true);
      bytes = pack_search(choice_, search_, notes);
    }
    return nb::bytes(bytes.data(), bytes.size());
  }
  static std::unique_ptr<NativeSearch> load(const nb::bytes& bytes) {
    const std::span contents(static_cast<const std::byte*>(bytes.data()), bytes.size());
    const Unlocked unlocked(true);
    return std::make_unique<NativeSearch>(unpack_search(contents));
  }

  [[nodiscard]] const SearchChoice& choice() const { return choice_; }
  [[nodiscard]] const std::string& notes() const { return notes_; }

 private:
  void check_rows(std::size_t count, const Vector<double>& objective, const Table<double>& measures) const {
    if (objective.shape(0) != count || measures.shape(0) != count) {
      throw std::invalid_argument(
          fmt::format("{} solutions, {} objectives and {} rows of measures: there has to be one for each solution",
                      count, objective.shape(0), measures.shape(0)));
    }
    if (measures.shape(1) != archive().partition().features()) {
      throw std::invalid_argument(fmt::format("measures have {} columns: the archive has {}", measures.shape(1),
                                              archive().partition().features()));
    }
  }

  static bool is_finite(const Vector<double>& objective, const Table<double>& measures, std::size_t i) {
    bool finite = std::isfinite(span_of(objective)[i]);
    for (const double value : row_of(measures, i)) finite &= std::isfinite(value);
    return finite;
  }
  static void check_finite(const Vector<double>& objective, const Table<double>& measures) {
    for (std::size_t i = 0; i < objective.shape(0); ++i) {
      if (is_finite(objective, measures, i)) continue;
      const double value = span_of(objective)[i];
      throw std::invalid_argument(fmt::format(
          "{} is not finite: if that evaluation has failed, tell it with nan_fails=True, or fail its ticket",
          std::isfinite(value) ? fmt::format("measures[{}]", i) : fmt::format("objective[{}] = {}", i, value)));
    }
  }

  void check_open(std::span<const std::uint64_t> tickets) const {
    check_tickets(tickets, [this](std::uint64_t ticket) { static_cast<void>(search_.genome(ticket)); });
  }

  void check_solution(std::span<const double> solution, std::size_t row) const {
    if (solution.size() != solution_dim()) {
      throw std::invalid_argument(
          fmt::format("solutions have {} numbers each: those of this search have {}", solution.size(), solution_dim()));
    }
    try {
      check_genes(solution, choice_.genome);
    } catch (const Error& error) {
      throw std::invalid_argument(fmt::format("solution[{}]: {}", row, error.what()));
    }
  }

  mutable Guard guard_{"Search"};
  SearchChoice choice_;
  AnySearch search_;
  std::string notes_;
};

}  // namespace

void bind_searches(nb::module_& module) {
  nb::class_<NativeSearch, Elites>(module, "Search")
      .def(nb::init<const Partition&, const Ranges&, std::string, Settings, std::string, Settings, std::uint64_t,
                    std::uint32_t>(),
           nb::arg("partition"), nb::arg("bounds"), nb::arg("selector"), nb::arg("selector_settings"),
           nb::arg("variation"), nb::arg("variation_settings"), nb::arg("seed"), nb::arg("initial"))
      .def("ask", &NativeSearch::ask, nb::arg("count"))
      .def("tell", &NativeSearch::tell, nb::arg("tickets"), nb::arg("objective"), nb::arg("measures"),
           nb::arg("nan_fails"))
      .def("add", &NativeSearch::add, nb::arg("solutions"), nb::arg("objective"), nb::arg("measures"))
      .def("fail", &NativeSearch::fail, nb::arg("tickets"))
      .def("candidates", &NativeSearch::candidates, nb::arg("tickets"))
      .def("open_tickets", &NativeSearch::open_tickets)
      .def("counts", &NativeSearch::counts)
      .def("save", &NativeSearch::save, nb::arg("notes"))
      .def_static("load", &NativeSearch::load, nb::arg("bytes"))
      .def_prop_ro("partition", [](const NativeSearch& self) { return self.archive().partition(); })
      .def_prop_ro("selector", [](const NativeSearch& self) { return self.choice().selector; })
      .def_prop_ro("selector_settings", [](const NativeSearch& self) { return self.choice().selector_settings; })
      .def_prop_ro("variation", [](const NativeSearch& self) { return self.choice().variation; })
      .def_prop_ro("variation_settings", [](const NativeSearch& self) { return self.choice().variation_settings; })
      .def_prop_ro("bounds",
                   [](const NativeSearch& self) {
                     Ranges ranges;
                     for (const auto& [low, high] : self.choice().genome) ranges.emplace_back(low, high);
                     return ranges;
                   })
      .def_prop_ro("seed", [](const NativeSearch& self) { return self.choice().parameters.seed; })
      .def_prop_ro("initial", [](const NativeSearch& self) { return self.choice().parameters.initial; })
      .def_prop_ro("notes", &NativeSearch::notes);
}

}  // namespace mce::python
