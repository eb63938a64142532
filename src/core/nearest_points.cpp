// SPDX-License-Identifier: MIT
#include "nearest_points.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace mce {

struct NearestPoints::Search {
  const double* place = nullptr;
  double distance = std::numeric_limits<double>::infinity();
  CellIndex point = std::numeric_limits<CellIndex>::max();
  std::array<double, kMaxFeatures> apart{};  // by feature: squared, how far the branch being visited is at least
};

NearestPoints::NearestPoints(std::span<const double> points, std::size_t features) : features_(features) {
  assert(features >= 1 && features <= kMaxFeatures && !points.empty());
  std::vector<CellIndex> order(points.size() / features);
  std::iota(order.begin(), order.end(), CellIndex{0});
  where_.resize(order.size());
  build(order, points);
}

void NearestPoints::build(std::span<CellIndex> order, std::span<const double> points) {
  if (order.size() <= kLeaf) {
    add_leaf(order, points);
    return;
  }
  const auto value = [&](CellIndex point, std::size_t feature) { return points[point * features_ + feature]; };
  std::size_t widest = 0;
  double width = -1;
  for (std::size_t i = 0; i < features_; ++i) {
    const auto [low, high] = std::ranges::minmax(order, {}, [&](CellIndex point) { return value(point, i); });
    if (value(high, i) - value(low, i) > width) {
      width = value(high, i) - value(low, i);
      widest = i;
    }
  }
  const auto by_value = [&](CellIndex point) { return value(point, widest); };
  // All leaves but one are full.
  const std::size_t left = (order.size() + kLeaf - 1) / kLeaf / 2 * kLeaf;
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(left);
  std::ranges::nth_element(order, middle, {}, by_value);
  const double low = value(
      *std::max_element(order.begin(), middle, [&](CellIndex a, CellIndex b) { return by_value(a) < by_value(b); }),
      widest);
  const std::size_t node = nodes_.size();
  nodes_.push_back({low, by_value(*middle), 0, static_cast<std::uint32_t>(widest)});
  build(order.first(left), points);
  nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
  build(order.subspan(left), points);
}

void NearestPoints::add_leaf(std::span<CellIndex> order, std::span<const double> points) {
  std::ranges::sort(order);
  const auto number = static_cast<std::uint32_t>(numbers_.size() / kLeaf);
  nodes_.push_back({0, 0, 0, number});
  numbers_.insert(numbers_.end(), order.begin(), order.end());
  numbers_.resize((number + 1) * kLeaf, std::numeric_limits<CellIndex>::max());
  const std::size_t first = leaves_.size();
  leaves_.resize(first + kLeaf * features_, std::numeric_limits<double>::infinity());  // no point: infinitely far
  for (std::size_t k = 0; k < order.size(); ++k) {
    where_[order[k]] = first + k;
    for (std::size_t i = 0; i < features_; ++i) leaves_[first + i * kLeaf + k] = points[order[k] * features_ + i];
  }
}

double NearestPoints::distance(const double* place, CellIndex point) const {
  double sum = 0;
  for (std::size_t i = 0; i < features_; ++i) {
    const double apart = leaves_[where_[point] + i * kLeaf] - place[i];
    sum += apart * apart;
  }
  return sum;
}

void NearestPoints::scan(Search& search, std::uint32_t leaf) const {
  std::array<double, kLeaf> sums{};
  const double* values = &leaves_[leaf * kLeaf * features_];
  for (std::size_t i = 0; i < features_; ++i) {
    const double at = search.place[i];
    for (std::size_t k = 0; k < kLeaf; ++k) {
      const double apart = values[k] - at;
      sums[k] += apart * apart;
    }
    values += kLeaf;
  }
  for (std::size_t k = 0; k < kLeaf; ++k) {
    if (sums[k] > search.distance) continue;
    const CellIndex point = numbers_[leaf * kLeaf + k];
    if (sums[k] == search.distance && point > search.point) continue;
    search.distance = sums[k];
    search.point = point;
  }
}

/// `bound` is the sum of `apart`: no point of the branch is nearer.
void NearestPoints::visit(Search& search, std::uint32_t number, double bound) const {
  const Node& node = nodes_[number];
  if (node.right == 0) {
    scan(search, node.which);
    return;
  }
  const double value = search.place[node.which];
  const double from_left = value - node.low;
  const double from_right = node.high - value;
  const bool left_first = from_left < from_right;
  visit(search, left_first ? number + 1 : node.right, bound);
  const double gap = left_first ? from_right : from_left;
  double& apart = search.apart[node.which];
  const double before = apart;
  bound = bound - before + gap * gap;
  // Bounds are rounded otherwise than distances, by less than 2⁻⁴⁰ of them: a branch is left out only if it is clearly
  // farther.
  constexpr double kSlack = 1 - 0x1p-40;
  if (bound * kSlack > search.distance) return;
  apart = gap * gap;
  visit(search, left_first ? node.right : number + 1, bound);
  apart = before;
}

CellIndex NearestPoints::find(const double* place) const {
  Search search{.place = place};
  visit(search, 0, 0);
  return search.point;
}

CellIndex NearestPoints::find(const double* place, CellIndex guess) const {
  Search search{.place = place, .distance = distance(place, guess), .point = guess};
  visit(search, 0, 0);
  return search.point;
}

}  // namespace mce
