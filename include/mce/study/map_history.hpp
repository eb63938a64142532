// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mce/core/archive.hpp"

namespace mce {

/// The fitness of every cell at every save point of a run, kept as what has changed from one to the next: elites are
/// replaced rarely, so this takes a fifth of the space of whole maps.
class MapHistory {
 public:
  explicit MapHistory(std::uint32_t cells);

  /// Adds the map as it is now.
  void record(const Archive& archive);
  [[nodiscard]] std::vector<std::byte> packed() const;

 private:
  std::vector<std::uint64_t> last_;     // bits of the fitness of every cell
  std::vector<std::uint64_t> changed_;  // a bit for every cell, map after map
  std::vector<std::uint64_t> values_;   // of the changed cells, in order
};

/// Plays a packed history back, map by map.
class MapHistoryReader {
 public:
  /// Throws Error for bytes that are no history of so many cells and save points.
  MapHistoryReader(std::span<const std::byte> packed, std::uint32_t cells, std::size_t save_points);

  /// The next map: the fitness of every cell, NaN where there is no elite. Call it once per save point.
  std::span<const double> next();
  /// The map at the last save point.
  std::span<const double> last();

 private:
  std::vector<double> map_;
  std::vector<std::uint64_t> changed_;
  std::vector<double> values_;
  std::size_t save_points_;
  std::size_t played_ = 0;
  std::size_t used_ = 0;
};

}  // namespace mce
