// SPDX-License-Identifier: MIT
#pragma once

#include "mce/core/parameters.hpp"

namespace mce {

/// The paper's λ, the weight of exploration in an upper confidence bound: 1/√2.
inline constexpr double kPaperLambda = 0x1.6a09e667f3bcdp-1;

inline Parameter lambda_parameter(double& lambda) {
  return real_parameter("lambda", lambda, {.low = 0, .high = 1e6, .least = 1e-100},
                        "weight of exploration; 1/√2 in the paper");
}

}  // namespace mce
