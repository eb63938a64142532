// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "mce/core/cpu.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/testbed.hpp"
#include "mce/testbeds/fitness_scale.hpp"

namespace mce {

/// Rastrigin's function f = 10·d + Σ(x² + cosine·cos 2πx) on [−5.12, 5.12]^d; the features are the first genes.
/// The defaults are the paper's; the numbers it published come from cosine = 1, maximise, mutation = 0.512.
class Rastrigin {
 public:
  enum class Goal : std::uint8_t { minimise, maximise };
  struct Parameters {
    std::uint32_t dimensions = 6;  ///< genes
    std::uint32_t features = 2;    ///< genes that are features
    double cosine = -10;           ///< factor of the cosine
    Goal goal = Goal::minimise;
    double mutation = 0.256;  ///< each gene moves by up to this
    FitnessScale scale = FitnessScale::plain;
    std::vector<Parameter> table();
  };
  static constexpr double kBound = 5.12;
  using Gene = double;

  /// Throws std::invalid_argument. The level only matters for speed.
  explicit Rastrigin(Parameters parameters, CpuLevel level = cpu_level());

  [[nodiscard]] std::size_t genome_size() const { return parameters_.dimensions; }
  [[nodiscard]] std::vector<Interval> bounds() const;
  [[nodiscard]] std::vector<std::string> feature_names() const;
  [[nodiscard]] static Interval gene_bounds() { return {-kBound, kBound}; }
  /// Throws Error unless all genes are within the bounds.
  static void check(std::span<const double> genome);
  void random(std::span<double> genome, Rng& rng) const;
  void mutate(std::span<double> genome, Rng& rng) const { mutate_copy(genome, genome, rng); }
  void mutate_copy(std::span<const double> parent, std::span<double> genome, Rng& rng) const {
    mutate_copy_(parent, genome, parameters_.mutation, rng);
  }
  double evaluate(std::span<const double> genome, std::span<double> features) const {
    std::copy_n(genome.begin(), features.size(), features.begin());
    const double value = function_(genome, parameters_.cosine);
    const double fitness = parameters_.goal == Goal::minimise ? -value : value;
    return parameters_.scale == FitnessScale::plain ? fitness : scaled(fitness, genome);
  }
  /// 1 − f/f_max when minimising, f itself when maximising.
  [[nodiscard]] double quality(double fitness) const;

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }

 private:
  [[nodiscard]] double scaled(double fitness, std::span<const double> genome) const;
  /// The quality of a plain fitness.
  [[nodiscard]] double plain_quality(double fitness) const;
  /// The quality whose share is 1 on the scales of fitness.
  [[nodiscard]] double highest_quality() const { return parameters_.goal == Goal::minimise ? 1 : largest(); }
  /// f_max: the maximum of f on the domain.
  [[nodiscard]] double largest() const;

  Parameters parameters_;
  mutable double largest_ = std::numeric_limits<double>::quiet_NaN();  // NaN until it is needed: it takes a search
  void (*mutate_copy_)(std::span<const double> parent, std::span<double> genome, double reach, Rng& rng);
  double (*function_)(std::span<const double> genome, double cosine);
};

static_assert(Testbed<Rastrigin>);

}  // namespace mce
