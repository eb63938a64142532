// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "mce/core/rng.hpp"
#include "support/chi_square.hpp"
#include "support/maze_drawing.hpp"

/// How often each outcome comes, for testbeds that make mazes: `Maze` and `PlainMaze`. Mazes are compared as tiles.
namespace mce::test {

template <class Outcome>
using Counts = std::map<Outcome, std::uint64_t>;
using Census = Counts<Tiles>;

/// What `count` calls of make() give.
template <class Make>
auto census(int count, Make make) {
  Counts<decltype(make())> counts;
  for (int i = 0; i < count; ++i) ++counts[make()];
  return counts;
}

template <class T>
Census random_mazes(T testbed, int count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<typename T::Gene> maze(testbed.genome_size());
  return census(count, [&] {
    testbed.random(maze, rng);
    return testbed.tiles(maze);
  });
}

/// What change(testbed, maze, rng) makes of the parent.
template <class T, class Change>
Census changed(T testbed, const Tiles& parent, int count, std::uint64_t seed, Change change) {
  Rng rng(seed);
  return census(count, [&] {
    auto maze = testbed.genome(parent);
    change(testbed, maze, rng);
    return testbed.tiles(maze);
  });
}

template <class T>
Census mutants(T testbed, const Tiles& parent, int count, std::uint64_t seed) {
  return changed(testbed, parent, count, seed, [](T& own, auto& maze, Rng& rng) { own.mutate(maze, rng); });
}

/// p-value of two equally large samples if they come from one distribution.
template <class Outcome>
double same_distribution(const Counts<Outcome>& first, const Counts<Outcome>& second) {
  std::map<Outcome, std::array<std::uint64_t, 2>> both;
  for (const auto& [outcome, count] : first) both[outcome][0] = count;
  for (const auto& [outcome, count] : second) both[outcome][1] = count;
  std::array<std::vector<std::uint64_t>, 2> counts;
  for (const auto& [outcome, pair] : both) {
    for (std::size_t i = 0; i < 2; ++i) counts[i].push_back(pair[i]);
  }
  return same_distribution(counts[0], counts[1]);
}

/// p-value of the counts if the outcomes have these probabilities; 0 if there is another outcome.
template <class Outcome>
double fit(const Counts<Outcome>& counts, const std::map<Outcome, double>& probabilities) {
  for (const auto& [outcome, count] : counts) {
    if (!probabilities.contains(outcome)) return 0;
  }
  std::vector<std::uint64_t> observed;
  std::vector<double> expected;
  for (const auto& [outcome, probability] : probabilities) {
    const auto found = counts.find(outcome);
    observed.push_back(found == counts.end() ? 0 : found->second);
    expected.push_back(probability);
  }
  return fit(observed, expected);
}

/// By how many standard errors the means of two samples differ.
inline double difference_of_means(std::span<const double> first, std::span<const double> second) {
  const auto mean_and_error = [](std::span<const double> sample) {
    const auto size = static_cast<double>(sample.size());
    double sum = 0;
    for (const double each : sample) sum += each;
    double squares = 0;
    for (const double each : sample) squares += (each - sum / size) * (each - sum / size);
    return std::array{sum / size, squares / size / size};
  };
  const auto [mean_of_first, error_of_first] = mean_and_error(first);
  const auto [mean_of_second, error_of_second] = mean_and_error(second);
  return (mean_of_first - mean_of_second) / std::sqrt(error_of_first + error_of_second);
}

/// The same for the second moments, which together with the means are the variances.
inline double difference_of_squares(std::vector<double> first, std::vector<double> second) {
  for (double& each : first) each *= each;
  for (double& each : second) each *= each;
  return difference_of_means(first, second);
}

}  // namespace mce::test
