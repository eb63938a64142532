// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/bandit_scores.hpp"

namespace mce {

/// T: a tournament by Thompson sampling (Thompson 1933). Some elites are drawn with replacement; each draws a number
/// from Beta(w + 1, n − w + 1), what its tally says about its chance of success, and the largest number wins.
/// Thompson sampling proper draws a number for every elite, which would be a scan.
class ThompsonTournament {
 public:
  struct Parameters {
    std::uint32_t contenders = 64;  ///< elites drawn for a selection
    TallyOf tally = TallyOf::cell;
    std::vector<Parameter> table();
  };

  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit ThompsonTournament(Parameters parameters);

  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) const;
  /// The mean of the distribution from which it draws a number.
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const;

 private:
  [[nodiscard]] const Tally& tally(const Archive& archive, CellIndex cell) const {
    return parameters_.tally == TallyOf::cell ? archive.cell_tally(cell) : archive.elite_tally(cell);
  }

  Parameters parameters_;
};

static_assert(Selector<ThompsonTournament> && !SavesState<ThompsonTournament>);

}  // namespace mce
