// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

/// How a run stands at a save point beside the best of all runs (SPEC section 6), each from 0 to 1; all 0 for an
/// empty map. A cell whose best quality is 0 counts 1 as soon as it is filled.
struct RelativeMetrics {
  double global_performance = 0;  ///< its highest quality / the highest of all
  double global_reliability = 0;  ///< mean of quality / best over all cells that any run fills; empty ones count 0
  double precision = 0;           ///< mean of quality / best over the cells that it fills itself
  double coverage = 0;            ///< cells it fills / cells that any run fills
  bool operator==(const RelativeMetrics&) const = default;
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
  [[nodiscard]] RelativeMetrics metrics() const;

 private:
  const BestQualities* all_;
  std::vector<double> ratios_;  // quality / best of every cell, 0 where it is empty
  std::vector<bool> filled_;
  std::uint32_t filled_count_ = 0;
  double highest_ = 0;
};

}  // namespace mce
