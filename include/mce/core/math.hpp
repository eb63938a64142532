// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <numbers>

/// Elementary functions that give the same bits on every machine. The C library's may not: it picks fused or unfused
/// code by CPU. These use only IEEE +, −, ×, ÷ in a fixed order, and 64-bit integers instead of branches, so that
/// compilers run them over several values at once. Errors are below 2 ulp on the stated domains (tested).
namespace mce::math {

inline constexpr double kPi = std::numbers::pi;

/// The bits of `yes` where the mask has ones, those of `no` elsewhere.
constexpr double blend(std::uint64_t mask, double yes, double no) {
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(yes) & mask) | (std::bit_cast<std::uint64_t>(no) & ~mask));
}

/// All ones if x is below zero.
constexpr std::uint64_t negative_mask(double x) { return 0 - (std::bit_cast<std::uint64_t>(x) >> 63); }

/// std::clamp without a branch.
constexpr double clamp(double x, double low, double high) {
  const double no_higher = blend(negative_mask(high - x), high, x);
  return blend(negative_mask(no_higher - low), low, no_higher);
}

/// Wraps an angle from [−3π, 3π] into [−π, π].
constexpr double wrap_once(double angle) {
  const double below = angle - blend(negative_mask(kPi - angle), 2 * kPi, 0.0);
  return below + blend(negative_mask(below + kPi), 2 * kPi, 0.0);
}

/// An angle as whole quarter turns and the rest.
struct Quarters {
  std::uint64_t count;  // modulo 4 in the two lowest bits, whatever is above
  double rest;          // radians, in [−π/4, π/4]

  [[nodiscard]] constexpr std::uint64_t odd_mask() const { return 0 - (count & 1); }
  /// Minus if bit 1 of the count, moved on by `ahead` quarters, is set.
  [[nodiscard]] constexpr double with_sign(double value, std::uint64_t ahead) const {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ ((count + ahead) >> 1 << 63));
  }
};

/// Adding this leaves no room for a fraction: the nearest integer is then in the lowest bits.
inline constexpr double kToInteger = 0x1.8p52;

struct SinCos {
  double sin;
  double cos;
};

/// Sine and cosine of r in [−π/4, π/4], by polynomials of r². Three independent pairs of terms at a time: the terms
/// wait for each other less than in Horner's scheme.
constexpr SinCos sin_cos_near_zero(double r) {
  const double z = r * r;
  const double z2 = z * z;

  const double s0 = 0x1.1111111110ba5p-7 * z - 0x1.5555555555555p-3;
  const double s1 = 0x1.71de379365fb2p-19 * z - 0x1.a01a019e80e56p-13;
  const double s2 = 0x1.5e0a28e3289f6p-33 * z - 0x1.ae60081a933d3p-26;
  const double sine = r + r * (z * ((s2 * z2 + s1) * z2 + s0));

  const double c0 = -0x1.6c16c16c16962p-10 * z + 0x1.5555555555555p-5;
  const double c1 = -0x1.27e4fa16d5746p-22 * z + 0x1.a01a019f4dca3p-16;
  const double c2 = -0x1.907d0711b164ep-37 * z + 0x1.1eeb67f80236bp-29;
  const double half = 0.5 * z;
  const double one_minus = 1.0 - half;
  const double cosine = one_minus + (((1.0 - one_minus) - half) + z2 * ((c2 * z2 + c1) * z2 + c0));
  return {sine, cosine};
}

/// cos(2πx) for |x| < 2^29. The reduction to an eighth of a turn around a quarter is exact.
constexpr double cos_turns(double x) {
  const double shifted = 4 * x + kToInteger;
  const Quarters quarters{.count = std::bit_cast<std::uint64_t>(shifted),
                          .rest = (x - 0.25 * (shifted - kToInteger)) * (2 * kPi)};
  const auto [sine, cosine] = sin_cos_near_zero(quarters.rest);
  return quarters.with_sign(blend(quarters.odd_mask(), sine, cosine), 1);
}

/// Sine and cosine of an angle in radians, |angle| < 3200. Cody–Waite reduction by quarter turns.
constexpr SinCos sin_cos(double angle) {
  constexpr double kQuartersPerRadian = 0x1.45f306dc9c883p-1;
  constexpr double kHalfPi1 = 0x1.921fb544p+0;        // the first 33 bits of π/2,
  constexpr double kHalfPi2 = 0x1.0b4611a6p-34;       // the next 33,
  constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;  // and the rest: products with a small integer are exact
  const double shifted = angle * kQuartersPerRadian + kToInteger;
  const double whole = shifted - kToInteger;
  const Quarters quarters{.count = std::bit_cast<std::uint64_t>(shifted),
                          .rest = ((angle - whole * kHalfPi1) - whole * kHalfPi2) - whole * kHalfPi3};
  const auto [sine, cosine] = sin_cos_near_zero(quarters.rest);
  const std::uint64_t odd = quarters.odd_mask();
  return {quarters.with_sign(blend(odd, cosine, sine), 0), quarters.with_sign(blend(odd, sine, cosine), 1)};
}

/// Natural logarithm of a positive, finite, normal number: x = 2^k·m with m in [√½, √2), then the odd series of
/// ln((1+s)/(1−s)) in s = (m−1)/(m+1). Strictly increasing over the integers below 2^46, which the UCB selectors rely
/// on.
constexpr double natural_log(double x) {
  constexpr double kLn2High = 0x1.62e42fefp-1;  // NOLINT(modernize-use-std-numbers): the first bits of it
  constexpr double kLn2Low = 0x1.473de6af278edp-34;
  constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdULL;
  constexpr std::uint64_t kFraction = 0x000fffffffffffffULL;
  constexpr std::uint64_t kBias = 1024;  // makes k positive, so that it can be put below a 2^52 and becomes a double
  const std::uint64_t beyond = std::bit_cast<std::uint64_t>(x) - kSqrtHalf;
  const double k =
      std::bit_cast<double>(((beyond + (kBias << 52)) >> 52) | std::bit_cast<std::uint64_t>(0x1p52)) - (0x1p52 + kBias);
  const auto m = std::bit_cast<double>((beyond & kFraction) + kSqrtHalf);
  const double f = m - 1.0;
  const double s = f / (m + 1.0);
  const double z = s * s;
  double p = 0x1.2b5a8681eef2bp-3;
  p = p * z + 0x1.39fe2dee9c67ap-3;
  p = p * z + 0x1.7462b656a475dp-3;
  p = p * z + 0x1.c71c62defb856p-3;
  p = p * z + 0x1.2492492df7084p-2;
  p = p * z + 0x1.99999999952a7p-2;
  p = p * z + 0x1.5555555555558p-1;
  // ln m = 2s + s·z·p, and 2s = f − s·f exactly enough to keep the leading term free of the division's rounding.
  const double half_square = 0.5 * f * f;
  return k * kLn2High - ((half_square - (s * (half_square + z * p) + k * kLn2Low)) - f);
}

/// e^x for x in [−708, 709]: x = k·ln 2 + r with |r| ≤ ½·ln 2, then a rational approximation of e^r (as in fdlibm).
constexpr double exponential(double x) {
  constexpr double kLog2E = 0x1.71547652b82fep+0;  // NOLINT(modernize-use-std-numbers): the bits that are meant
  constexpr double kLn2High = 0x1.62e42feep-1;     // NOLINT(modernize-use-std-numbers): short, so k times it is exact
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  const double shifted = x * kLog2E + kToInteger;
  const double k = shifted - kToInteger;
  const double high = x - k * kLn2High;
  const double low = k * kLn2Low;
  const double r = high - low;
  const double z = r * r;
  double p = 0x1.6376972bea4d0p-25;
  p = p * z - 0x1.bbd41c5d26bf1p-20;
  p = p * z + 0x1.1566aaf25de2cp-14;
  p = p * z - 0x1.6c16c16bebd93p-9;
  p = p * z + 0x1.555555555553ep-3;
  const double c = r - z * p;
  const double power = 1.0 - ((low - r * c / (2.0 - c)) - high);
  // The low bits of `shifted` are k: moved to the exponent, they multiply by 2^k.
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(power) + (std::bit_cast<std::uint64_t>(shifted) << 52));
}

/// Cube root of 0 or a positive, finite, normal number: a third of the exponent as the first guess, then Newton's
/// method.
constexpr double cube_root(double x) {
  constexpr std::uint64_t kTwoThirdsOfTheBias = 0x2a9f7893ULL << 32;
  constexpr int kSteps = 4;  // the guess is within 6 %, and every step squares the error
  if (x == 0) return 0;
  auto root = std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) / 3 + kTwoThirdsOfTheBias);
  for (int i = 0; i < kSteps; ++i) root -= (root - x / (root * root)) / 3;
  return root;
}

}  // namespace mce::math
