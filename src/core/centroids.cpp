// SPDX-License-Identifier: MIT
#include "mce/core/centroids.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nanoflann.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "mce/core/rng.hpp"

namespace mce {
namespace {

constexpr std::size_t kMaxFeatures = 16;
constexpr std::uint32_t kSamplesPerCentroid = 20;
constexpr std::uint32_t kFewestSamples = 10'000;
constexpr std::uint32_t kMostRounds = 50;

/// A feature vector in units of the ranges, from 0 to 1.
using Place = std::array<double, kMaxFeatures>;

/// Throws std::invalid_argument unless there are points, all different and within the bounds.
void check_points(std::span<const Interval> bounds, std::span<const double> points) {
  const std::size_t features = bounds.size();
  const std::size_t count = points.size() / features;
  if (points.size() % features != 0) {
    throw std::invalid_argument(fmt::format("centroids have {} numbers together, which is no multiple of {} features",
                                            points.size(), features));
  }
  if (count == 0 || count > Centroids::kMaxCells) {
    throw std::invalid_argument(fmt::format("{} centroids: allowed are 1 to {}", count, Centroids::kMaxCells));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [low, high] = bounds[i % features];
    if (points[i] >= low && points[i] <= high) continue;
    throw std::invalid_argument(fmt::format("centroid {} has {} as feature {}: allowed are {} to {}", i / features,
                                            points[i], i % features, low, high));
  }
  const auto point = [&](std::size_t index) { return points.subspan(index * features, features); };
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return std::ranges::lexicographical_compare(point(a), point(b)); });
  const auto twice = std::ranges::adjacent_find(
      order, [&](std::size_t a, std::size_t b) { return std::ranges::equal(point(a), point(b)); });
  if (twice == order.end()) return;
  throw std::invalid_argument(fmt::format("centroids {} and {} are the same point", *twice, *std::next(twice)));
}

}  // namespace

/// The points in units of the ranges, as nanoflann reads them, and the tree over them.
struct Centroids::Contents {
  Contents(std::vector<Interval> its_bounds, std::vector<double> its_points)
      : bounds(std::move(its_bounds)),
        points(std::move(its_points)),
        scaled(scale(bounds, points)),
        tree(static_cast<int>(bounds.size()), *this, nanoflann::KDTreeSingleIndexAdaptorParams(kLeaf)) {}

  static constexpr std::size_t kLeaf = 8;

  static std::vector<double> scale(const std::vector<Interval>& bounds, const std::vector<double>& points) {
    std::vector<double> scaled(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto [low, high] = bounds[i % bounds.size()];
      scaled[i] = (points[i] - low) / (high - low);
    }
    return scaled;
  }

  [[nodiscard]] std::size_t kdtree_get_point_count() const { return points.size() / bounds.size(); }
  [[nodiscard]] double kdtree_get_pt(std::size_t point, std::size_t feature) const {
    return scaled[point * bounds.size() + feature];
  }
  template <class Box>
  static bool kdtree_get_bbox(Box& /*box*/) {
    return false;
  }

  using Distance = nanoflann::L2_Simple_Adaptor<double, Contents>;
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<Distance, Contents, -1, CellIndex>;

  std::vector<Interval> bounds;
  std::vector<double> points;
  std::vector<double> scaled;
  Tree tree;
};

namespace {

/// The nearest point that nanoflann finds; of equally near ones the first. It takes ties, which the library's own
/// result does not.
class Nearest {
 public:
  using DistanceType = double;
  [[nodiscard]] static bool full() { return true; }
  [[nodiscard]] double worstDist() const { return std::nextafter(distance_, std::numeric_limits<double>::infinity()); }
  bool addPoint(double distance, CellIndex cell) {
    if (distance < distance_ || (distance == distance_ && cell < cell_)) {
      distance_ = distance;
      cell_ = cell;
    }
    return true;
  }
  [[nodiscard]] CellIndex cell() const { return cell_; }

 private:
  double distance_ = std::numeric_limits<double>::max();
  CellIndex cell_ = std::numeric_limits<CellIndex>::max();
};

}  // namespace

Centroids::Centroids(std::vector<Interval> bounds, std::vector<double> points) {
  check_bounds(bounds);
  check_points(bounds, points);
  contents_ = std::make_shared<const Contents>(std::move(bounds), std::move(points));
}

std::uint32_t Centroids::features() const { return static_cast<std::uint32_t>(contents_->bounds.size()); }
std::uint32_t Centroids::cells() const { return static_cast<std::uint32_t>(contents_->kdtree_get_point_count()); }
Interval Centroids::bounds(std::uint32_t feature) const { return contents_->bounds[feature]; }
std::span<const double> Centroids::points() const { return contents_->points; }
std::span<const double> Centroids::point(CellIndex cell) const {
  return points().subspan(std::size_t{cell} * features(), features());
}

CellIndex Centroids::cell(std::span<const double> values) const {
  Place place;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [low, high] = contents_->bounds[i];
    place[i] = (std::clamp(values[i], low, high) - low) / (high - low);
  }
  // Bounds of whole branches are rounded differently from distances, so a branch is only left out if it is clearly
  // farther.
  constexpr float kSlack = -1e-6F;
  Nearest nearest;
  contents_->tree.findNeighbors(nearest, place.data(), nanoflann::SearchParams(32, kSlack, false));
  return nearest.cell();
}

Centroids spread_centroids(const std::vector<Interval>& bounds, std::uint32_t count, std::uint64_t seed) {
  check_bounds(bounds);
  if (count == 0 || count > kMaxSpreadCentroids) {
    throw std::invalid_argument(fmt::format("{} centroids: allowed are 1 to {}", count, kMaxSpreadCentroids));
  }
  const std::size_t features = bounds.size();
  const std::vector<Interval> units(features);
  std::vector<double> samples(features * std::max(kSamplesPerCentroid * count, kFewestSamples));
  Rng rng(seed, "centroids");
  for (double& each : samples) each = rng.uniform01();
  std::vector<double> points(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(features * count));
  std::vector<CellIndex> nearest(samples.size() / features, count);
  for (std::uint32_t round = 0; round < kMostRounds; ++round) {
    const Centroids now(units, points);
    bool changed = false;
    std::vector<double> sums(points.size());
    std::vector<std::uint32_t> members(count);
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      const auto sample = std::span(samples).subspan(i * features, features);
      const CellIndex cell = now.cell(sample);
      changed |= nearest[i] != cell;
      nearest[i] = cell;
      ++members[cell];
      for (std::size_t k = 0; k < features; ++k) sums[cell * features + k] += sample[k];
    }
    if (!changed) break;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (members[i / features] > 0) points[i] = sums[i] / members[i / features];
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [low, high] = bounds[i % features];
    points[i] = std::clamp(low + points[i] * (high - low), low, high);
  }
  return {bounds, std::move(points)};
}

}  // namespace mce
