// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <span>
#include <utility>

#include "genome_random.hpp"
#include "mce/core/math.hpp"
#include "mce/core/parameters.hpp"
#include "mce/testbeds/fitness_scale.hpp"

/// What testbeds share to offer the scales of fitness.
namespace mce::scaled_fitness {

inline constexpr double kOutlier = -1e9;
inline constexpr std::uint64_t kGenomesPerOutlier = 100'000;
inline constexpr double kExponent = 20;
inline constexpr double kMillion = 1e6;

inline Parameter parameter(FitnessScale& field) {
  return choice_parameter<FitnessScale>("scale", field,
                                        {{"plain", FitnessScale::plain},
                                         {"root", FitnessScale::root},
                                         {"cube", FitnessScale::cube},
                                         {"exponential", FitnessScale::exponential},
                                         {"million", FitnessScale::million},
                                         {"outliers", FitnessScale::outliers}},
                                        "transformation of the fitness, which the quality undoes");
}

template <class Gene>
bool is_outlier(std::span<const Gene> genome) {
  return GenomeRandom(genome, "outlier").next() % kGenomesPerOutlier == 0;
}

/// The fitness of a genome: `plain` is its plain fitness, and `share` the quality of that, 1 for the highest. Rounding
/// or noise can make the share negative; it then counts as 0. NaN stays NaN.
template <class Gene>
double fitness(FitnessScale scale, double plain, double share, std::span<const Gene> genome) {
  if (std::isnan(plain)) return plain;
  const double q = share > 0 ? share : 0;
  switch (scale) {
    case FitnessScale::root: return std::sqrt(q);
    case FitnessScale::cube: return q * q * q;
    case FitnessScale::exponential: return math::exponential(kExponent * q);
    case FitnessScale::million: return kMillion * q;
    case FitnessScale::outliers: return is_outlier(genome) ? kOutlier : plain;
    case FitnessScale::plain: break;
  }
  return plain;
}

/// The quality of a fitness on this scale. `plain_quality` is the quality of a plain fitness, and `highest` the quality
/// whose share is 1.
template <class PlainQuality>
double quality(FitnessScale scale, double fitness, double highest, PlainQuality plain_quality) {
  switch (scale) {
    case FitnessScale::root: return highest * (fitness * fitness);
    case FitnessScale::cube: return highest * math::cube_root(fitness);
    case FitnessScale::exponential: return highest * (math::natural_log(fitness) / kExponent);
    case FitnessScale::million: return highest * (fitness / kMillion);
    case FitnessScale::outliers: return fitness <= kOutlier ? 0 : plain_quality(fitness);
    case FitnessScale::plain: break;
  }
  return plain_quality(fitness);
}

}  // namespace mce::scaled_fitness
