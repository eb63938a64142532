// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace mce {

/// How well the mean reward of an elite so far has predicted its next: the slope β of the least squares fit
/// y = c + β·x + α·z, weight n, over selections of elites with n ≥ 1, where x = w/n and z = 1/n are from before the
/// selection, and y is the reward that it brought. Nine running sums, whatever the number of selections.
class RewardForecast {
 public:
  static constexpr double kLeast = 0.001;

  [[gnu::always_inline]] void add(double n, double w, double reward) {
    const double z = 1 / n;
    const double x = w * z;
    sums_.n += n;
    sums_.nx += w;
    sums_.nz += 1;
    sums_.ny += n * reward;
    sums_.nxx += w * x;
    sums_.nxz += x;
    sums_.nzz += z;
    sums_.nxy += w * reward;
    sums_.nzy += reward;
  }

  /// From 0.001 to 1; 1 as long as the selections do not tell.
  [[nodiscard]] double slope() const {
    if (sums_.n == 0) return 1;
    const double x = sums_.nx / sums_.n;
    const double y = sums_.ny / sums_.n;
    const double z = sums_.nz / sums_.n;
    const double xx = sums_.nxx / sums_.n - x * x;
    const double xz = sums_.nxz / sums_.n - x * z;
    const double zz = sums_.nzz / sums_.n - z * z;
    const double xy = sums_.nxy / sums_.n - x * y;
    const double zy = sums_.nzy / sums_.n - z * y;
    const double determinant = xx * zz - xz * xz;
    if (!(determinant > 1e-9 * xx * zz)) return 1;
    const double slope = (xy * zz - zy * xz) / determinant;
    return std::isnan(slope) ? 1 : std::clamp(slope, kLeast, 1.0);  // sums from a file may be anything
  }

  /// To be saved: all there is.
  struct Sums {
    double n = 0;
    double nx = 0;
    double nz = 0;
    double ny = 0;
    double nxx = 0;
    double nxz = 0;
    double nzz = 0;
    double nxy = 0;
    double nzy = 0;
  };
  [[nodiscard]] const Sums& sums() const { return sums_; }
  void restore(const Sums& sums) { sums_ = sums; }
  [[nodiscard]] static bool possible(const Sums& sums) {
    const auto values = std::bit_cast<std::array<double, sizeof(Sums) / sizeof(double)>>(sums);
    return std::ranges::all_of(values, [](double value) { return value >= 0 && std::isfinite(value); });
  }

 private:
  Sums sums_;
};

}  // namespace mce
