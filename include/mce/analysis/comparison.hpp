// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mce {

enum class Verdict : std::uint8_t { worse, undecided, better };

/// One selector against another, by their values of one metric for one treatment: a value per run, higher is better.
/// NaN is what too few runs leave open: with one run there is no Welch test and no g, with none there is nothing.
struct Comparison {
  double difference = 0;      ///< of the means, first less second
  double welch_p = 1;         ///< two-sided, not corrected
  double mann_whitney_p = 1;  ///< two-sided, not corrected; beside Welch's for small samples or broken normality
  double hedges_g = 0;        ///< positive if the first is the better one
  Verdict verdict = Verdict::undecided;
};

/// Each of k selectors against each of the others (docs/algorithm.md, section 7). Better is: a higher mean, and Welch's
/// p below the threshold, significance / (k − 1) (Bonferroni). Without a test nothing is decided.
class Comparisons {
 public:
  /// One sample per selector. Throws std::invalid_argument if a value is not a finite number, or if the significance
  /// is not more than 0 and less than 1.
  explicit Comparisons(std::span<const std::vector<double>> samples, double significance = 0.05);

  [[nodiscard]] std::size_t selectors() const { return selectors_; }
  [[nodiscard]] double threshold() const { return threshold_; }
  [[nodiscard]] const Comparison& between(std::size_t first, std::size_t second) const {
    return pairs_[first * selectors_ + second];
  }
  /// How many of the others the selector is significantly better than: an entry of the paper's tables, which are sums
  /// over treatments.
  [[nodiscard]] std::uint32_t beaten(std::size_t selector) const;

 private:
  std::size_t selectors_;
  double threshold_;
  std::vector<Comparison> pairs_;  ///< row by row; the diagonal is a tie with oneself
};

}  // namespace mce
