// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "arrays.hpp"
#include "bindings.hpp"
#include "elites.hpp"
#include "mce/core/text.hpp"
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
  /// Throws Error.
  explicit NativeSearch(SavedSearch saved)
      : choice_(std::move(saved.choice)), search_(std::move(saved.search)), notes_(std::move(saved.notes)) {
    restore_batch();
  }

  [[nodiscard]] const Archive& archive() const override { return search_.archive(); }
  [[nodiscard]] Guard& guard() const override { return guard_; }
  [[nodiscard]] std::size_t solution_dim() const override { return choice_.genome.size(); }
  void solution(CellIndex cell, std::span<double> out) const override {
    std::ranges::copy(archive().genome_as<double>(cell), out.begin());
  }

  std::pair<Array<std::uint64_t>, Array<double>> ask(std::uint32_t count) {
    NewArray<std::uint64_t> tickets({count});
    NewArray<double> solutions({count, solution_dim()});
    {
      const Turn turn(guard_);
      const Unlocked unlocked(count > kLong);
      ask(tickets.values, solutions.values);
    }
    return {tickets.get(), solutions.get()};
  }

  /// Of those who do not want to know of tickets, one batch is under way at a time.
  Array<double> ask_batch(std::uint32_t count) {
    NewArray<double> solutions({count, solution_dim()});
    {
      const Turn turn(guard_);
      const Unlocked unlocked(count > kLong);
      if (const std::size_t open = batch().size(); open > 0) {
        throw std::runtime_error(
            fmt::format("the {} solutions of the last ask are not told yet: tell them first, or give them up with "
                        "search.fail(search.open_tickets()); to have several batches under way, use ask_tickets",
                        open));
      }
      std::vector<std::uint64_t> tickets(count);
      ask(tickets, solutions.values);
      batch_ = std::move(tickets);
    }
    return solutions.get();
  }
  [[nodiscard]] std::size_t batch_size() {
    const Turn turn(guard_);
    return batch().size();
  }
  Array<std::int32_t> tell_batch(const Vector<double>& objective, const Table<double>& measures, bool nan_fails) {
    NewArray<std::int32_t> statuses({objective.shape(0)});
    {
      const Turn turn(guard_);
      const Unlocked unlocked(statuses.values.size() > kLong);
      if (batch().empty()) {
        throw std::runtime_error("there is nothing to tell: ask for solutions first (a batch can be told once)");
      }
      check_rows(batch_.size(), objective, measures);
      tell(batch_, objective, measures, nan_fails, statuses.values);
      batch_.clear();
    }
    return statuses.get();
  }

  Array<std::int32_t> tell(const Vector<std::uint64_t>& tickets, const Vector<double>& objective,
                           const Table<double>& measures, bool nan_fails) {
    NewArray<std::int32_t> statuses({objective.shape(0)});
    {
      const Turn turn(guard_);
      const Unlocked unlocked(statuses.values.size() > kLong);
      check_rows(tickets.shape(0), objective, measures);
      check_open(span_of(tickets));
      tell(span_of(tickets), objective, measures, nan_fails, statuses.values);
      batch_has_gaps_ = true;
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
    batch_has_gaps_ = true;
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

  /// With the tickets of the batch that is under way, and what the Python code wants to keep.
  [[nodiscard]] nb::bytes save(const std::string& notes) {
    std::vector<std::byte> bytes;
    {
      const Turn turn(guard_);
      const Unlocked unlocked(true);
      bytes = pack_search(choice_, search_, fmt::format("{}{}{}", fmt::join(batch(), " "), kAfterBatch, notes));
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
  static constexpr char kAfterBatch = '\n';

  void ask(std::span<std::uint64_t> tickets, std::span<double> solutions) {
    const std::size_t width = solution_dim();
    for (std::size_t i = 0; i < tickets.size(); ++i) {
      const auto [ticket, genome] = search_.ask();
      tickets[i] = ticket;
      std::ranges::copy(genome, solutions.subspan(i * width).begin());
    }
  }

  /// All of these tickets are open. All or nothing: what is wrong is found before the first is told.
  void tell(std::span<const std::uint64_t> tickets, const Vector<double>& objective, const Table<double>& measures,
            bool nan_fails, std::span<std::int32_t> statuses) {
    if (!nan_fails) check_finite(objective, measures);
    for (std::size_t i = 0; i < tickets.size(); ++i) {
      if (nan_fails && !is_finite(objective, measures, i)) {
        search_.fail(tickets[i]);
        statuses[i] = static_cast<std::int32_t>(Status::not_added);
      } else {
        statuses[i] = static_cast<std::int32_t>(search_.tell(tickets[i], span_of(objective)[i], row_of(measures, i)));
      }
    }
  }

  /// The tickets of the last batch that are still open: single ones may have been told or failed.
  const std::vector<std::uint64_t>& batch() {
    if (std::exchange(batch_has_gaps_, false)) {
      std::erase_if(batch_, [this](std::uint64_t ticket) { return !search_.is_open(ticket); });
    }
    return batch_;
  }
  void restore_batch() {
    const auto end = notes_.find(kAfterBatch);
    if (end == std::string::npos) throw Error("saved search: its notes make no sense");
    for (const std::string& word : split(std::string_view(notes_).substr(0, end), ' ')) {
      if (word.empty()) continue;
      std::uint64_t ticket = 0;
      const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), ticket);
      const bool follows = batch_.empty() || ticket > batch_.back();
      if (error != std::errc() || rest != word.data() + word.size() || !follows || !search_.is_open(ticket)) {
        throw Error(fmt::format("saved search: {} is no ticket of its batch", in_quotes(word)));
      }
      batch_.push_back(ticket);
    }
    notes_.erase(0, end + 1);
  }

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
  std::vector<std::uint64_t> batch_;  // in ascending order
  bool batch_has_gaps_ = false;       // some of it may be closed already
};

}  // namespace

void bind_searches(nb::module_& module) {
  nb::class_<NativeSearch, Elites>(module, "Search")
      .def(nb::init<const Partition&, const Ranges&, std::string, Settings, std::string, Settings, std::uint64_t,
                    std::uint32_t>(),
           nb::arg("partition"), nb::arg("bounds"), nb::arg("selector"), nb::arg("selector_settings"),
           nb::arg("variation"), nb::arg("variation_settings"), nb::arg("seed"), nb::arg("initial"))
      .def("ask", nb::overload_cast<std::uint32_t>(&NativeSearch::ask), nb::arg("count"))
      .def("ask_batch", &NativeSearch::ask_batch, nb::arg("count"))
      .def("batch_size", &NativeSearch::batch_size)
      .def("tell_batch", &NativeSearch::tell_batch, nb::arg("objective"), nb::arg("measures"), nb::arg("nan_fails"))
      .def("tell",
           nb::overload_cast<const Vector<std::uint64_t>&, const Vector<double>&, const Table<double>&, bool>(
               &NativeSearch::tell),
           nb::arg("tickets"), nb::arg("objective"), nb::arg("measures"), nb::arg("nan_fails"))
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
