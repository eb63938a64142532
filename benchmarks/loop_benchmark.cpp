// SPDX-License-Identifier: MIT
// The whole loop on a mature map, for every selector and testbed, and the same loop in plain code. One iteration is one
// evaluation; every repetition starts from the same mature state.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <variant>

#include "mce/core/evolution.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "scalar_reference.hpp"
#include "support/plain_maze.hpp"

namespace mce {
namespace {

template <class T, class S>
class MatureLoop {
 public:
  MatureLoop(T testbed, S selector, std::uint32_t resolution, std::uint64_t age)
      : testbed_(std::move(testbed)), selector_(std::move(selector)), resolution_(resolution), age_(age) {}

  void operator()(benchmark::State& state) {
    if (!evolution_) grow();
    ByteReader in(mature_.bytes());
    evolution_->load(in);
    for (auto _ : state) evolution_->step();
    state.counters["filled"] = static_cast<double>(evolution_->archive().filled().size());
  }

 private:
  void grow() {
    evolution_ = std::make_unique<Evolution<T, S>>(std::move(testbed_), std::move(selector_),
                                                   EvolutionParameters{.seed = 7, .resolution = {resolution_}});
    evolution_->advance_to(age_);
    evolution_->save(mature_);
  }

  T testbed_;
  S selector_;
  std::uint32_t resolution_;
  std::uint64_t age_;
  std::unique_ptr<Evolution<T, S>> evolution_;
  ByteWriter mature_;
};

template <class T, class S>
void register_loop(const std::string& name, const typename T::Parameters& parameters, S selector,
                   std::uint32_t resolution, std::uint32_t age) {
  auto loop = std::make_shared<MatureLoop<T, S>>(T(parameters), std::move(selector), resolution, age);
  benchmark::RegisterBenchmark(("loop/" + name).c_str(), [loop](benchmark::State& state) {
    (*loop)(state);
  })->Iterations(age);
}

template <class T>
void register_testbed(const std::string& name, const typename T::Parameters& parameters, std::uint32_t resolution,
                      std::uint32_t age) {
  for (const SelectorKind& kind : selector_kinds()) {
    std::visit(
        [&](auto selector) {
          register_loop<T>(name + "/" + kind.name, parameters, std::move(selector), resolution, age);
        },
        kind.make({}));
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
  register_loop<test::PlainMaze>("maze8_plain/uniform", {.size = 8}, Uniform(), 50, 100'000);
  register_loop<test::PlainMaze>("maze16_plain/uniform", {.size = 16}, Uniform(), 50, 100'000);
  return true;
}();

}  // namespace
}  // namespace mce
