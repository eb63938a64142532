// SPDX-License-Identifier: MIT
#include "mce/testbeds/passage.hpp"

#include <cmath>
#include <limits>

#include "gene_kernels.hpp"
#include "mce/core/math.hpp"
#include "scaled_fitness.hpp"

namespace mce {
namespace {

constexpr double kBound = 1;
constexpr double kLeftTarget = -0.5;
constexpr double kRightTarget = 0.5;
constexpr double kFarthestFromTarget = 1.5;
constexpr std::size_t kPlaceGenes = 2;  // x1 and x2

/// How close the genes after the first two are to the target: 1 if all are there, 0 if all are as far as can be.
struct Closeness {
  template <std::size_t kGenes>
  static double run(std::span<const double> genome, double target) {
    const auto genes = gene_kernels::sized<kGenes>(genome);
    gene_kernels::LaneSum squares;
    for (std::size_t i = kPlaceGenes; i < genes.size(); ++i) {
      squares.add(i, (genes[i] - target) * (genes[i] - target));
    }
    const auto count = static_cast<double>(genes.size() - kPlaceGenes);
    return 1 - squares.total() / (count * (kFarthestFromTarget * kFarthestFromTarget));
  }
};

double distance(double x, double y) { return std::sqrt(x * x + y * y); }

}  // namespace

std::vector<Parameter> Passage::Parameters::table() {
  return {whole_parameter("dimensions", dimensions, 3, 1000, "number of genes"),
          real_parameter("thickness", thickness, {.low = 0, .high = 0.9}, "the wall is where |x1| is below this"),
          real_parameter("gap", gap, {.low = 0, .high = 2}, "width of the passage through the wall"),
          real_parameter("mutation", mutation, {.low = 0, .high = 2 * kBound}, "each gene moves by up to this"),
          scaled_fitness::parameter(scale)};
}

Passage::Passage(Parameters parameters, CpuLevel level)
    : parameters_((mce::check(parameters.table(), "passage"), parameters)),
      farthest_(distance(kBound + parameters.thickness, kBound)),
      mutate_copy_(gene_kernels::choose<gene_kernels::MoveWithin<kBound>>(parameters.dimensions, level)),
      closeness_(gene_kernels::choose<Closeness>(parameters.dimensions, level)) {}

void Passage::check(std::span<const double> genome) { gene_kernels::check_bounds(genome, kBound); }

void Passage::random(std::span<double> genome, Rng& rng) const {
  for (double& gene : genome) gene = rng.uniform(-kBound, kBound);
  // From [−1, 1) to [−1, −thickness).
  genome[0] = -kBound + (genome[0] + kBound) * ((kBound - parameters_.thickness) / (2 * kBound));
}

double Passage::plain_fitness(std::span<const double> genome) const {
  const double x1 = genome[0];
  const double x2 = genome[1];
  const double thickness = parameters_.thickness;
  if (x1 > -thickness) {
    if (x1 >= thickness) return 0.5 + 0.5 * closeness_(genome, kRightTarget);
    if (std::abs(x2) >= parameters_.gap / 2) return std::numeric_limits<double>::quiet_NaN();
  }
  return 0.5 * (distance(x1 - thickness, x2) / farthest_) * closeness_(genome, kLeftTarget);
}

double Passage::evaluate(std::span<const double> genome, std::span<double> features) const {
  features[0] = genome[0];
  features[1] = genome[1];
  const double plain = plain_fitness(genome);
  if (parameters_.scale == FitnessScale::plain) return plain;
  return scaled_fitness::fitness(parameters_.scale, plain, plain, genome);
}

double Passage::quality(double fitness) const {
  return scaled_fitness::quality(parameters_.scale, fitness, 1, [](double plain) { return plain; });
}

}  // namespace mce
