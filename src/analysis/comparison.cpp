// SPDX-License-Identifier: MIT
#include "mce/analysis/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "mce/analysis/statistics.hpp"

namespace mce {
namespace {

Comparison compare(Sample first, Sample second, double threshold) {
  constexpr double kOpen = std::numeric_limits<double>::quiet_NaN();
  Comparison result{.difference = kOpen, .welch_p = kOpen, .mann_whitney_p = kOpen, .hedges_g = kOpen};
  const std::size_t runs = std::min(first.size(), second.size());
  if (runs < 1) return result;
  result.difference = mean(first) - mean(second);
  result.mann_whitney_p = mann_whitney_test(first, second).p;
  if (runs < 2) return result;
  result.welch_p = welch_test(first, second).p;
  result.hedges_g = hedges_g(first, second);
  if (result.welch_p < threshold && result.difference != 0) {
    result.verdict = result.difference > 0 ? Verdict::better : Verdict::worse;
  }
  return result;
}

Comparison seen_from_the_other(const Comparison& comparison) {
  Comparison other = comparison;
  other.difference = -comparison.difference;
  other.hedges_g = -comparison.hedges_g;
  if (comparison.verdict == Verdict::better) other.verdict = Verdict::worse;
  if (comparison.verdict == Verdict::worse) other.verdict = Verdict::better;
  return other;
}

}  // namespace

Comparisons::Comparisons(std::span<const std::vector<double>> samples, double significance)
    : selectors_(samples.size()),
      threshold_(samples.size() > 2 ? significance / static_cast<double>(samples.size() - 1) : significance),
      pairs_(samples.size() * samples.size()) {
  if (!(significance > 0 && significance < 1)) {
    throw std::invalid_argument(fmt::format("significance {}: more than 0 and less than 1 needed", significance));
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto bad = std::ranges::find_if_not(samples[i], [](double value) { return std::isfinite(value); });
    if (bad != samples[i].end()) {
      throw std::invalid_argument(fmt::format("value {} of sample {} is {}: finite numbers are needed",
                                              bad - samples[i].begin() + 1, i + 1, *bad));
    }
  }
  for (std::size_t first = 0; first < selectors_; ++first) {
    for (std::size_t second = first; second < selectors_; ++second) {
      const Comparison comparison = compare(samples[first], samples[second], threshold_);
      pairs_[second * selectors_ + first] = seen_from_the_other(comparison);
      pairs_[first * selectors_ + second] = comparison;
    }
  }
}

std::uint32_t Comparisons::beaten(std::size_t selector) const {
  const auto row = std::span(pairs_).subspan(selector * selectors_, selectors_);
  return static_cast<std::uint32_t>(std::ranges::count(row, Verdict::better, &Comparison::verdict));
}

}  // namespace mce
