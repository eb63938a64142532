// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bindings.hpp"
#include "guard.hpp"
#include "mce/run/pool_file.hpp"
#include "tickets.hpp"

namespace nb = nanobind;

namespace mce::python {
namespace {

using TicketList = std::vector<std::uint64_t>;

/// Parents by number of their place. The Python code around knows which id is where.
class NativePool {
 public:
  NativePool(std::string selector, Settings settings, std::uint32_t places, std::uint64_t seed)
      : choice_{.selector = std::move(selector),
                .selector_settings = std::move(settings),
                .places = places,
                .seed = seed},
        pool_(make_pool(choice_)) {}
  explicit NativePool(SavedPool saved) : choice_(std::move(saved.choice)), pool_(std::move(saved.pool)) {}

  void put(std::uint32_t place, double fitness, std::optional<std::uint64_t> ticket) {
    const Turn turn(guard_);
    pool_.put(place, fitness, ticket);
    ++changes_;
  }
  void remove(std::uint32_t place) {
    const Turn turn(guard_);
    pool_.remove(place);
    ++changes_;
  }
  void grow(std::uint32_t places) {
    const Turn turn(guard_);
    pool_.grow(places);
  }

  std::pair<std::uint64_t, std::uint32_t> select_one() {
    const Turn turn(guard_);
    const auto [ticket, place] = pool_.select();
    return {ticket, place};
  }
  std::pair<TicketList, std::vector<std::uint32_t>> select(std::uint32_t count) {
    const Turn turn(guard_);
    choices_.resize(count);
    pool_.select(choices_);
    TicketList tickets;
    std::vector<std::uint32_t> places;
    tickets.reserve(count);
    places.reserve(count);
    for (const auto& [ticket, place] : choices_) {
      tickets.push_back(ticket);
      places.push_back(place);
    }
    return {std::move(tickets), std::move(places)};
  }

  void reward_one(std::uint64_t ticket, double fitness) {
    const Turn turn(guard_);
    pool_.reward(ticket, fitness);
  }
  void fail_one(std::uint64_t ticket, double fitness) {
    const Turn turn(guard_);
    pool_.fail(ticket, fitness);
  }
  /// All or none: a ticket that is not open is found before the first is closed.
  void reward(const TicketList& tickets, const std::optional<std::vector<double>>& fitness) {
    const Turn turn(guard_);
    check_open(tickets, fitness);
    for (std::size_t i = 0; i < tickets.size(); ++i) pool_.reward(tickets[i], fitness ? (*fitness)[i] : kNotSaid);
  }
  void fail(const TicketList& tickets, const std::optional<std::vector<double>>& fitness) {
    const Turn turn(guard_);
    check_open(tickets, fitness);
    for (std::size_t i = 0; i < tickets.size(); ++i) pool_.fail(tickets[i], fitness ? (*fitness)[i] : kNotSaid);
  }

  /// Score, fitness, and selections and survivals of the elite and of its place.
  using Standing = std::tuple<double, double, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  [[nodiscard]] Standing standing(std::uint32_t place) const {
    const Turn turn(guard_);
    const Archive& archive = pool_.archive();
    if (place >= pool_.places() || !archive.contains(place)) {
      throw std::invalid_argument(fmt::format("place {} is empty", place));
    }
    const auto& [n, w] = archive.elite_tally(place);
    const auto& [all_n, all_w] = archive.cell_tally(place);
    return {pool_.score(place), archive.fitness(place), n, w, all_n, all_w};
  }
  [[nodiscard]] bool is_filled(std::uint32_t place) const {
    return place < pool_.places() && pool_.archive().contains(place);
  }
  [[nodiscard]] std::vector<std::uint32_t> filled() const {
    const Turn turn(guard_);
    const auto cells = pool_.archive().filled();
    return {cells.begin(), cells.end()};
  }
  /// Tickets, and where their parents are; none if they are gone.
  using OpenTicket = std::pair<std::uint64_t, std::optional<std::uint32_t>>;
  [[nodiscard]] std::vector<OpenTicket> open() const {
    const Turn turn(guard_);
    std::vector<OpenTicket> open;
    for (const auto& [ticket, place] : pool_.open_choices()) {
      open.emplace_back(ticket, pool_.is_late(ticket) ? std::nullopt : std::optional(place));
    }
    return open;
  }
  void check(const TicketList& tickets) const {
    const Turn turn(guard_);
    check_open(tickets, std::nullopt);
  }
  [[nodiscard]] std::size_t count() const { return pool_.archive().filled().size(); }
  [[nodiscard]] std::uint32_t places() const { return pool_.places(); }
  /// How often somebody came or went since it was made or loaded.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  [[nodiscard]] const std::string& selector() const { return choice_.selector; }
  [[nodiscard]] std::uint64_t selections() const { return pool_.selections(); }
  [[nodiscard]] std::uint64_t late() const { return pool_.late(); }

  [[nodiscard]] nb::bytes save() const {
    const Turn turn(guard_);
    const auto bytes = pack_pool(choice_, pool_);
    return nb::bytes(bytes.data(), bytes.size());
  }
  static std::unique_ptr<NativePool> load(const nb::bytes& bytes) {
    return std::make_unique<NativePool>(
        unpack_pool(std::span(static_cast<const std::byte*>(bytes.data()), bytes.size())));
  }

 private:
  static constexpr double kNotSaid = std::numeric_limits<double>::quiet_NaN();

  void check_open(const TicketList& tickets, const std::optional<std::vector<double>>& fitness) const {
    if (fitness && fitness->size() != tickets.size()) {
      throw std::invalid_argument(
          fmt::format("{} tickets, and {} numbers for their fitness", tickets.size(), fitness->size()));
    }
    check_tickets(tickets, [this](std::uint64_t ticket) { pool_.check_open(ticket); });
  }

  mutable Guard guard_{"Selector"};
  PoolChoice choice_;
  ParentPool pool_;
  std::uint64_t changes_ = 0;
  std::vector<ParentPool::Choice> choices_;  // kept, so that a batch allocates once
};

}  // namespace

void bind_pools(nb::module_& module) {
  nb::class_<NativePool>(module, "Pool", "Parents by the number of their place.")
      .def(nb::init<std::string, Settings, std::uint32_t, std::uint64_t>(), nb::arg("selector"), nb::arg("settings"),
           nb::arg("places"), nb::arg("seed"))
      .def("put", &NativePool::put, nb::arg("place"), nb::arg("fitness"), nb::arg("ticket").none())
      .def("remove", &NativePool::remove, nb::arg("place"))
      .def("grow", &NativePool::grow, nb::arg("places"))
      .def("select_one", &NativePool::select_one)
      .def("select", &NativePool::select, nb::arg("count"))
      .def("reward_one", &NativePool::reward_one, nb::arg("ticket"), nb::arg("fitness"))
      .def("fail_one", &NativePool::fail_one, nb::arg("ticket"), nb::arg("fitness"))
      .def("reward", &NativePool::reward, nb::arg("tickets"), nb::arg("fitness").none())
      .def("fail", &NativePool::fail, nb::arg("tickets"), nb::arg("fitness").none())
      .def("standing", &NativePool::standing, nb::arg("place"))
      .def("is_filled", &NativePool::is_filled, nb::arg("place"))
      .def("filled", &NativePool::filled)
      .def("open", &NativePool::open)
      .def("check", &NativePool::check, nb::arg("tickets"), "Raises unless every ticket is open, and there once.")
      .def("save", &NativePool::save)
      .def_static("load", &NativePool::load, nb::arg("bytes"))
      .def_prop_ro("places", &NativePool::places)
      .def_prop_ro("changes", &NativePool::changes)
      .def_prop_ro("selector", &NativePool::selector)
      .def_prop_ro("count", &NativePool::count)
      .def_prop_ro("selections", &NativePool::selections)
      .def_prop_ro("late", &NativePool::late);
}

}  // namespace mce::python
