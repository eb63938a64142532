// SPDX-License-Identifier: MIT
#include "mce/analysis/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/binomial.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace mce {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Squares of doubles neither overflow nor vanish in it.
using Wide = long double;

double narrow(Wide value) { return static_cast<double>(value); }

void check(Sample sample, std::size_t least) {
  if (sample.size() < least) {
    throw std::invalid_argument(
        fmt::format("a sample of {} value{}: at least {} needed", sample.size(), sample.size() == 1 ? "" : "s", least));
  }
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (!std::isfinite(sample[i])) {
      throw std::invalid_argument(
          fmt::format("value {} of {} is {}: finite numbers are needed", i + 1, sample.size(), sample[i]));
    }
  }
}

/// Summed as distances from the first value, so that the mean of equal values is that very value.
Wide mean_of(Sample sample) {
  const Wide first = sample.front();
  Wide sum = 0;
  for (const double value : sample) sum += value - first;
  return first + sum / static_cast<Wide>(sample.size());
}

struct Moments {
  Wide count;
  Wide mean;
  Wide squares = 0;  ///< Σ (x − mean)²

  explicit Moments(Sample sample) : count(static_cast<Wide>(sample.size())), mean(mean_of(sample)) {
    for (const double value : sample) squares += (value - mean) * (value - mean);
  }
  [[nodiscard]] Wide variance() const { return squares / (count - 1); }
};

/// 0 for a tie, ±∞ for a difference: what a difference amounts to where nothing varies.
double without_variance(Wide difference) { return difference == 0 ? 0 : std::copysign(kInfinity, narrow(difference)); }

/// Equal values share the mean of their ranks.
struct Ranking {
  std::vector<double> ranks;  ///< in the order of the values, from 1 on
  double ties = 0;            ///< Σ t³ − t over groups of t equal values

  explicit Ranking(Sample values) : ranks(values.size()) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
      while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
      for (std::size_t i = from; i < to; ++i) ranks[order[i]] = static_cast<double>(from + 1 + to) / 2;
      const auto equals = static_cast<double>(to - from);
      ties += equals * equals * equals - equals;
    }
  }
};

/// P(U ≤ most) if all orders of `few` and `many` values without ties are equally likely. The highest value of all is
/// one of the few, above `many` others, or one of the many: ways(few, many, u) is the sum of what is left in each case.
double exact_tail(std::size_t few, std::size_t many, std::size_t most) {
  std::vector<std::vector<double>> ways(few + 1, std::vector<double>(most + 1));
  for (auto& each : ways) each[0] = 1;
  for (std::size_t n = 1; n <= many; ++n) {
    for (std::size_t m = 1; m <= few; ++m) {
      for (std::size_t u = n; u <= most; ++u) ways[m][u] += ways[m - 1][u - n];
    }
  }
  const auto all =
      boost::math::binomial_coefficient<double>(static_cast<unsigned>(few + many), static_cast<unsigned>(few));
  return std::accumulate(ways[few].begin(), ways[few].end(), 0.0) / all;
}

}  // namespace

double mean(Sample sample) {
  check(sample, 1);
  return narrow(mean_of(sample));
}

double standard_deviation(Sample sample) {
  check(sample, 2);
  return narrow(std::sqrt(Moments(sample).variance()));
}

Description describe(Sample sample, double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    throw std::invalid_argument(fmt::format("confidence {}: more than 0 and less than 1 needed", confidence));
  }
  check(sample, 1);
  const Moments moments(sample);
  if (sample.size() == 1) return {1, narrow(moments.mean), kNone, kNone, kNone};
  const boost::math::students_t_distribution<Wide> student(moments.count - 1);
  const Wide reach = quantile(complement(student, (1 - static_cast<Wide>(confidence)) / 2)) *
                     std::sqrt(moments.variance() / moments.count);
  return {.count = sample.size(),
          .mean = narrow(moments.mean),
          .deviation = narrow(std::sqrt(moments.variance())),
          .low = narrow(moments.mean - reach),
          .high = narrow(moments.mean + reach)};
}

WelchTest welch_test(Sample first, Sample second) {
  check(first, 2);
  check(second, 2);
  const Moments a(first);
  const Moments b(second);
  const Wide difference = a.mean - b.mean;
  const Wide error_a = a.variance() / a.count;
  const Wide error_b = b.variance() / b.count;
  const Wide error = error_a + error_b;
  if (error == 0) return {without_variance(difference), kNone, difference == 0 ? 1.0 : 0.0};
  const Wide share_a = error_a / error;
  const Wide share_b = error_b / error;
  const Wide degrees = 1 / (share_a * share_a / (a.count - 1) + share_b * share_b / (b.count - 1));
  const Wide statistic = difference / std::sqrt(error);
  const boost::math::students_t_distribution<Wide> student(degrees);
  const Wide tail = cdf(complement(student, std::abs(statistic)));
  return {narrow(statistic), narrow(degrees), narrow(std::min<Wide>(1, 2 * tail))};
}

double hedges_g(Sample first, Sample second) {
  check(first, 2);
  check(second, 2);
  const Moments a(first);
  const Moments b(second);
  const Wide difference = a.mean - b.mean;
  const Wide degrees = a.count + b.count - 2;
  const Wide variance = (a.squares + b.squares) / degrees;
  if (variance == 0) return without_variance(difference);
  const Wide correction =
      1 / (std::sqrt(degrees / 2) * boost::math::tgamma_delta_ratio((degrees - 1) / 2, static_cast<Wide>(0.5)));
  return narrow(correction * difference / std::sqrt(variance));
}

MannWhitneyTest mann_whitney_test(Sample first, Sample second) {
  check(first, 1);
  check(second, 1);
  std::vector<double> values(first.begin(), first.end());
  values.insert(values.end(), second.begin(), second.end());
  const Ranking ranking(values);

  const auto n = static_cast<double>(first.size());
  const auto m = static_cast<double>(second.size());
  const auto end_of_first = ranking.ranks.begin() + static_cast<std::ptrdiff_t>(first.size());
  const double u = std::accumulate(ranking.ranks.begin(), end_of_first, 0.0) - n * (n + 1) / 2;
  const double lower = std::min(u, n * m - u);

  const auto [few, many] = std::minmax({first.size(), second.size()});
  if (few <= 8 && ranking.ties == 0) {
    return {u, std::min(1.0, 2 * exact_tail(few, many, static_cast<std::size_t>(lower)))};
  }
  const double variance = n * m / 12 * (n + m + 1 - ranking.ties / ((n + m) * (n + m - 1)));
  if (variance <= 0) return {u, 1};
  const double z = (n * m / 2 - lower - 0.5) / std::sqrt(variance);
  return {u, std::min(1.0, 2 * cdf(complement(boost::math::normal(), z)))};
}

double rank_correlation(Sample first, Sample second) {
  check(first, 2);
  check(second, 2);
  if (first.size() != second.size()) {
    throw std::invalid_argument(fmt::format("samples of {} and {} values: pairs needed", first.size(), second.size()));
  }
  const Ranking a(first);
  const Ranking b(second);
  const double middle = (static_cast<double>(first.size()) + 1) / 2;
  double products = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    products += (a.ranks[i] - middle) * (b.ranks[i] - middle);
    squares_a += (a.ranks[i] - middle) * (a.ranks[i] - middle);
    squares_b += (b.ranks[i] - middle) * (b.ranks[i] - middle);
  }
  if (squares_a == 0 || squares_b == 0) return kNone;
  return products / std::sqrt(squares_a * squares_b);
}

}  // namespace mce
