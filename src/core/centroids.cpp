// SPDX-License-Identifier: MIT
#include "mce/core/centroids.hpp"

#include <fmt/core.h>

#include <algorithm>
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

/// A feature vector in units of the ranges, from 0 to 1.
using Place = std::array<double, kMaxFeatures>;

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

Centroids spread_centroids(std::vector<Interval> bounds, std::uint32_t count, std::uint64_t seed) {
  static_cast<void>(count);
  static_cast<void>(seed);
  return Centroids(std::move(bounds), {});
}

}  // namespace mce
