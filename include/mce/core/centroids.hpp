// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "mce/core/grid.hpp"

namespace mce {

/// The cells of a feature map as the surroundings of points (CVT-MAP-Elites, Vassiliades et al. 2018): a feature vector
/// belongs to the nearest centroid, and to the first of those that are equally near. Distances are measured in
/// units of each feature's range. As on a grid, a feature beyond its range counts as one at its edge. Copies share
/// their contents.
class Centroids {
 public:
  static constexpr std::uint32_t kMaxCells = 1'000'000;

  /// `points` has one point after the other, each with a number for every feature, within the bounds. Throws
  /// std::invalid_argument.
  Centroids(std::vector<Interval> bounds, std::vector<double> points);

  [[nodiscard]] std::uint32_t features() const;
  [[nodiscard]] std::uint32_t cells() const;
  [[nodiscard]] Interval bounds(std::uint32_t feature) const;

  /// Cell of a feature vector without NaN.
  [[nodiscard]] CellIndex cell(std::span<const double> values) const;

  /// All points, as the constructor takes them, and one of them.
  [[nodiscard]] std::span<const double> points() const;
  [[nodiscard]] std::span<const double> point(CellIndex cell) const;

 private:
  struct Contents;
  std::shared_ptr<const Contents> contents_;
};

/// So many centroids that divide the box of the bounds evenly: k-means over uniform samples, the same for the same
/// arguments on every machine. Once `stop` is set, it soon returns centroids that are less even. Throws
/// std::invalid_argument.
Centroids spread_centroids(const std::vector<Interval>& bounds, std::uint32_t count, std::uint64_t seed,
                           const std::atomic<bool>* stop = nullptr);

/// The most that spread_centroids takes.
inline constexpr std::uint32_t kMaxSpreadCentroids = 100'000;

/// Points as the constructor of Centroids takes them, and how many numbers each of them has.
struct CentroidPoints {
  std::uint32_t features = 0;
  std::vector<double> values;
};
/// Points as people write them: a line for each, with numbers separated by commas or blanks. Empty lines are left out,
/// and everything from a `#` to the end of its line. A line must have `features` numbers; if that is 0, as many as the
/// first. `source` is what errors call the text. Throws Error with the line.
CentroidPoints parse_centroids(std::string_view text, std::string_view source, std::uint32_t features = 0);

}  // namespace mce
