// SPDX-License-Identifier: MIT
// Selection alone, with the feedback it lives on but without a testbed: maps of 10², 10⁴ and 10⁶ elites, each aged by
// twenty selections per elite. The scan is what the formulas say, and what the original program does.
#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <string>
#include <variant>

#include "mce/core/archive.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/scan.hpp"

namespace mce {
namespace {

/// An archive full of elites whose offspring survive now and then, a bit fitter, in a cell close to their parent's.
template <class S>
class Arena {
 public:
  Arena(S selector, std::uint32_t cells)
      : selector_(std::move(selector)), archive_(Grid({{0.0, 1.0}}, {cells}), sizeof(double)) {
    for (CellIndex cell = 0; cell < cells; ++cell) place(cell, 0);
    tell_rebuild(selector_, archive_);
  }

  CellIndex step() {
    const Parent parent = archive_.pick(selector_.select(archive_, selection_rng_));
    tell_update(selector_, archive_, parent.cell);
    tell_event(selector_, archive_, Pick{parent});
    const std::uint64_t chance = feedback_rng_.next();
    Outcome outcome{.parent = parent, .fitness = 0, .features = {}, .cell = {}};
    if ((chance & 63) <= mix64(parent.cell) % 8) {  // between 1 and 8 of 64, a matter of the cell
      archive_.reward(parent);
      tell_update(selector_, archive_, parent.cell);
      const auto home = static_cast<CellIndex>((parent.cell + (chance >> 60)) % archive_.cells());
      outcome.cell = home;
      outcome.rival = archive_.fitness(home);
      outcome.fitness = outcome.rival + 1 + static_cast<double>(chance >> 8 & 1023);
      place(home, outcome.fitness);
      tell_update(selector_, archive_, home);
    }
    tell_event(selector_, archive_, outcome);
    return parent.cell;
  }

 private:
  void place(CellIndex cell, double fitness) {
    const std::array features = {(cell + 0.5) / archive_.cells()};
    archive_.place(cell, std::as_bytes(std::span(features)), fitness, features);
  }

  S selector_;
  Archive archive_;
  Rng selection_rng_{1};
  Rng feedback_rng_{2};
};

template <class S>
void register_selection(const std::string& name, S selector, std::uint32_t cells, std::uint64_t age) {
  auto arena = std::make_shared<std::unique_ptr<Arena<S>>>();
  auto blueprint = std::make_shared<S>(std::move(selector));
  benchmark::RegisterBenchmark((name + "/" + std::to_string(cells)).c_str(), [=](benchmark::State& state) {
    if (!*arena) {
      *arena = std::make_unique<Arena<S>>(std::move(*blueprint), cells);
      for (std::uint64_t i = 0; i < age; ++i) (*arena)->step();
    }
    for (auto _ : state) benchmark::DoNotOptimize((*arena)->step());
  });
}

const bool registered = [] {
  for (const std::uint32_t cells : {100U, 10'000U, 1'000'000U}) {
    for (const SelectorKind& kind : selector_kinds()) {
      std::visit(
          [&](auto selector) {
            register_selection("selection/" + kind.name, std::move(selector), cells, std::uint64_t{20} * cells);
          },
          make_selector(kind.name));
    }
  }
  for (const std::uint32_t cells : {100U, 10'000U}) {
    register_selection("scan/ucb-cell", test::ScanBandit<UcbScore, TallyOf::cell>(), cells, 100);
    register_selection("scan/exploit-cell", test::ScanBandit<ExploitScore, TallyOf::cell>(), cells, 100);
    register_selection("scan/explore-cell", test::ScanBandit<ExploreScore, TallyOf::cell>(), cells, 100);
    register_selection("scan/ucb-individual", test::ScanBandit<UcbScore, TallyOf::individual>(), cells, 100);
    register_selection("scan/exploit-individual", test::ScanBandit<ExploitScore, TallyOf::individual>(), cells, 100);
    register_selection("scan/explore-individual", test::ScanBandit<ExploreScore, TallyOf::individual>(), cells, 100);
  }
  return true;
}();

}  // namespace
}  // namespace mce
