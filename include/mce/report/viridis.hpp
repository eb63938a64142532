// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace mce {

struct Rgb {
  int red;
  int green;
  int blue;
};
/// "#440154"
std::string hex(const Rgb& colour);

/// Viridis, for a share from 0 to 1, NaN like 0: readable for the colour-blind, and brighter means more.
Rgb viridis(double share);

}  // namespace mce
