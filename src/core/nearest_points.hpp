// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mce/core/grid.hpp"

namespace mce {

/// Finds the nearest of many points, and of those that are equally near the first: exactly what a scan of all of them
/// finds that adds the squared differences in the order of the features. A k-d tree whose leaves hold eight points,
/// feature by feature, so that the compiler computes their distances together. nanoflann takes twice as long for 10⁴
/// points with six features.
class NearestPoints {
 public:
  /// `points` has one point after the other, with 1 to kMaxFeatures finite numbers each.
  NearestPoints(std::span<const double> points, std::size_t features);

  /// `place` has as many numbers as a point, finite ones.
  [[nodiscard]] CellIndex find(const double* place) const;
  /// The same, faster if the guess is nearly right.
  [[nodiscard]] CellIndex find(const double* place, CellIndex guess) const;

 private:
  static constexpr std::size_t kLeaf = 8;

  /// Divides points by one of their features. Its left child is the next node.
  struct Node {
    double low;           // the highest value on the left
    double high;          // the lowest value on the right
    std::uint32_t right;  // the right child; 0 for a leaf
    std::uint32_t which;  // the feature, or of a leaf the number
  };
  struct Search;

  void build(std::span<CellIndex> order, std::span<const double> points);
  void add_leaf(std::span<CellIndex> order, std::span<const double> points);
  [[nodiscard]] double distance(const double* place, CellIndex point) const;
  void visit(Search& search, std::uint32_t number, double bound) const;
  void scan(Search& search, std::uint32_t leaf) const;

  std::size_t features_;
  std::vector<Node> nodes_;
  std::vector<double> leaves_;      // of each leaf the first feature of its points, then the second …
  std::vector<CellIndex> numbers_;  // of the points in the leaves, ascending in each
  std::vector<std::size_t> where_;  // of each point: its first feature in leaves_
};

}  // namespace mce
