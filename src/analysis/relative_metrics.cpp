// SPDX-License-Identifier: MIT
#include "mce/analysis/relative_metrics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace mce {
namespace {

double ratio(double quality, double best) {
  const double quotient = quality / best;  // computed in any case: no branch in the loop over cells
  return best == 0 ? 1 : quotient;
}

struct Sums {
  double ratios = 0;
  double highest = 0;
  double filled = 0;
  double above_best = 0;  ///< cells, a misuse
};

/// Four sums side by side, since each addition would wait for the one before. The order is fixed, so results are too.
Sums sum_up(std::span<const double> qualities, std::span<const double> best) {
  constexpr std::size_t kLanes = 4;
  std::array<double, kLanes> ratios{};
  std::array<double, kLanes> highest{};
  std::array<double, kLanes> filled{};
  std::array<double, kLanes> above_best{};
  const auto take = [&](std::size_t cell, std::size_t lane) {
    const double q = qualities[cell];
    const double b = best[cell];
    const bool is_filled = !std::isnan(q);
    ratios[lane] += is_filled ? ratio(q, b) : 0.0;
    highest[lane] = q > highest[lane] ? q : highest[lane];
    filled[lane] += is_filled ? 1.0 : 0.0;
    above_best[lane] += is_filled && !(q <= b) ? 1.0 : 0.0;
  };
  const std::size_t whole = best.size() / kLanes * kLanes;
  for (std::size_t cell = 0; cell < whole; cell += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) take(cell + lane, lane);
  }
  for (std::size_t cell = whole; cell < best.size(); ++cell) take(cell, cell - whole);
  Sums sums;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    sums.ratios += ratios[lane];
    sums.highest = std::max(sums.highest, highest[lane]);
    sums.filled += filled[lane];
    sums.above_best += above_best[lane];
  }
  return sums;
}

void check_size(std::span<const double> qualities, std::size_t cells) {
  if (qualities.size() != cells) {
    throw std::invalid_argument(fmt::format("a map of {} cells among maps of {} cells", qualities.size(), cells));
  }
}

}  // namespace

BestQualities::BestQualities(std::uint32_t cells) : best_(cells, std::numeric_limits<double>::quiet_NaN()) {}

void BestQualities::add(std::span<const double> qualities) {
  check_size(qualities, best_.size());
  for (std::size_t cell = 0; cell < best_.size(); ++cell) {
    const double quality = qualities[cell];
    if (std::isnan(quality)) continue;
    if (std::isnan(best_[cell])) {
      ++filled_;
      best_[cell] = quality;
    }
    best_[cell] = std::max(best_[cell], quality);
    highest_ = std::max(highest_, quality);
  }
}

RelativeMetrics relative_metrics(std::span<const double> qualities, const BestQualities& all) {
  check_size(qualities, all.best().size());
  const Sums sums = sum_up(qualities, all.best());
  if (sums.above_best > 0) {
    throw std::invalid_argument(fmt::format("{} of {} cells are above the best of all runs: is the run among them?",
                                            sums.above_best, qualities.size()));
  }
  if (sums.filled == 0) return {};
  return {.global_performance = ratio(sums.highest, all.highest()),
          .global_reliability = sums.ratios / all.filled(),
          .precision = sums.ratios / sums.filled,
          .coverage = sums.filled / all.filled()};
}

}  // namespace mce
