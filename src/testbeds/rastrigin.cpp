// SPDX-License-Identifier: MIT
#include "mce/testbeds/rastrigin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "gene_kernels.hpp"
#include "mce/core/math.hpp"
#include "scaled_fitness.hpp"

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

/// Maximum of 10 + x² + cosine·cos 2πx on [0, 5.12]: the best point of a fine mesh, then a ternary search around it.
double search_largest_gene_value(double cosine) {
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

/// A study makes very many testbeds, mostly with the same cosine: the last one is remembered.
double largest_gene_value(double cosine) {
  thread_local double known_cosine = std::numeric_limits<double>::quiet_NaN();
  thread_local double largest = 0;
  if (cosine != known_cosine) {
    largest = search_largest_gene_value(cosine);
    known_cosine = cosine;
  }
  return largest;
}

}  // namespace

std::vector<Parameter> Rastrigin::Parameters::table() {
  return {
      whole_parameter("dimensions", dimensions, 1, 1000, "number of genes"),
      whole_parameter("features", features, 1, 4, "how many of the first genes are the features"),
      real_parameter("cosine", cosine, {.low = -1000, .high = 1000}, "factor c in f = 10·d + Σ(x² + c·cos 2πx)"),
      choice_parameter<Goal>("goal", goal, {{"minimise", Goal::minimise}, {"maximise", Goal::maximise}},
                             "what to do with f"),
      real_parameter("mutation", mutation, {.low = 0, .high = 2 * kBound}, "each gene moves by up to this"),
      scaled_fitness::parameter(scale),
  };
}

Rastrigin::Rastrigin(Parameters parameters, CpuLevel level)
    : parameters_((mce::check(parameters.table(), "rastrigin"), parameters)),
      mutate_copy_(gene_kernels::choose<gene_kernels::MoveWithin<kBound>>(parameters.dimensions, level)),
      function_(gene_kernels::choose<Function>(parameters.dimensions, level)) {
  if (parameters.features > parameters.dimensions) {
    throw std::invalid_argument(
        fmt::format("features {} of rastrigin: there are only {} genes", parameters.features, parameters.dimensions));
  }
}

std::vector<Interval> Rastrigin::bounds() const {
  return std::vector<Interval>(parameters_.features, {.low = -kBound, .high = kBound});
}

std::vector<std::string> Rastrigin::feature_names() const {
  std::vector<std::string> names;
  for (std::uint32_t i = 1; i <= parameters_.features; ++i) names.push_back(fmt::format("x{}", i));
  return names;
}

void Rastrigin::check(std::span<const double> genome) { gene_kernels::check_bounds(genome, kBound); }

void Rastrigin::random(std::span<double> genome, Rng& rng) const {
  for (double& gene : genome) gene = rng.uniform(-kBound, kBound);
}

double Rastrigin::scaled(double fitness, std::span<const double> genome) const {
  return scaled_fitness::fitness(parameters_.scale, fitness, plain_quality(fitness) / highest_quality(), genome);
}

double Rastrigin::quality(double fitness) const {
  // The plain scale does not need the largest value, which takes a search.
  if (parameters_.scale == FitnessScale::plain) return plain_quality(fitness);
  return scaled_fitness::quality(parameters_.scale, fitness, highest_quality(),
                                 [this](double plain) { return plain_quality(plain); });
}

double Rastrigin::plain_quality(double fitness) const {
  return parameters_.goal == Goal::minimise ? 1 + fitness / largest() : fitness;
}

double Rastrigin::largest() const {
  // Several threads may ask at once; they all find the same.
  const std::atomic_ref<double> known(largest_);
  double largest = known.load(std::memory_order_relaxed);
  if (std::isnan(largest)) {
    largest = parameters_.dimensions * largest_gene_value(parameters_.cosine);
    known.store(largest, std::memory_order_relaxed);
  }
  return largest;
}

}  // namespace mce
