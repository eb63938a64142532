// SPDX-License-Identifier: MIT
// A testbed alone: mutate a genome and evaluate it, with no archive around. And the floor below that: the random
// numbers and the sines and cosines that one evaluation cannot do without, and nothing else.
#include <benchmark/benchmark.h>

#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "mce/core/cpu.hpp"
#include "mce/core/math.hpp"
#include "mce/core/testbed.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "support/plain_maze.hpp"

namespace mce {
namespace {

template <class T>
void testbed_alone(benchmark::State& state, T testbed) {
  Rng rng(1);
  std::vector<typename T::Gene> genome(testbed.genome_size());
  std::vector<double> features(testbed.bounds().size());
  testbed.random(genome, rng);
  for (auto _ : state) {
    testbed.mutate(genome, rng);
    benchmark::DoNotOptimize(testbed.evaluate(genome, features));
  }
}

double rastrigin_floor(Rng& rng) {
  std::array<double, 6> noise{};
  std::array<double, 6> cosines{};
  const std::uint64_t pick = rng.next();
  rng.fill_uniform01(std::span(noise));
  for (std::size_t i = 0; i < noise.size(); ++i) cosines[i] = math::cos_turns(noise[i]);
  return std::accumulate(cosines.begin(), cosines.end(), static_cast<double>(pick & 1));
}

double arm_floor(Rng& rng) {
  std::array<double, 12> noise{};
  std::array<double, 12> sums{};
  const std::uint64_t pick = rng.next();
  rng.fill_uniform01(std::span(noise));
  for (std::size_t i = 0; i < noise.size(); ++i) {
    const auto [sine, cosine] = math::sin_cos(noise[i]);
    sums[i] = sine + cosine;
  }
  return std::accumulate(sums.begin(), sums.end(), static_cast<double>(pick & 1));
}

template <auto kFloor>
void floor_alone(benchmark::State& state) {
  Rng rng(1);
  const auto run = Versions<kFloor>::at(cpu_level());
  for (auto _ : state) benchmark::DoNotOptimize(run(rng));
}

BENCHMARK(floor_alone<&rastrigin_floor>)->Name("floor/rastrigin");
BENCHMARK(floor_alone<&arm_floor>)->Name("floor/arm");

BENCHMARK_CAPTURE(testbed_alone, rastrigin, Rastrigin({}));
BENCHMARK_CAPTURE(testbed_alone, arm, Arm({}));
BENCHMARK_CAPTURE(testbed_alone, maze8, Maze({.size = 8}));
BENCHMARK_CAPTURE(testbed_alone, maze16, Maze({.size = 16}));
BENCHMARK_CAPTURE(testbed_alone, maze8_plain, test::PlainMaze({.size = 8}));
BENCHMARK_CAPTURE(testbed_alone, maze16_plain, test::PlainMaze({.size = 16}));

}  // namespace
}  // namespace mce
