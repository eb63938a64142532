// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mce/core/cpu.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/testbed.hpp"
#include "mce/testbeds/fitness_scale.hpp"

namespace mce {

/// Two rooms that a narrow passage joins; the first two genes are the place and the features. All runs start in the
/// left room, where the fitness grows away from the passage. It is nowhere lower in the right room than in the left,
/// and the other genes need other values there. Inside the wall the fitness is NaN.
class Passage {
 public:
  struct Parameters {
    std::uint32_t dimensions = 10;  ///< genes
    double thickness = 0.2;         ///< the wall is at |x1| < thickness
    double gap = 0.04;              ///< the passage is at |x2| < gap/2
    double mutation = 0.05;         ///< each gene moves by up to this
    FitnessScale scale = FitnessScale::plain;
    std::vector<Parameter> table();
  };
  using Gene = double;

  /// Throws std::invalid_argument. The level only matters for speed.
  explicit Passage(Parameters parameters, CpuLevel level = cpu_level());

  [[nodiscard]] std::size_t genome_size() const { return parameters_.dimensions; }
  [[nodiscard]] static std::vector<Interval> bounds() { return {{-1, 1}, {-1, 1}}; }
  [[nodiscard]] static std::vector<std::string> feature_names() { return {"x1", "x2"}; }
  [[nodiscard]] static Interval gene_bounds() { return {-1, 1}; }
  /// Throws Error unless all genes are within the bounds.
  static void check(std::span<const double> genome);
  /// A genome in the left room.
  void random(std::span<double> genome, Rng& rng) const;
  void mutate(std::span<double> genome, Rng& rng) const { mutate_copy(genome, genome, rng); }
  void mutate_copy(std::span<const double> parent, std::span<double> genome, Rng& rng) const {
    mutate_copy_(parent, genome, parameters_.mutation, rng);
  }
  double evaluate(std::span<const double> genome, std::span<double> features) const;
  /// The plain fitness, in [0, 1].
  [[nodiscard]] double quality(double fitness) const;

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }

 private:
  [[nodiscard]] double plain_fitness(std::span<const double> genome) const;

  Parameters parameters_;
  double farthest_;  // from the exit of the passage to a corner of the left room
  void (*mutate_copy_)(std::span<const double> parent, std::span<double> genome, double reach, Rng& rng);
  double (*closeness_)(std::span<const double> genome, double target);
};

static_assert(Testbed<Passage>);

}  // namespace mce
