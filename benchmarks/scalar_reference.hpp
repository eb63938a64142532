// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <vector>

/// MAP-Elites as one would write it down: the C++ library's generator and cosine, one number at a time, one struct per
/// elite. What the engine is compared with.
namespace mce::reference {

struct ScalarRastrigin {
  using Genome = std::array<double, 6>;
  static constexpr double kBound = 5.12;
  static constexpr double kLow = -kBound;
  static constexpr double kHigh = kBound;

  static void mutate(Genome& genome, std::mt19937_64& rng) {
    std::uniform_real_distribution<double> noise(-0.256, 0.256);
    for (double& gene : genome) gene = std::clamp(gene + noise(rng), -kBound, kBound);
  }
  static double evaluate(const Genome& genome, std::array<double, 2>& features) {
    double sum = 10.0 * 6;
    for (const double gene : genome) sum += gene * gene - 10 * std::cos(2 * std::numbers::pi * gene);
    features = {genome[0], genome[1]};
    return -sum;
  }
};

struct ScalarArm {
  using Genome = std::array<double, 12>;
  static constexpr double kPi = std::numbers::pi;
  static constexpr double kBound = kPi;
  static constexpr double kLow = -1;
  static constexpr double kHigh = 1;

  static void mutate(Genome& genome, std::mt19937_64& rng) {
    std::uniform_real_distribution<double> noise(-0.1 * kPi, 0.1 * kPi);
    for (double& angle : genome) {
      angle += noise(rng);
      if (angle > kPi) angle -= 2 * kPi;
      if (angle < -kPi) angle += 2 * kPi;
    }
  }
  static double evaluate(const Genome& genome, std::array<double, 2>& features) {
    double sum = 0;
    for (const double angle : genome) sum += angle;
    const double mean = sum / 12;
    double squares = 0;
    double direction = 0;
    double x = 0;
    double y = 0;
    for (const double angle : genome) {
      squares += (angle - mean) * (angle - mean);
      direction += angle;
      x += std::cos(direction);
      y += std::sin(direction);
    }
    features = {x / 12, y / 12};
    return -squares / 12;
  }
};

/// 100 × 100 cells, uniform selection.
template <class Problem>
class ScalarLoop {
 public:
  explicit ScalarLoop(std::uint64_t seed) : rng_(seed), cells_(kBins * kBins) {
    std::uniform_real_distribution<double> gene(-Problem::kBound, Problem::kBound);
    for (int i = 0; i < 100; ++i) {
      Elite newcomer;
      for (double& each : newcomer.genome) each = gene(rng_);
      judge(newcomer);
    }
  }

  void step() {
    std::uniform_int_distribution<std::size_t> any(0, filled_.size() - 1);
    Elite offspring = cells_[filled_[any(rng_)]];
    Problem::mutate(offspring.genome, rng_);
    judge(offspring);
  }

 private:
  static constexpr std::size_t kBins = 100;
  struct Elite {
    typename Problem::Genome genome{};
    std::array<double, 2> features{};
    double fitness = 0;
    bool alive = false;
  };

  void judge(Elite& individual) {
    individual.fitness = Problem::evaluate(individual.genome, individual.features);
    individual.alive = true;
    std::size_t cell = 0;
    for (const double value : individual.features) {
      const double position = (value - Problem::kLow) / (Problem::kHigh - Problem::kLow) * kBins;
      cell = cell * kBins + static_cast<std::size_t>(std::clamp(position, 0.0, kBins - 1.0));
    }
    if (cells_[cell].alive && individual.fitness <= cells_[cell].fitness) return;
    if (!cells_[cell].alive) filled_.push_back(cell);
    cells_[cell] = individual;
  }

  std::mt19937_64 rng_;
  std::vector<Elite> cells_;
  std::vector<std::size_t> filled_;
};

}  // namespace mce::reference
