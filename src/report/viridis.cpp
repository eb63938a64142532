// SPDX-License-Identifier: MIT
#include "mce/report/viridis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace mce {

std::string hex(const Rgb& colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

Rgb viridis(double share) {
  constexpr std::array<Rgb, 9> kViridis = {{{68, 1, 84},
                                            {71, 44, 122},
                                            {59, 81, 139},
                                            {44, 113, 142},
                                            {33, 144, 141},
                                            {39, 173, 129},
                                            {92, 200, 99},
                                            {170, 220, 50},
                                            {253, 231, 37}}};
  const double position = (share > 0 ? std::min(share, 1.0) : 0.0) * (kViridis.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(position), kViridis.size() - 2);
  const double rest = position - static_cast<double>(below);
  const auto blend = [&](int Rgb::* part) {
    return static_cast<int>(std::lround(kViridis[below].*part * (1 - rest) + kViridis[below + 1].*part * rest));
  };
  return {blend(&Rgb::red), blend(&Rgb::green), blend(&Rgb::blue)};
}

}  // namespace mce
