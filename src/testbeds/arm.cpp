// SPDX-License-Identifier: MIT
#include "mce/testbeds/arm.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "gene_kernels.hpp"
#include "genome_random.hpp"
#include "scaled_fitness.hpp"

namespace mce {
namespace {

struct TurnJoints {
  template <std::size_t kGenes>
  static void run(std::span<const double> parent, std::span<double> genome, double reach, Rng& rng) {
    gene_kernels::perturb(gene_kernels::sized<kGenes>(parent), gene_kernels::sized<kGenes>(genome), reach, rng,
                          math::wrap_once);
  }
};

struct Evaluate {
  template <std::size_t kGenes>
  static double run(std::span<const double> genome, std::span<double> features) {
    const auto angles = gene_kernels::sized<kGenes>(genome);
    const auto joints = static_cast<double>(angles.size());
    gene_kernels::LaneSum sum;
    for (std::size_t i = 0; i < angles.size(); ++i) sum.add(i, angles[i]);
    const double mean = sum.total() / joints;
    gene_kernels::LaneSum squares;
    for (std::size_t i = 0; i < angles.size(); ++i) squares.add(i, (angles[i] - mean) * (angles[i] - mean));

    // The directions first, one after the other, then sine and cosine of several at once.
    constexpr std::size_t kChunk = std::min(kGenes, gene_kernels::kLargestOwn);
    gene_kernels::LaneSum x;
    gene_kernels::LaneSum y;
    double direction = 0;
    const auto advance = [&](std::size_t start, std::size_t count) {
      std::array<double, kChunk> directions;  // NOLINT(*-member-init): filled at once
      std::array<double, kChunk> cosines;     // NOLINT(*-member-init)
      std::array<double, kChunk> sines;       // NOLINT(*-member-init)
      for (std::size_t i = 0; i < count; ++i) directions[i] = direction += angles[start + i];
      for (std::size_t i = 0; i < count; ++i) {
        const auto [sine, cosine] = math::sin_cos(directions[i]);
        cosines[i] = cosine;
        sines[i] = sine;
      }
      for (std::size_t i = 0; i < count; ++i) x.add(start + i, cosines[i]);
      for (std::size_t i = 0; i < count; ++i) y.add(start + i, sines[i]);
    };
    std::size_t start = 0;
    for (; start + kChunk <= angles.size(); start += kChunk) advance(start, kChunk);
    if constexpr (kGenes == gene_kernels::kAnyNumber) advance(start, angles.size() - start);
    features[0] = x.total() / joints;
    features[1] = y.total() / joints;
    return -squares.total() / joints;
  }
};

/// Noise can make it negative, which a quality never is.
double plain_quality(double fitness) { return std::max(1 + fitness / (math::kPi * math::kPi), 0.0); }

}  // namespace

std::vector<Parameter> Arm::Parameters::table() {
  return {
      whole_parameter("joints", joints, 1, 1000, "number of joints"),
      real_parameter("mutation", mutation, {.low = 0, .high = math::kPi}, "each angle moves by up to this (radians)"),
      real_parameter("fitness-noise", fitness_noise, {.low = 0, .high = 10},
                     "standard deviation of noise in the fitness"),
      real_parameter("feature-noise", feature_noise, {.low = 0, .high = 1},
                     "standard deviation of noise in each feature"),
      scaled_fitness::parameter(scale)};
}

Arm::Arm(Parameters parameters, CpuLevel level)
    : parameters_((mce::check(parameters.table(), "arm"), parameters)),
      exact_(parameters.fitness_noise == 0 && parameters.feature_noise == 0 && parameters.scale == FitnessScale::plain),
      mutate_copy_(gene_kernels::choose<TurnJoints>(parameters.joints, level)),
      evaluate_(gene_kernels::choose<Evaluate>(parameters.joints, level)) {}

void Arm::check(std::span<const double> genome) {
  gene_kernels::check_bounds(genome, math::kPi * (1 + 1e-9));  // wrapping an angle rounds it
}

void Arm::random(std::span<double> genome, Rng& rng) const {
  for (double& angle : genome) angle = rng.uniform(-math::kPi, math::kPi);
}

double Arm::altered(double fitness, std::span<const double> genome, std::span<double> features) const {
  if (parameters_.fitness_noise > 0 || parameters_.feature_noise > 0) {
    GenomeRandom random(genome, "noise");
    fitness += parameters_.fitness_noise * random.normals().first;
    const auto [x, y] = random.normals();
    features[0] += parameters_.feature_noise * x;
    features[1] += parameters_.feature_noise * y;
  }
  return scaled_fitness::fitness(parameters_.scale, fitness, plain_quality(fitness), genome);
}

double Arm::quality(double fitness) const {
  return scaled_fitness::quality(parameters_.scale, fitness, 1, plain_quality);
}

}  // namespace mce
