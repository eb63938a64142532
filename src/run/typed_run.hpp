// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/run/run.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {

template <Testbed T, Selector S>
class TypedRun final : public TestbedRun {
 public:
  TypedRun(const Plan& plan, T testbed, S selector)
      : TestbedRun(plan),
        evolution_(std::move(testbed), std::move(selector), partition_of(plan),
                   {.seed = plan.seed, .initial = plan.initial, .batch = plan.batch}) {
    record();
  }

  [[nodiscard]] const Archive& archive() const override { return evolution_.archive(); }
  [[nodiscard]] double quality(double fitness) const override { return mce::quality(evolution_.testbed(), fitness); }
  [[nodiscard]] MapSummary summary() const override {
    return summarise(archive(), [this](double fitness) { return quality(fitness); });
  }
  [[nodiscard]] std::vector<double> solution(CellIndex cell) const override {
    const auto genome = archive().template genome_as<typename T::Gene>(cell);
    if constexpr (requires { evolution_.testbed().readable(genome); }) {
      const auto shown = evolution_.testbed().readable(genome);
      return {shown.begin(), shown.end()};
    } else {
      return {genome.begin(), genome.end()};
    }
  }

 private:
  void advance_to(std::uint64_t evaluations, const std::atomic<bool>* stop) override {
    evolution_.advance_to(evaluations, stop);
  }
  [[nodiscard]] bool within_batch() const override { return evolution_.within_batch(); }
  void save_evolution(ByteWriter& out) const override { evolution_.save(out); }
  void load_evolution(ByteReader& in) override { evolution_.load(in); }

  Evolution<T, S> evolution_;
};

/// One loop per testbed, with the selector behind virtual functions, where that is enough: sanitizers see the same code
/// in it, and a page should be small. Runs are the same bit for bit, and 4 × 10 loops fewer are compiled.
#ifdef MCE_ERASED_RUNS
using RunSelector = std::variant<ErasedSelector>;
inline RunSelector selector_of(const Plan& plan) { return make_erased_selector(plan.selector, plan.selector_settings); }
#else
using RunSelector = AnySelector;
inline RunSelector selector_of(const Plan& plan) { return make_selector(plan.selector, plan.selector_settings); }
#endif

/// Every testbed × selector is an evolution of its own, and takes seconds to compile: they are spread over several
/// sources (evolutions.cpp.in), testbed by testbed. Each makes a run if the testbed is one of its own, else null.
using MakeRun = std::unique_ptr<TestbedRun> (*)(const Plan&, const AnyTestbed&, RunSelector&);
std::unique_ptr<TestbedRun> make_run_0(const Plan& plan, const AnyTestbed& testbed, RunSelector& selector);
std::unique_ptr<TestbedRun> make_run_1(const Plan& plan, const AnyTestbed& testbed, RunSelector& selector);
std::unique_ptr<TestbedRun> make_run_2(const Plan& plan, const AnyTestbed& testbed, RunSelector& selector);
std::unique_ptr<TestbedRun> make_run_3(const Plan& plan, const AnyTestbed& testbed, RunSelector& selector);
inline constexpr std::array<MakeRun, 4> kEvolutionSources = {make_run_0, make_run_1, make_run_2, make_run_3};

}  // namespace mce
