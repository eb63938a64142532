// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "mce/core/centroids.hpp"
#include "mce/core/grid.hpp"

namespace mce {

/// How the feature space is divided into cells: by a grid, or by the nearest of some centroids.
class Partition {
 public:
  Partition(Grid grid)  // NOLINT(google-explicit-constructor): a grid is one
      : cells_(grid.cells()), features_(grid.features()), kind_(std::move(grid)) {}
  Partition(Centroids centroids)  // NOLINT(google-explicit-constructor): so are centroids
      : cells_(centroids.cells()), features_(centroids.features()), kind_(std::move(centroids)) {}

  [[nodiscard]] std::uint32_t cells() const { return cells_; }
  [[nodiscard]] std::uint32_t features() const { return features_; }
  [[nodiscard]] Interval bounds(std::uint32_t feature) const {
    return std::visit([feature](const auto& kind) { return kind.bounds(feature); }, kind_);
  }

  /// Cell of a feature vector without NaN.
  [[nodiscard]] CellIndex cell(std::span<const double> values) const {
    if (const Grid* found = grid()) [[likely]]
      return found->cell(values);
    return centroids()->cell(values);
  }

  /// What it is; null if it is the other.
  [[nodiscard]] const Grid* grid() const { return std::get_if<Grid>(&kind_); }
  [[nodiscard]] const Centroids* centroids() const { return std::get_if<Centroids>(&kind_); }

 private:
  std::uint32_t cells_;
  std::uint32_t features_;
  std::variant<Grid, Centroids> kind_;
};

}  // namespace mce
