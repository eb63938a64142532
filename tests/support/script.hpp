// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <vector>

#include "mce/core/testbed.hpp"

namespace mce::test {

/// A testbed whose genomes are {fitness, feature}; what random and mutate give is written down beforehand.
struct Script {
  using Gene = double;
  std::deque<std::array<double, 2>> genomes;

  [[nodiscard]] static std::size_t genome_size() { return 2; }
  [[nodiscard]] static std::vector<Interval> bounds() { return {{.low = 0, .high = 10}}; }
  void random(std::span<double> genome, Rng& /*rng*/) { next(genome); }
  void mutate(std::span<double> genome, Rng& /*rng*/) { next(genome); }
  static double evaluate(std::span<const double> genome, std::span<double> features) {
    features[0] = genome[1];
    return genome[0];
  }

 private:
  void next(std::span<double> genome) {
    std::ranges::copy(genomes.front(), genome.begin());
    genomes.pop_front();
  }
};

}  // namespace mce::test
