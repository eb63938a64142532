// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace mce {

/// Values of independent runs. The functions here throw std::invalid_argument if one is not a finite number, or if
/// there are fewer of them than the result needs; a message names the value or the size.
using Sample = std::span<const double>;

double mean(Sample sample);
/// Estimates that of the population (divides by n − 1); needs 2 values.
double standard_deviation(Sample sample);

/// A sample in numbers. One value has neither a deviation nor an interval: they are NaN.
struct Description {
  std::size_t count = 0;
  double mean = 0;
  double deviation = 0;
  double low = 0;  ///< confidence interval of the mean, by Student's t: from here
  double high = 0;
};
/// `confidence` is more than 0 and less than 1.
Description describe(Sample sample, double confidence = 0.95);

/// Welch's t-test, two-sided: do the means differ, where variances may differ too? From 2 values each on.
/// Two constants are a tie (0, p = 1) or a clear difference (±∞, p = 0); there are no degrees of freedom, but NaN.
struct WelchTest {
  double statistic = 0;  ///< positive if the first mean is the higher one
  double degrees = 0;
  double p = 1;
};
WelchTest welch_test(Sample first, Sample second);

/// Hedges' g: difference of the means in pooled standard deviations, with the exact correction for small samples,
/// Γ(d/2) / (√(d/2) Γ((d − 1)/2)), d = degrees of freedom. From 2 values each on; 0 or ±∞ for two constants.
double hedges_g(Sample first, Sample second);

/// Mann–Whitney U, two-sided. Exact if one sample has 8 values or fewer and no values are equal, otherwise normal
/// approximation, corrected for ties and continuity (as SciPy chooses). From 1 value each on.
struct MannWhitneyTest {
  double statistic = 0;  ///< U: pairs in which the first sample's value is the higher one; equal ones count half
  double p = 1;
};
MannWhitneyTest mann_whitney_test(Sample first, Sample second);

/// Spearman's rank correlation of pairs, equal values sharing the mean of their ranks; −1 to 1, NaN if one side is
/// constant. The samples have the same size, 2 or more.
double rank_correlation(Sample first, Sample second);

}  // namespace mce
