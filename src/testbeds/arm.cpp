// SPDX-License-Identifier: MIT
#include "mce/testbeds/arm.hpp"

#include <fmt/core.h>

#include <numeric>
#include <stdexcept>

#include "perturb.hpp"

namespace mce {

Arm::Arm(const Parameters& parameters) : parameters_(parameters) {
  if (parameters.joints < 1 || parameters.joints > 1000) {
    throw std::invalid_argument(fmt::format("joints {} of arm: allowed are 1 to 1000", parameters.joints));
  }
  if (!(parameters.mutation >= 0 && parameters.mutation <= math::kPi)) {
    throw std::invalid_argument(fmt::format("mutation {} of arm: allowed are 0 to π", parameters.mutation));
  }
}

void Arm::random(std::span<double> genome, Rng& rng) const {
  for (double& angle : genome) angle = rng.uniform(-math::kPi, math::kPi);
}

void Arm::mutate(std::span<double> genome, Rng& rng) const {
  perturb(genome, parameters_.mutation, rng, [](double angle) {
    const double below = angle > math::kPi ? angle - 2 * math::kPi : angle;
    return below < -math::kPi ? below + 2 * math::kPi : below;
  });
}

double Arm::evaluate(std::span<const double> genome, std::span<double> features) const {
  const auto joints = static_cast<double>(genome.size());
  const double mean = std::accumulate(genome.begin(), genome.end(), 0.0) / joints;
  double squares = 0;
  double direction = 0;
  double x = 0;
  double y = 0;
  for (const double angle : genome) {
    squares += (angle - mean) * (angle - mean);
    direction += angle;
    const auto [sine, cosine] = math::sin_cos(direction);
    x += cosine;
    y += sine;
  }
  features[0] = x / joints;
  features[1] = y / joints;
  return -squares / joints;
}

}  // namespace mce
