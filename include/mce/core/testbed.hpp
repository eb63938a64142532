// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "mce/core/grid.hpp"
#include "mce/core/rng.hpp"

namespace mce {

/// A problem: what a genome is, how to make, change and judge one. A plain struct, no base class:
///   using Gene = double;                                    any plain type
///   genome_size()                                           genes in a genome
///   bounds()                                                the range of each feature
///   random(genome, rng)                                     fills a new genome
///   mutate(genome, rng)                                     changes a copy of the parent's genome
///   evaluate(genome, features) -> fitness                   higher is better; fills in the features
/// Optional:
///   quality(fitness)                                        the non-negative measure that QD-score sums (the fitness)
///   mutate_copy(parent, genome, rng)                        makes genome a mutated copy (copies, then mutates)
///   readable(genome)                                        the numbers that files show of a genome (its genes)
///   check(genome)                                           throws Error for one from a file that cannot be (none)
///   feature_names()                                         what pictures call the features ("feature 1", …)
template <class T>
concept Testbed = std::is_trivially_copyable_v<typename T::Gene> && !std::same_as<typename T::Gene, bool> &&
                  requires(T testbed, std::span<typename T::Gene> genome, std::span<const typename T::Gene> finished,
                           std::span<double> features, Rng& rng) {
                    { testbed.genome_size() } -> std::convertible_to<std::size_t>;
                    { testbed.bounds() } -> std::convertible_to<std::vector<Interval>>;
                    testbed.random(genome, rng);
                    testbed.mutate(genome, rng);
                    { testbed.evaluate(finished, features) } -> std::convertible_to<double>;
                  };

/// What the features of a testbed are called.
template <Testbed T>
std::vector<std::string> feature_names(const T& testbed) {
  if constexpr (requires { testbed.feature_names(); }) {
    return testbed.feature_names();
  } else {
    std::vector<std::string> names(testbed.bounds().size());
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = "feature " + std::to_string(i + 1);
    return names;
  }
}

/// The quality of a fitness on a testbed: what metrics sum up and compare.
template <Testbed T>
double quality(const T& testbed, double fitness) {
  if constexpr (requires { testbed.quality(fitness); }) {
    return testbed.quality(fitness);
  } else {
    return fitness;
  }
}

}  // namespace mce
