// SPDX-License-Identifier: MIT
#include "mce/testbeds/rastrigin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gene_kernels.hpp"
#include "mce/core/math.hpp"

namespace mce {
namespace {

double gene_value(double x, double cosine) { return x * x + cosine * math::cos_turns(x); }

struct Function {
  template <std::size_t kGenes>
  static double run(std::span<const double> genome, double cosine) {
    const auto genes = gene_kernels::sized<kGenes>(genome);
    gene_kernels::LaneSum sum;
    for (std::size_t i = 0; i < genes.size(); ++i) sum.add(i, gene_value(genes[i], cosine));
    return 10.0 * static_cast<double>(genes.size()) + sum.total();
  }
};

struct MoveGenes {
  template <std::size_t kGenes>
  static void run(std::span<const double> parent, std::span<double> genome, double reach, Rng& rng) {
    gene_kernels::perturb(gene_kernels::sized<kGenes>(parent), gene_kernels::sized<kGenes>(genome), reach, rng,
                          [](double gene) { return math::clamp(gene, -Rastrigin::kBound, Rastrigin::kBound); });
  }
};

/// Maximum of 10 + x² + cosine·cos 2πx on [0, 5.12]: the best point of a fine mesh, then a ternary search around it.
double largest_gene_value(double cosine) {
  constexpr int kMesh = 5120;
  const auto at = [&](double x) { return 10 + gene_value(x, cosine); };
  double best = 0;
  for (int i = 0; i <= kMesh; ++i) {
    const double x = Rastrigin::kBound * i / kMesh;
    if (at(x) > at(best)) best = x;
  }
  double low = std::max(best - Rastrigin::kBound / kMesh, 0.0);
  double high = std::min(best + Rastrigin::kBound / kMesh, Rastrigin::kBound);
  for (int i = 0; i < 100; ++i) {
    const double third = (high - low) / 3;
    if (at(low + third) < at(high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  return std::max({at(low), at(high), at(best)});
}

}  // namespace

Rastrigin::Rastrigin(const Parameters& parameters, CpuLevel level)
    : parameters_(parameters),
      largest_(parameters.dimensions * largest_gene_value(parameters.cosine)),
      mutate_copy_(gene_kernels::choose<MoveGenes>(parameters.dimensions, level)),
      function_(gene_kernels::choose<Function>(parameters.dimensions, level)) {
  if (parameters.dimensions < 1 || parameters.dimensions > 1000) {
    throw std::invalid_argument(
        fmt::format("dimensions {} of rastrigin: allowed are 1 to 1000", parameters.dimensions));
  }
  if (parameters.features < 1 || parameters.features > std::min(parameters.dimensions, 4U)) {
    throw std::invalid_argument(fmt::format("features {} of rastrigin: allowed are 1 to {}", parameters.features,
                                            std::min(parameters.dimensions, 4U)));
  }
  if (!(parameters.mutation >= 0) || !std::isfinite(parameters.mutation) || !std::isfinite(parameters.cosine)) {
    throw std::invalid_argument(
        fmt::format("mutation {} and cosine {} of rastrigin: finite numbers are needed, "
                    "mutation 0 or more",
                    parameters.mutation, parameters.cosine));
  }
}

std::vector<Interval> Rastrigin::bounds() const {
  return std::vector<Interval>(parameters_.features, {.low = -kBound, .high = kBound});
}

void Rastrigin::random(std::span<double> genome, Rng& rng) const {
  for (double& gene : genome) gene = rng.uniform(-kBound, kBound);
}

double Rastrigin::quality(double fitness) const {
  return parameters_.goal == Goal::minimise ? 1 + fitness / largest_ : fitness;
}

}  // namespace mce
