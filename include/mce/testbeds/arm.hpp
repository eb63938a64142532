// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mce/core/cpu.hpp"
#include "mce/core/math.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/testbed.hpp"
#include "mce/testbeds/fitness_scale.hpp"

namespace mce {

/// A planar robot arm of unit length (Cully & Demiris 2018): the genes are its joint angles in [−π, π], each relative
/// to the joint before; the fitness is minus their variance; the features are the end point, in [−1, 1]².
class Arm {
 public:
  struct Parameters {
    std::uint32_t joints = 12;          ///< of equal length
    double mutation = 0.1 * math::kPi;  ///< each angle moves by up to this
    double fitness_noise = 0;           ///< standard deviation of what is added to the fitness
    double feature_noise = 0;           ///< the same for each feature
    FitnessScale scale = FitnessScale::plain;
    std::vector<Parameter> table();
  };
  using Gene = double;

  /// Throws std::invalid_argument. The level only matters for speed.
  explicit Arm(Parameters parameters, CpuLevel level = cpu_level());

  [[nodiscard]] std::size_t genome_size() const { return parameters_.joints; }
  [[nodiscard]] static std::vector<Interval> bounds() { return {{-1, 1}, {-1, 1}}; }
  [[nodiscard]] static std::vector<std::string> feature_names() { return {"end point x", "end point y"}; }
  [[nodiscard]] static Interval gene_bounds() { return {-math::kPi, math::kPi}; }
  /// Throws Error unless all angles are within the bounds.
  static void check(std::span<const double> genome);
  void random(std::span<double> genome, Rng& rng) const;
  void mutate(std::span<double> genome, Rng& rng) const { mutate_copy(genome, genome, rng); }
  void mutate_copy(std::span<const double> parent, std::span<double> genome, Rng& rng) const {
    mutate_copy_(parent, genome, parameters_.mutation, rng);
  }
  double evaluate(std::span<const double> genome, std::span<double> features) const {
    const double fitness = evaluate_(genome, features);
    return exact_ ? fitness : altered(fitness, genome, features);
  }
  /// 1 − variance/π²; noise can make it larger than 1, but not negative.
  [[nodiscard]] double quality(double fitness) const;

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }

 private:
  /// The fitness with noise and on its scale; adds noise to the features.
  double altered(double fitness, std::span<const double> genome, std::span<double> features) const;

  Parameters parameters_;
  bool exact_;  // neither noise nor a scale
  void (*mutate_copy_)(std::span<const double> parent, std::span<double> genome, double reach, Rng& rng);
  double (*evaluate_)(std::span<const double> genome, std::span<double> features);
};

static_assert(Testbed<Arm>);

}  // namespace mce
