// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mce::test {

/// A p-value below this is a failure. Seeds are fixed, so a test that passes once always passes; the tiny level only
/// means that a correct change of the random numbers does not break a test by bad luck.
inline constexpr double kSignificance = 1e-6;

/// P(χ² ≥ statistic): the regularised upper incomplete gamma function Q(degrees/2, statistic/2), by its series below
/// the mean and by Lentz's continued fraction above.
inline double chi_square_tail(double statistic, double degrees) {
  const double a = degrees / 2;
  const double x = statistic / 2;
  if (x <= 0) return 1;
  const double scale = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (double n = a + 1; term > sum * 1e-16; ++n) sum += term *= x / n;
    return 1 - scale * sum;
  }
  double b = x + 1 - a;
  double c = 1e300;
  double d = 1 / b;
  double fraction = d;
  for (int i = 1; i < 10'000; ++i) {
    const double numerator = -i * (i - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    fraction *= c * d;
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return scale * fraction;
}

/// p-value of the counts if the outcomes have these probabilities; 0 if something impossible has happened.
inline double fit(std::span<const std::uint64_t> counts, std::span<const double> probabilities) {
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  double statistic = 0;
  double degrees = -1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * probabilities[i];
    if (expected == 0 && counts[i] > 0) return 0;
    if (expected == 0) continue;
    const double excess = static_cast<double>(counts[i]) - expected;
    statistic += excess * excess / expected;
    ++degrees;
  }
  return degrees < 1 ? 1 : chi_square_tail(statistic, degrees);
}

/// The same for outcomes that are all equally likely.
inline double uniform_fit(std::span<const std::uint64_t> counts) {
  return fit(counts, std::vector<double>(counts.size(), 1.0 / static_cast<double>(counts.size())));
}

/// p-value of two equally large samples if they come from one distribution.
inline double same_distribution(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second) {
  constexpr double kRare = 20;  // outcomes seen less often than this are taken together
  double statistic = 0;
  double degrees = -1;
  const auto add = [&](double a, double b) {
    if (a + b == 0) return;
    statistic += (a - b) * (a - b) / (a + b);
    ++degrees;
  };
  double rare_first = 0;
  double rare_second = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto a = static_cast<double>(first[i]);
    const auto b = static_cast<double>(second[i]);
    if (a + b < kRare) {
      rare_first += a;
      rare_second += b;
    } else {
      add(a, b);
    }
  }
  add(rare_first, rare_second);
  return degrees < 1 ? 1 : chi_square_tail(statistic, degrees);
}

}  // namespace mce::test
