// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "mce/core/partition.hpp"

namespace mce {

/// The centroids of a plan: so many, spread evenly, or points that were given. With a count of 0 the map is a grid.
struct CentroidChoice {
  std::uint32_t count = 0;
  std::uint64_t seed = 1;           ///< of the centroids that are spread; not that of the run
  std::vector<double> points = {};  ///< if given: one point after the other, `count` of them
  std::string file = {};            ///< where they were read, for people to know

  /// The file's name does not matter, only what is in it.
  bool operator==(const CentroidChoice& other) const {
    return count == other.count && seed == other.seed && points == other.points;
  }

  /// "1000", or the path of a file, which is read at once. Throws std::invalid_argument, and Error for the file.
  void parse(const std::string& text);
  /// What `parse` would take for it; "given" for points that were not read from a file.
  [[nodiscard]] std::string text() const;
};

/// What CentroidChoice::parse takes, with a path that starts in `folder`.
std::string centroids_in(const std::filesystem::path& folder, const std::string& text);

/// The points of a file, as `parse_centroids` understands it. Throws Error with the path, and the line.
CentroidPoints read_centroids(const std::filesystem::path& path, std::uint32_t features = 0);

/// Throws std::invalid_argument unless `centroids_of` these would work; spreads no centroids.
void check_centroids(const std::vector<Interval>& bounds, const CentroidChoice& choice);

/// The centroids in these bounds; `count` is not 0. Those that were asked for before are kept: spreading them takes
/// seconds, and the runs of a study share them. May be called by several threads.
Centroids centroids_of(const std::vector<Interval>& bounds, const CentroidChoice& choice);

}  // namespace mce
