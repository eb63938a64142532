// SPDX-License-Identifier: MIT
// Ask and tell on a mature map, with so many tickets in flight, and the closed loop that it is compared with. One
// iteration is one evaluation. Tickets come back in the order of asking, or at random.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/search/search.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/testbeds/rastrigin.hpp"

namespace mce {
namespace {

constexpr std::uint32_t kAge = 1'000'000;

template <class S>
void run_evolution(benchmark::State& state, const std::string& selector) {
  Evolution evolution(Rastrigin({}), std::get<S>(make_selector(selector)), {.seed = 7});
  evolution.advance_to(kAge);
  for (auto _ : state) evolution.step();
}

enum class Order : std::uint8_t { asked, random };

/// A ticket of the window comes back, and another one takes its place.
template <class AnySearch>
class Window {
 public:
  Window(AnySearch& search, std::size_t size, Order order) : search_(search), random_(order == Order::random) {
    for (std::size_t i = 0; i < size; ++i) open_.push_back(search.ask());
  }
  void step() {
    auto& [ticket, genome] = open_[random_ ? rng_.bounded(static_cast<std::uint32_t>(open_.size())) : next_];
    if (++next_ == open_.size()) next_ = 0;
    std::array<double, 2> features;  // NOLINT(*-member-init): filled at once
    const double fitness = testbed_.evaluate(genome, features);
    search_.tell(ticket, fitness, features);
    const auto candidate = search_.ask();
    ticket = candidate.ticket;
    genome = candidate.genome;
  }

 private:
  AnySearch& search_;
  bool random_;
  Rastrigin testbed_{Rastrigin::Parameters{}};
  Rng rng_{1};
  std::size_t next_ = 0;
  std::vector<typename AnySearch::Candidate> open_;
};

template <class Space, class S>
void run_search(benchmark::State& state, Space space, S selector, std::size_t in_flight, Order order) {
  Search search(std::move(space), std::move(selector), Grid(Rastrigin({}).bounds(), {100}), {.seed = 7});
  Window window(search, in_flight, order);
  for (std::uint32_t i = 0; i < kAge; ++i) window.step();
  for (auto _ : state) window.step();
}

template <class S>
void register_selector(const std::string& selector) {
  benchmark::RegisterBenchmark(("search/rastrigin/" + selector + "/evolution").c_str(), run_evolution<S>, selector)
      ->Iterations(kAge);
  for (const auto& [name, order] : {std::pair{"", Order::asked}, {"_at_random", Order::random}}) {
    for (const std::size_t in_flight : {1U, 1000U}) {
      const std::string title = "search/rastrigin/" + selector + "/" + std::to_string(in_flight) + "_in_flight" + name;
      benchmark::RegisterBenchmark(title.c_str(), [=](benchmark::State& state) {
        run_search(state, Rastrigin({}), std::get<S>(make_selector(selector)), in_flight, order);
      })->Iterations(kAge);
    }
  }
}

void register_variation(const std::string& variation) {
  benchmark::RegisterBenchmark(("search/variation/" + variation).c_str(), [=](benchmark::State& state) {
    const std::vector<Interval> bounds(6, {.low = -Rastrigin::kBound, .high = Rastrigin::kBound});
    run_search(state, Numbers(bounds, make_variation(variation)), Surprise(), 1000, Order::asked);
  })->Iterations(kAge);
}

/// One iteration makes one offspring of ten genes, without the search around it.
void register_offspring(const std::string& variation) {
  benchmark::RegisterBenchmark(("search/offspring/" + variation).c_str(), [=](benchmark::State& state) {
    const std::vector<Interval> bounds(10, {.low = -Rastrigin::kBound, .high = Rastrigin::kBound});
    Numbers space(bounds, make_variation(variation));
    Rng rng(7);
    std::vector<double> parent(bounds.size());
    std::vector<double> other(bounds.size());
    std::vector<double> child(bounds.size());
    space.random(parent, rng);
    space.random(other, rng);
    for (auto _ : state) {
      if (space.combines()) {
        space.combine(parent, other, child, rng);
      } else {
        space.mutate_copy(parent, child, rng);
      }
      benchmark::DoNotOptimize(child.data());
      benchmark::ClobberMemory();
    }
  });
}

const bool registered = [] {
  register_selector<Surprise>("surprise");
  register_selector<UcbCell>("ucb-cell");
  register_selector<Uniform>("uniform");
  for (const char* const variation : {"uniform", "gaussian", "iso-line"}) {
    register_variation(variation);
    register_offspring(variation);
  }
  return true;
}();

}  // namespace
}  // namespace mce
