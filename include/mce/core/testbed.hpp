// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <vector>

#include "mce/core/genome_space.hpp"
#include "mce/core/grid.hpp"

namespace mce {

/// A problem: a GenomeSpace (using Gene, genome_size(), random, mutate), and how to judge a genome. A plain struct, no
/// base class:
///   bounds()                                                the range of each feature
///   evaluate(genome, features) -> fitness                   higher is better; fills in the features
/// Optional:
///   quality(fitness)                                        the non-negative measure that QD-score sums (the fitness)
///   readable(genome)                                        the numbers that files show of a genome (its genes)
///   check(genome)                                           throws Error for one from a file that cannot be (none)
///   feature_names()                                         what pictures call the features ("feature 1", …)
///   gene_bounds()                                           the range of every gene, if genes are numbers (none)
template <class T>
concept Testbed =
    GenomeSpace<T> && requires(T testbed, std::span<const typename T::Gene> genome, std::span<double> features) {
      { testbed.bounds() } -> std::convertible_to<std::vector<Interval>>;
      { testbed.evaluate(genome, features) } -> std::convertible_to<double>;
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
