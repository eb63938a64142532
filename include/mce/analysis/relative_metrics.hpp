// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mce/analysis/metrics.hpp"

namespace mce {

/// The best that all runs of a treatment together have achieved in each cell at their ends. A map is given as the
/// quality of every cell, 0 or more, NaN where it is empty.
class BestQualities {
 public:
  explicit BestQualities(std::uint32_t cells);

  /// Takes in the final map of a run; the order of runs does not matter. Throws std::invalid_argument if it has a
  /// different number of cells.
  void add(std::span<const double> qualities);

  [[nodiscard]] std::span<const double> best() const { return best_; }  ///< of every cell, NaN if no run filled it
  [[nodiscard]] std::uint32_t filled() const { return filled_; }        ///< cells that any run has filled
  [[nodiscard]] double highest() const { return highest_; }             ///< of all cells; 0 before the first run

 private:
  std::vector<double> best_;
  std::uint32_t filled_ = 0;
  double highest_ = 0;
};

/// The map of one of those runs, from the empty map on, cell by cell: from one save point to the next few of them
/// change.
class RelativeMap {
 public:
  /// `all` has to live as long.
  explicit RelativeMap(const BestQualities& all);

  /// The cell holds an elite of this quality now. Throws std::invalid_argument if that is above the best of all runs:
  /// elites never get worse, so no run holds more at a save point than at its end.
  void set(std::uint32_t cell, double quality);
  [[nodiscard]] std::uint32_t filled() const { return filled_count_; }
  /// What the metrics are computed from; `own` is what the map alone tells. Throws std::invalid_argument if it fills
  /// another number of cells.
  [[nodiscard]] MapFacts facts(const MapSummary& own) const;

 private:
  const BestQualities* all_;
  std::vector<double> ratios_;  // quality / best of every cell, 0 where it is empty
  std::vector<bool> filled_;
  std::uint32_t filled_count_ = 0;
  double highest_ = 0;
};

}  // namespace mce
