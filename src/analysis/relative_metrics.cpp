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

/// Four sums side by side, since each addition would wait for the one before. The order is fixed, so results are too.
double sum(std::span<const double> values) {
  constexpr std::size_t kLanes = 4;
  std::array<double, kLanes> sums{};
  const std::size_t whole = values.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += values[i + lane];
  }
  for (std::size_t i = whole; i < values.size(); ++i) sums[i - whole] += values[i];
  return sums[0] + sums[1] + sums[2] + sums[3];
}

}  // namespace

BestQualities::BestQualities(std::uint32_t cells) : best_(cells, std::numeric_limits<double>::quiet_NaN()) {}

void BestQualities::add(std::span<const double> qualities) {
  if (qualities.size() != best_.size()) {
    throw std::invalid_argument(
        fmt::format("a map of {} cells among maps of {} cells", qualities.size(), best_.size()));
  }
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

RelativeMap::RelativeMap(const BestQualities& all)
    : all_(&all), ratios_(all.best().size()), filled_(all.best().size()) {}

void RelativeMap::set(std::uint32_t cell, double quality) {
  const double best = all_->best()[cell];
  if (!(quality <= best)) {
    throw std::invalid_argument(fmt::format(
        "quality {} in cell {} is above the best of all runs there, {}: is the run among them?", quality, cell, best));
  }
  ratios_[cell] = share_of_best(quality, best);
  highest_ = std::max(highest_, quality);
  if (!filled_[cell]) ++filled_count_;
  filled_[cell] = true;
}

MapFacts RelativeMap::facts(const MapSummary& own) const {
  if (own.filled != filled_count_) {
    throw std::invalid_argument(fmt::format("a map that fills {} cells, not {}", filled_count_, own.filled));
  }
  return {.own = own,
          .highest = highest_,
          .ratios = sum(ratios_),
          .highest_of_all = all_->highest(),
          .filled_by_any = all_->filled()};
}

}  // namespace mce
