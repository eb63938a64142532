// SPDX-License-Identifier: MIT
// What a map with centroids costs: an individual's cell, and spreading the centroids once.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mce/core/centroids.hpp"
#include "mce/core/rng.hpp"

namespace mce {
namespace {

/// Random points: spread ones would take long to make.
void nearest_centroid(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const auto features = static_cast<std::size_t>(state.range(1));
  Rng rng(1);
  const auto random = [&](std::size_t vectors) {
    std::vector<double> values(vectors * features);
    for (double& each : values) each = rng.uniform01();
    return values;
  };
  const Centroids centroids(std::vector<Interval>(features), random(count));
  constexpr std::size_t kVectors = 4096;
  const std::vector<double> vectors = random(kVectors);
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(centroids.cell(std::span(vectors).subspan(at++ % kVectors * features, features)));
  }
}
BENCHMARK(nearest_centroid)->Name("centroids/nearest")->Args({1'000, 2})->Args({10'000, 2})->Args({10'000, 6});

void spread(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(spread_centroids(std::vector<Interval>(static_cast<std::size_t>(state.range(1))),
                                              static_cast<std::uint32_t>(state.range(0)), 1));
  }
}
BENCHMARK(spread)->Name("centroids/spread")->Args({1'000, 2})->Args({10'000, 2})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mce
