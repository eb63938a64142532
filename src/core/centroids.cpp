// SPDX-License-Identifier: MIT
#include "mce/core/centroids.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "nearest_points.hpp"

namespace mce {
namespace {

/// Where a value is in the range: 0 is its lower end, 1 its upper.
double in_range(const Interval& range, double value) { return (value - range.low) / (range.high - range.low); }

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
    throw std::invalid_argument(fmt::format("centroid {} has {} as feature {}: allowed are {} to {}", i / features + 1,
                                            points[i], i % features + 1, low, high));
  }
  const auto point = [&](std::size_t index) { return points.subspan(index * features, features); };
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return std::ranges::lexicographical_compare(point(a), point(b)); });
  const auto twice = std::ranges::adjacent_find(
      order, [&](std::size_t a, std::size_t b) { return std::ranges::equal(point(a), point(b)); });
  if (twice == order.end()) return;
  throw std::invalid_argument(fmt::format("centroids {} and {} are the same point", *twice + 1, *std::next(twice) + 1));
}

}  // namespace

struct Centroids::Contents {
  std::vector<Interval> bounds;
  std::vector<double> points;
  NearestPoints nearest;  // of the points in units of the ranges
};

Centroids::Centroids(std::vector<Interval> bounds, std::vector<double> points) {
  check_bounds(bounds);
  check_points(bounds, points);
  std::vector<double> scaled(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) scaled[i] = in_range(bounds[i % bounds.size()], points[i]);
  NearestPoints nearest(scaled, bounds.size());
  contents_ = std::make_shared<const Contents>(Contents{std::move(bounds), std::move(points), std::move(nearest)});
}

std::uint32_t Centroids::features() const { return static_cast<std::uint32_t>(contents_->bounds.size()); }
std::uint32_t Centroids::cells() const {
  return static_cast<std::uint32_t>(contents_->points.size() / contents_->bounds.size());
}
Interval Centroids::bounds(std::uint32_t feature) const { return contents_->bounds[feature]; }
std::span<const double> Centroids::points() const { return contents_->points; }
std::span<const double> Centroids::point(CellIndex cell) const {
  return points().subspan(std::size_t{cell} * features(), features());
}

CellIndex Centroids::cell(std::span<const double> values) const {
  std::array<double, kMaxFeatures> place{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Interval& bounds = contents_->bounds[i];
    place[i] = in_range(bounds, std::clamp(values[i], bounds.low, bounds.high));
  }
  return contents_->nearest.find(place.data());
}

}  // namespace mce
