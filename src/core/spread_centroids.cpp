// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "mce/core/centroids.hpp"
#include "mce/core/rng.hpp"
#include "nearest_points.hpp"

namespace mce {
namespace {

/// Lloyd's algorithm over random samples of the unit cube. Nothing but the order of additions decides how it rounds.
class Means {
 public:
  Means(std::size_t features, std::uint32_t count, std::uint64_t seed)
      : features_(features), samples_(features * sample_count(count)) {
    Rng rng(seed, "centroids");
    for (double& each : samples_) each = rng.uniform01();
    means_.assign(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(features * count));
    nearest_.resize(samples_.size() / features);
  }

  /// Moves every mean to the middle of the samples that are nearest to it; one without samples stays where it is.
  /// False if no sample has another mean than before, or if `stop` was set meanwhile: then nothing is moved.
  bool improve(const std::atomic<bool>* stop) {
    const NearestPoints points(means_, features_);
    std::vector<double> sums(means_.size());
    std::vector<std::uint32_t> members(means_.size() / features_);
    bool changed = false;
    for (std::size_t i = 0; i < nearest_.size(); ++i) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) return false;
      const double* sample = &samples_[i * features_];
      const CellIndex mean = points.find(sample, nearest_[i]);
      changed |= nearest_[i] != mean;
      nearest_[i] = mean;
      ++members[mean];
      for (std::size_t k = 0; k < features_; ++k) sums[mean * features_ + k] += sample[k];
    }
    for (std::size_t i = 0; i < means_.size(); ++i) {
      if (members[i / features_] > 0) means_[i] = sums[i] / members[i / features_];
    }
    return changed;
  }

  [[nodiscard]] std::vector<double> take() && { return std::move(means_); }

 private:
  /// More samples make the cells more even: as many as take a fraction of a second, and for very many means seconds.
  static std::size_t sample_count(std::uint32_t means) {
    return std::max<std::size_t>(10'000, std::size_t{means} * (means <= 2'500 ? 50 : 20));
  }

  std::size_t features_;
  std::vector<double> samples_;
  std::vector<double> means_;
  std::vector<CellIndex> nearest_;  // by sample
};

}  // namespace

Centroids spread_centroids(const std::vector<Interval>& bounds, std::uint32_t count, std::uint64_t seed,
                           const std::atomic<bool>* stop) {
  check_bounds(bounds);
  if (count == 0 || count > kMaxSpreadCentroids) {
    throw std::invalid_argument(fmt::format("{} centroids: allowed are 1 to {}", count, kMaxSpreadCentroids));
  }
  constexpr int kMostRounds = 20;  // more would hardly move anything
  Means means(bounds.size(), count, seed);
  for (int round = 0; round < kMostRounds && means.improve(stop);) ++round;
  std::vector<double> points = std::move(means).take();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [low, high] = bounds[i % bounds.size()];
    points[i] = std::clamp(low + points[i] * (high - low), low, high);
  }
  return {bounds, std::move(points)};
}

}  // namespace mce
