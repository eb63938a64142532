// SPDX-License-Identifier: MIT
// The parts of an evaluation on a mature map: select (with the pick and what the selector does about it), mutate and
// evaluate. What is left of the whole loop is placement and what the parts cost each other.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/rastrigin.hpp"

namespace mce {
namespace {

Archive copy_of(const Archive& archive) {
  ByteWriter saved;
  archive.save(saved);
  Archive copy(archive.partition(), archive.genome_bytes());
  ByteReader in(saved.bytes());
  copy.load(in);
  return copy;
}

/// A mature map, grown by uniform selection, and its elites.
template <class T>
class Grown {
 public:
  Grown(T testbed, std::uint32_t resolution, std::uint32_t age)
      : testbed_(testbed),
        evolution_(std::move(testbed), Uniform(), EvolutionParameters{.seed = 7, .resolution = {resolution}}) {
    evolution_.advance_to(age);
  }

  /// Genomes of elites in random order, one after the other for ever.
  std::span<const typename T::Gene> next() {
    const auto elites = evolution_.archive().filled();
    return evolution_.archive().template genome_as<typename T::Gene>(
        elites[rng_.bounded(static_cast<std::uint32_t>(elites.size()))]);
  }
  T& testbed() { return testbed_; }
  Rng& rng() { return rng_; }
  [[nodiscard]] const Archive& archive() const { return evolution_.archive(); }

 private:
  T testbed_;
  Evolution<T, Uniform> evolution_;
  Rng rng_{3};
};

template <class T>
void register_variation(const std::string& name, const T& testbed, std::uint32_t resolution, std::uint32_t age) {
  auto grown = std::make_shared<std::unique_ptr<Grown<T>>>();
  const auto add = [&](const std::string& part, bool mutates, bool evaluates) {
    benchmark::RegisterBenchmark(("part/" + name + "/" + part).c_str(), [=](benchmark::State& state) {
      if (!*grown) *grown = std::make_unique<Grown<T>>(testbed, resolution, age);
      std::vector<typename T::Gene> genome(testbed.genome_size());
      std::vector<double> features(testbed.bounds().size());
      for (auto _ : state) {
        std::ranges::copy((*grown)->next(), genome.begin());
        if (mutates) (*grown)->testbed().mutate(genome, (*grown)->rng());
        if (evaluates) benchmark::DoNotOptimize((*grown)->testbed().evaluate(genome, features));
        benchmark::DoNotOptimize(genome.data());
        benchmark::ClobberMemory();
      }
    });
  };
  add("copy", false, false);
  add("mutate", true, false);
  add("evaluate", false, true);
}

/// Finds the cell of one offspring after the other, compares, and places the few that survive.
template <class T>
void register_placing(const std::string& name, const T& testbed, std::uint32_t resolution, std::uint32_t age) {
  struct Offspring {
    std::vector<typename T::Gene> genome;
    std::vector<double> features;
    double fitness = 0;
  };
  benchmark::RegisterBenchmark(("part/" + name + "/place").c_str(), [=](benchmark::State& state) {
    Grown<T> grown(testbed, resolution, age);
    std::vector<Offspring> offspring(1024);
    for (auto& [genome, features, fitness] : offspring) {
      const auto parent = grown.next();
      genome.assign(parent.begin(), parent.end());
      features.resize(testbed.bounds().size());
      grown.testbed().mutate(genome, grown.rng());
      fitness = grown.testbed().evaluate(genome, features);
    }
    Archive archive = copy_of(grown.archive());
    std::size_t i = 0;
    for (auto _ : state) {
      const auto& [genome, features, fitness] = offspring[i++ % offspring.size()];
      const auto cell = archive.home(fitness, features);
      if (cell && archive.survives(fitness, *cell))
        archive.place(*cell, std::as_bytes(std::span(genome)), fitness, features);
      benchmark::DoNotOptimize(cell);
    }
  });
}

/// Selects again and again from the map that this selector has grown; no offspring, so no rewards.
template <class S, class T>
void register_selection(const std::string& name, const T& testbed, const SelectorKind& kind, std::uint32_t resolution,
                        std::uint32_t age) {
  struct Arena {
    Archive archive;
    S selector;
    Rng rng{5};
  };
  auto arena = std::make_shared<std::unique_ptr<Arena>>();
  benchmark::RegisterBenchmark(("part/" + name + "/" + kind.name).c_str(), [=, &kind](benchmark::State& state) {
    if (!*arena) {
      Evolution<T, S> evolution(testbed, std::get<S>(make_selector(kind.name)),
                                EvolutionParameters{.seed = 7, .resolution = {resolution}});
      evolution.advance_to(age);
      *arena = std::make_unique<Arena>(
          Arena{.archive = copy_of(evolution.archive()), .selector = std::get<S>(make_selector(kind.name))});
      tell_rebuild((*arena)->selector, (*arena)->archive);
    }
    Arena& here = **arena;
    for (auto _ : state) {
      const CellIndex cell = here.selector.select(here.archive, here.rng);
      const Parent parent = here.archive.pick(cell);
      benchmark::DoNotOptimize(parent);
      tell_update(here.selector, here.archive, cell);
      tell_event(here.selector, here.archive, Pick{parent});
    }
  });
}

template <class T>
void register_parts(const std::string& name, const T& testbed, std::uint32_t resolution, std::uint32_t age) {
  register_variation(name, testbed, resolution, age);
  register_placing(name, testbed, resolution, age);
  for (const SelectorKind& kind : selector_kinds()) {
    std::visit([&]<class S>(const S&) { register_selection<S>(name, testbed, kind, resolution, age); },
               make_selector(kind.name));
  }
}

const bool registered = [] {
  register_parts("rastrigin", Rastrigin({}), 100, 1'000'000);
  register_parts("arm", Arm({}), 100, 1'000'000);
  register_parts("maze8", Maze({.size = 8}), 50, 100'000);
  register_parts("maze16", Maze({.size = 16}), 50, 100'000);
  return true;
}();

}  // namespace
}  // namespace mce
