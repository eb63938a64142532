// SPDX-License-Identifier: MIT
#include "mce/core/math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>

#include "mce/core/rng.hpp"

namespace mce::math::math_test {
namespace {

static_assert(LDBL_MANT_DIG >= 64, "the references need more digits than a double has");

constexpr long double kTwoPi = 2 * std::numbers::pi_v<long double>;
constexpr double kAllowedUlp = 2;

/// Error of `value` in units of the last place of a double of the size of `exact`.
double ulp_error(double value, long double exact) {
  if (exact == 0) return value == 0 ? 0 : 1e300;
  const long double ulp = std::ldexp(1.0L, std::max(std::ilogb(exact), -1022) - 52);
  return static_cast<double>(std::abs(static_cast<long double>(value) - exact) / ulp);
}

/// cos(2πx): std::remainder reduces to a turn exactly, and each eighth of it uses the function that is small there,
/// so that the rounding of 2π costs nothing.
long double exact_cos_turns(double x) {
  const double turn = std::abs(std::remainder(x, 1.0));
  if (turn <= 0.125) return std::cos(kTwoPi * turn);
  if (turn <= 0.375) return std::sin(kTwoPi * (0.25L - turn));
  return -std::cos(kTwoPi * (0.5L - turn));
}

/// The largest error over random arguments from [low, high].
template <class Error>
double largest_error(double low, double high, Error error) {
  Rng rng(20, "math test");
  double largest = 0;
  for (int i = 0; i < 100'000; ++i) largest = std::max(largest, error(rng.uniform(low, high)));
  return largest;
}

double sine_error(double angle) { return ulp_error(sin_cos(angle).sin, std::sin(static_cast<long double>(angle))); }
double cosine_error(double angle) { return ulp_error(sin_cos(angle).cos, std::cos(static_cast<long double>(angle))); }
double exponential_error(double x) { return ulp_error(exponential(x), std::exp(static_cast<long double>(x))); }
double cube_root_error(double x) { return ulp_error(cube_root(x), std::cbrt(static_cast<long double>(x))); }
double log_error(double x) { return ulp_error(natural_log(x), std::log(static_cast<long double>(x))); }

TEST(Clamp, IsThatOfTheStandardLibrary) {
  static_assert(math::clamp(0.3, -1, 1) == 0.3 && math::clamp(7, -1, 1) == 1 && math::clamp(-7, -1, 1) == -1);
  Rng rng(3);
  for (int i = 0; i < 10'000; ++i) {
    const double x = rng.uniform(-12, 12);
    EXPECT_EQ(math::clamp(x, -5.12, 5.12), std::clamp(x, -5.12, 5.12));
  }
  for (const double x :
       {-5.12, 5.12, std::nextafter(5.12, 6), std::nextafter(5.12, 0), std::nextafter(-5.12, -6), 0.0}) {
    EXPECT_EQ(math::clamp(x, -5.12, 5.12), std::clamp(x, -5.12, 5.12));
  }
}

TEST(WrapOnce, LeavesAnglesInRangeAndTurnsOthersBackOnce) {
  for (const double angle : {0.0, -0.0, 1.0, kPi, -kPi, std::nextafter(kPi, 0)}) EXPECT_EQ(wrap_once(angle), angle);
  EXPECT_EQ(wrap_once(4), 4 - 2 * kPi);
  EXPECT_EQ(wrap_once(-4), -4 + 2 * kPi);
  EXPECT_EQ(wrap_once(std::nextafter(kPi, 4)), std::nextafter(kPi, 4) - 2 * kPi);
  EXPECT_EQ(wrap_once(3 * kPi), 3 * kPi - 2 * kPi);
}

TEST(CosTurns, IsExactAtWholeHalfAndQuarterTurns) {
  for (const double whole : {0.0, 1.0, -1.0, 5.0, -5.0, 1e6, -123456789.0, 0x1p28}) {
    EXPECT_EQ(cos_turns(whole), 1) << whole;
    EXPECT_EQ(cos_turns(whole + 0.5), -1) << whole;
    EXPECT_EQ(cos_turns(whole + 0.25), 0) << whole;
    EXPECT_EQ(cos_turns(whole - 0.25), 0) << whole;
  }
}

TEST(CosTurns, IsWithinTwoUlp) {
  const auto error = [](double x) { return ulp_error(cos_turns(x), exact_cos_turns(x)); };
  EXPECT_LT(largest_error(-0.5, 0.5, error), kAllowedUlp);
  EXPECT_LT(largest_error(-5.12, 5.12, error), kAllowedUlp);
  EXPECT_LT(largest_error(-0x1p28, 0x1p28, error), kAllowedUlp);
}

TEST(CosTurns, IsWithinTwoUlpNextToItsZerosAndExtremes) {
  double largest = 0;
  for (const double centre : {0.0, 0.25, 0.5, 0.75, 1.0, 4.25, -4.75}) {
    for (double offset = 1; offset > 1e-17; offset *= 0.7) {
      for (const double x : {centre - offset, centre + offset}) {
        largest = std::max(largest, ulp_error(cos_turns(x), exact_cos_turns(x)));
      }
    }
  }
  EXPECT_LT(largest, kAllowedUlp);
}

TEST(CosTurns, IsEven) {
  EXPECT_EQ(largest_error(0, 10, [](double x) { return std::abs(cos_turns(x) - cos_turns(-x)); }), 0);
}

TEST(SinCos, OfZeroIsExact) {
  EXPECT_EQ(sin_cos(0).sin, 0);
  EXPECT_EQ(sin_cos(0).cos, 1);
}

TEST(SinCos, IsWithinTwoUlpForAllArms) {
  // An arm of 1000 joints turns by up to 1000π.
  for (const double reach : {0.8, kPi, 12 * kPi, 100 * kPi, 1000 * kPi}) {
    EXPECT_LT(largest_error(-reach, reach, sine_error), kAllowedUlp) << reach;
    EXPECT_LT(largest_error(-reach, reach, cosine_error), kAllowedUlp) << reach;
  }
}

TEST(SinCos, IsWithinTwoUlpOnItsWholeDomain) {
  for (const double reach : {100.0, 1000.0, 3200.0}) {
    EXPECT_LT(largest_error(-reach, reach, sine_error), kAllowedUlp) << reach;
    EXPECT_LT(largest_error(-reach, reach, cosine_error), kAllowedUlp) << reach;
  }
}

TEST(SinCos, IsWithinTwoUlpNextToMultiplesOfHalfPi) {
  for (int quarters = -5000; quarters <= 5000; ++quarters) {
    const double nearest = quarters * (kPi / 2);
    for (const double angle : {std::nextafter(nearest, -1e9), nearest, std::nextafter(nearest, 1e9)}) {
      ASSERT_LT(sine_error(angle), kAllowedUlp) << angle;
      ASSERT_LT(cosine_error(angle), kAllowedUlp) << angle;
    }
  }
}

TEST(SinCos, IsOddAndEven) {
  EXPECT_EQ(largest_error(0, 100, [](double x) { return std::abs(sin_cos(x).sin + sin_cos(-x).sin); }), 0);
  EXPECT_EQ(largest_error(0, 100, [](double x) { return std::abs(sin_cos(x).cos - sin_cos(-x).cos); }), 0);
}

TEST(NaturalLog, OfOneIsZero) { EXPECT_EQ(natural_log(1), 0); }

TEST(NaturalLog, IsWithinTwoUlp) {
  EXPECT_LT(largest_error(0.5, 2, log_error), kAllowedUlp);
  EXPECT_LT(largest_error(1 - 1e-6, 1 + 1e-6, log_error), kAllowedUlp);
  EXPECT_LT(largest_error(1, 1e10, log_error), kAllowedUlp);
  const auto any_size = [](double exponent) { return log_error(std::exp2(exponent)); };
  EXPECT_LT(largest_error(-1022, 1024, any_size), kAllowedUlp);
}

TEST(NaturalLog, IsWithinTwoUlpNextToOne) {
  double below = 1;
  double above = 1;
  for (int i = 0; i < 1000; ++i) {
    below = std::nextafter(below, 0);
    above = std::nextafter(above, 2);
    ASSERT_LT(log_error(below), kAllowedUlp) << below;
    ASSERT_LT(log_error(above), kAllowedUlp) << above;
  }
}

TEST(NaturalLog, IsWithinTwoUlpAtTheEndsOfTheNormalNumbers) {
  EXPECT_LT(log_error(DBL_MIN), kAllowedUlp);
  EXPECT_LT(log_error(DBL_MAX), kAllowedUlp);
}

/// As the power of two and the rest are defined, with signed integers.
double log_by_integers(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // in [½, 1)
  if (m < std::sqrt(0.5)) {
    m *= 2;
    --exponent;
  }
  const double k = exponent;
  const double f = m - 1.0;
  const double s = f / (m + 1.0);
  const double z = s * s;
  double p = 0x1.2b5a8681eef2bp-3;
  for (const double factor : {0x1.39fe2dee9c67ap-3, 0x1.7462b656a475dp-3, 0x1.c71c62defb856p-3, 0x1.2492492df7084p-2,
                              0x1.99999999952a7p-2, 0x1.5555555555558p-1}) {
    p = p * z + factor;
  }
  const double half_square = 0.5 * f * f;
  return k * 0x1.62e42fefp-1 - ((half_square - (s * (half_square + z * p) + k * 0x1.473de6af278edp-34)) - f);
}

TEST(NaturalLog, HasTheBitsOfItsDefinition) {
  const auto difference = [](double x) { return std::abs(natural_log(x) - log_by_integers(x)); };
  EXPECT_EQ(largest_error(0, 4, difference), 0);
  EXPECT_EQ(largest_error(-1022, 1024, [&](double exponent) { return difference(std::exp2(exponent)); }), 0);
  for (const double x : {DBL_MIN, DBL_MAX, 1.0, std::sqrt(0.5), std::sqrt(2.0)}) {
    for (const double near : {std::nextafter(x, 1), x, std::nextafter(x, 2)}) EXPECT_EQ(difference(near), 0) << near;
  }
}

TEST(NaturalLog, StrictlyIncreasesOverConsecutiveIntegers) {
  struct Range {
    double first;
    int count;
  };
  constexpr int kMany = 200'000;
  for (const auto [first, count] : {Range{1, 2 * kMany}, Range{1e6 - kMany, 2 * kMany}, Range{1e9 - kMany, 2 * kMany},
                                    Range{0x1p32 - kMany, 2 * kMany}, Range{0x1p46 - kMany, kMany}}) {
    double previous = natural_log(first);
    for (int i = 1; i < count; ++i) {
      const double next = natural_log(first + i);
      ASSERT_LT(previous, next) << first + i;
      previous = next;
    }
  }
}

TEST(Exponential, OfZeroIsOne) {
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-0.0), 1);
}

TEST(Exponential, IsWithinTwoUlp) {
  for (const double reach : {1e-9, 0.35, 1.0, 20.0, 708.0}) {
    EXPECT_LT(largest_error(-reach, reach, exponential_error), kAllowedUlp) << reach;
  }
  EXPECT_LT(exponential_error(-708), kAllowedUlp);
  EXPECT_LT(exponential_error(709), kAllowedUlp);
}

TEST(Exponential, IsWithinTwoUlpWhereTheReductionChanges) {
  for (int k = -1020; k <= 1020; ++k) {
    const double half = (k + 0.5) * std::numbers::ln2;
    for (const double x : {std::nextafter(half, -1e9), half, std::nextafter(half, 1e9)}) {
      ASSERT_LT(exponential_error(x), kAllowedUlp) << x;
    }
  }
}

TEST(Exponential, UndoesTheLogarithm) {
  const auto error = [](double x) { return std::abs(natural_log(exponential(x)) - x); };
  EXPECT_LT(largest_error(0, 20, error), 1e-14);
}

TEST(CubeRoot, IsExactForSmallWholeNumbersAndZero) {
  for (const double root : {0.0, 1.0, 2.0, 3.0, 10.0, 0.5}) EXPECT_EQ(cube_root(root * root * root), root);
}

TEST(CubeRoot, IsWithinTwoUlp) {
  EXPECT_LT(largest_error(1, 8, cube_root_error), kAllowedUlp);
  EXPECT_LT(largest_error(0, 1, cube_root_error), kAllowedUlp);
  const auto any_size = [](double exponent) { return cube_root_error(std::exp2(exponent)); };
  EXPECT_LT(largest_error(-1022, 1024, any_size), kAllowedUlp);
  EXPECT_LT(cube_root_error(DBL_MIN), kAllowedUlp);
  EXPECT_LT(cube_root_error(DBL_MAX), kAllowedUlp);
}

TEST(Math, GivesTheSameBitsAtCompileTime) {
  constexpr double kCosine = cos_turns(0.123);
  constexpr SinCos kBoth = sin_cos(123.456);
  constexpr double kLog = natural_log(123.456);
  constexpr double kPower = exponential(123.456);
  constexpr double kRoot = cube_root(123.456);
  const volatile double turns = 0.123;  // volatile, so that these are computed when the test runs
  const volatile double number = 123.456;
  EXPECT_EQ(cos_turns(turns), kCosine);
  EXPECT_EQ(sin_cos(number).sin, kBoth.sin);
  EXPECT_EQ(sin_cos(number).cos, kBoth.cos);
  EXPECT_EQ(natural_log(number), kLog);
  EXPECT_EQ(exponential(number), kPower);
  EXPECT_EQ(cube_root(number), kRoot);
}

}  // namespace
}  // namespace mce::math::math_test
