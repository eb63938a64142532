// SPDX-License-Identifier: MIT
// A testbed alone: mutate a genome and evaluate it, with no archive around.
#include <benchmark/benchmark.h>

#include <vector>

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

BENCHMARK_CAPTURE(testbed_alone, rastrigin, Rastrigin({}));
BENCHMARK_CAPTURE(testbed_alone, arm, Arm({}));
BENCHMARK_CAPTURE(testbed_alone, maze8, Maze({.size = 8}));
BENCHMARK_CAPTURE(testbed_alone, maze16, Maze({.size = 16}));
BENCHMARK_CAPTURE(testbed_alone, maze8_plain, test::PlainMaze({.size = 8}));
BENCHMARK_CAPTURE(testbed_alone, maze16_plain, test::PlainMaze({.size = 16}));

}  // namespace
}  // namespace mce
