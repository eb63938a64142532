// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/core/testbed.hpp"

namespace mce {

/// Minus the squared distance from the centre of a cube; the features are the first two coordinates.
class Sphere {
 public:
  struct Parameters {
    std::uint32_t dimensions = 5;
    std::vector<Parameter> table() { return {whole_parameter("dimensions", dimensions, 2, 100, "number of genes")}; }
  };
  using Gene = double;
  explicit Sphere(Parameters parameters) : parameters_(parameters) { check(parameters_.table(), "sphere"); }

  [[nodiscard]] std::size_t genome_size() const { return parameters_.dimensions; }
  [[nodiscard]] static std::vector<Interval> bounds() { return {{-1, 1}, {-1, 1}}; }
  static void random(std::span<double> genome, Rng& rng) {
    for (double& gene : genome) gene = rng.uniform(-1, 1);
  }
  static void mutate(std::span<double> genome, Rng& rng) {
    for (double& gene : genome) gene = std::clamp(gene + rng.uniform(-0.1, 0.1), -1.0, 1.0);
  }
  static double evaluate(std::span<const double> genome, std::span<double> features) {
    std::copy_n(genome.begin(), 2, features.begin());
    double sum = 0;
    for (const double gene : genome) sum += gene * gene;
    return -sum;
  }
  [[nodiscard]] double quality(double fitness) const { return 1 + fitness / parameters_.dimensions; }

 private:
  Parameters parameters_;
};

static_assert(Testbed<Sphere>);

}  // namespace mce
