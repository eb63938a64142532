// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/core/testbed.hpp"

namespace mce {

/// A testbed that no paper had: minus the squared distance from the centre of [−1, 1]^d, by the first two coordinates.
class Sphere {
 public:
  struct Parameters {
    std::uint32_t dimensions = 4;
    double mutation = 0.1;  ///< each coordinate moves by up to this
    std::vector<Parameter> table() {
      return {whole_parameter("dimensions", dimensions, 2, 100, "number of coordinates"),
              real_parameter("mutation", mutation, {.low = 0, .high = 1}, "each coordinate moves by up to this")};
    }
  };
  using Gene = double;

  explicit Sphere(Parameters parameters) : parameters_(parameters) { check(parameters_.table(), "sphere"); }

  [[nodiscard]] std::size_t genome_size() const { return parameters_.dimensions; }
  [[nodiscard]] static std::vector<Interval> bounds() { return {{.low = -1, .high = 1}, {.low = -1, .high = 1}}; }
  static void random(std::span<double> genome, Rng& rng) {
    for (double& gene : genome) gene = rng.uniform(-1, 1);
  }
  void mutate(std::span<double> genome, Rng& rng) const {
    for (double& gene : genome) {
      gene = std::clamp(gene + rng.uniform(-parameters_.mutation, parameters_.mutation), -1.0, 1.0);
    }
  }
  static double evaluate(std::span<const double> genome, std::span<double> features) {
    std::copy_n(genome.begin(), features.size(), features.begin());
    double sum = 0;
    for (const double gene : genome) sum += gene * gene;
    return -sum;
  }
  /// From 0, in a corner, to 1, in the centre.
  [[nodiscard]] double quality(double fitness) const { return 1 + fitness / parameters_.dimensions; }

 private:
  Parameters parameters_;
};

static_assert(Testbed<Sphere>);

}  // namespace mce
