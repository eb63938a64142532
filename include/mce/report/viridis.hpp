// SPDX-License-Identifier: MIT
#pragma once

namespace mce {

struct Rgb {
  int red;
  int green;
  int blue;
};

/// Viridis, for a share from 0 to 1: readable for the colour-blind, and brighter means more.
Rgb viridis(double share);

}  // namespace mce
