// SPDX-License-Identifier: MIT
// The whole loop on a mature map, for every selector and testbed, and the same loop in plain code. One iteration is one
// evaluation; every repetition starts from the same mature state.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <variant>

#include "mce/core/evolution.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "scalar_reference.hpp"
#include "support/plain_maze.hpp"

namespace mce {
namespace {

/// Every repetition has memory of its own: which pages of the machine a map gets, and whether they compete in its
/// caches, is luck, and would otherwise be the same for all of them.
template <class T, class S>
class MatureLoop {
 public:
  MatureLoop(typename T::Parameters parameters, std::string selector, std::uint32_t resolution, std::uint64_t age)
      : parameters_(std::move(parameters)), selector_(std::move(selector)), resolution_(resolution), age_(age) {}

  void operator()(benchmark::State& state) {
    Evolution<T, S> evolution(T(parameters_), std::get<S>(make_selector(selector_)),
                              EvolutionParameters{.seed = 7, .resolution = {resolution_}});
    if (mature_.bytes().empty()) {
      evolution.advance_to(age_);
      evolution.save(mature_);
    }
    ByteReader in(mature_.bytes());
    evolution.load(in);
    for (auto _ : state) evolution.step();
    state.counters["filled"] = static_cast<double>(evolution.archive().filled().size());
  }

 private:
  typename T::Parameters parameters_;
  std::string selector_;
  std::uint32_t resolution_;
  std::uint64_t age_;
  ByteWriter mature_;
};

template <class T, class S>
void register_loop(const std::string& name, const typename T::Parameters& parameters, const std::string& selector,
                   std::uint32_t resolution, std::uint32_t age) {
  auto loop = std::make_shared<MatureLoop<T, S>>(parameters, selector, resolution, age);
  benchmark::RegisterBenchmark(("loop/" + name + "/" + selector).c_str(), [loop](benchmark::State& state) {
    (*loop)(state);
  })->Iterations(age);
}

template <class T>
void register_testbed(const std::string& name, const typename T::Parameters& parameters, std::uint32_t resolution,
                      std::uint32_t age) {
  for (const SelectorKind& kind : selector_kinds()) {
    std::visit([&]<class S>(const S&) { register_loop<T, S>(name, parameters, kind.name, resolution, age); },
               make_selector(kind.name));
  }
}

template <class Problem>
void register_scalar(const std::string& name, std::uint32_t age) {
  using Loop = reference::ScalarLoop<Problem>;
  auto mature = std::make_shared<std::unique_ptr<Loop>>();
  benchmark::RegisterBenchmark(("loop/" + name + "_plain/uniform").c_str(), [=](benchmark::State& state) {
    if (!*mature) {
      *mature = std::make_unique<Loop>(7);
      for (std::uint32_t i = 0; i < age; ++i) (*mature)->step();
    }
    Loop loop(**mature);
    for (auto _ : state) loop.step();
  })->Iterations(age);
}

const bool registered = [] {
  register_testbed<Rastrigin>("rastrigin", {}, 100, 1'000'000);
  register_testbed<Arm>("arm", {}, 100, 1'000'000);
  register_testbed<Maze>("maze8", {.size = 8}, 50, 100'000);
  register_testbed<Maze>("maze16", {.size = 16}, 50, 100'000);
  register_scalar<reference::ScalarRastrigin>("rastrigin", 1'000'000);
  register_scalar<reference::ScalarArm>("arm", 1'000'000);
  register_loop<test::PlainMaze, Uniform>("maze8_plain", {.size = 8}, "uniform", 50, 100'000);
  register_loop<test::PlainMaze, Uniform>("maze16_plain", {.size = 16}, "uniform", 50, 100'000);
  return true;
}();

}  // namespace
}  // namespace mce
