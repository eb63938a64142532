// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "mce/core/selector.hpp"
#include "mce/selectors/bandit_scores.hpp"
#include "mce/selectors/detail/ranked_ladder.hpp"

namespace mce {

/// Selection as a multi-armed bandit (Sfikas et al. 2021): the elite with the best score, uniformly among equals;
/// one that was never selected comes before all others. No scan of the elites; the work grows with the logarithm
/// (exploit) or the square root (UCB) of the number of rungs, of which there are few, whatever the size of the map.
template <class Score, TallyOf kSubject>
class Bandit {
 public:
  struct Parameters : Score {
    std::vector<Parameter> table() { return Score::table(kSubject); }
  };

  /// Throws std::invalid_argument if the score has a parameter out of range.
  explicit Bandit(Score score = {}) : elites_(score) {
    if constexpr (requires { score.validate(kSubject); }) score.validate(kSubject);
  }

  void rebuild(const Archive& archive) { elites_.rebuild(archive, tallies(archive)); }
  [[gnu::always_inline]] void update(const Archive& archive, CellIndex cell) {
    elites_.update(cell, tallies(archive)(cell));
  }
  void remove(const Archive& /*archive*/, CellIndex cell) { elites_.remove(cell); }
  [[gnu::always_inline]] CellIndex select(const Archive& archive, Rng& rng) { return elites_.select(archive, rng); }

  /// The elites that may be picked next.
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) { return elites_.candidates(archive); }

  /// U, E or X of docs/algorithm.md, section 3.1; infinite for an elite that was never selected.
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const {
    return elites_.score(archive, tallies(archive)(cell));
  }

  /// The order of equals decides which of them a random number picks, so it is saved with the run.
  void save(ByteWriter& out) const {
    for (const CellIndex cell : elites_.order()) out.value(cell);
  }
  void load(ByteReader& in, const Archive& archive) {
    elites_.climb(archive, read_cells(in, archive), tallies(archive));
  }

 private:
  /// The tally of an individual starts at zero, so that one which survives at once leads by far; a cell rarely does.
  static constexpr bool kAlone = kSubject == TallyOf::individual;

  static auto tallies(const Archive& archive) {
    return [&archive](CellIndex cell) -> const Tally& {
      return kSubject == TallyOf::cell ? archive.cell_tally(cell) : archive.elite_tally(cell);
    };
  }

  RankedLadder<Score, kAlone> elites_;
};

using UcbIndividual = Bandit<UcbScore, TallyOf::individual>;
using UcbCell = Bandit<UcbScore, TallyOf::cell>;
using ExploitIndividual = Bandit<ExploitScore, TallyOf::individual>;
using ExploitCell = Bandit<ExploitScore, TallyOf::cell>;
using ExploreIndividual = Bandit<ExploreScore, TallyOf::individual>;
using ExploreCell = Bandit<ExploreScore, TallyOf::cell>;

static_assert(Selector<UcbCell> && SavesState<UcbCell>);

}  // namespace mce
