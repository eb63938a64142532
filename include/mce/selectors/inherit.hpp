// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/bandit_scores.hpp"
#include "mce/selectors/detail/lambda.hpp"
#include "mce/selectors/detail/ranked_ladder.hpp"

namespace mce {

/// I: upper confidence bound, where a new elite inherits a share of its predecessor's tally: 0 is U_i, 1 is U_c. What
/// counts as a survival can be chosen (docs/algorithm.md, section 3.5).
class Inherit {
 public:
  /// Which offspring are counted in w.
  enum class Reward : std::uint8_t {
    survival,     ///< all that survive
    replacement,  ///< those that replace an elite
    new_cell,     ///< those that fill an empty cell
  };
  struct Parameters {
    double share = 0.5;  ///< of n and w, rounded down
    double lambda = kPaperLambda;
    Reward reward = Reward::survival;
    std::vector<Parameter> table();
  };

  Inherit() : Inherit(Parameters{}) {}
  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit Inherit(Parameters parameters);

  void rebuild(const Archive& archive);
  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) { return elites_.select(archive, rng); }
  void observe(const Archive& archive, const Pick& pick);
  void observe(const Archive& archive, const Outcome& outcome);
  /// Counts as the offspring in an empty cell.
  void observe(const Archive& archive, const mce::Reward& reward);
  void remove(const Archive& archive, CellIndex cell);

  /// The elites that may be picked next.
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) { return elites_.candidates(archive); }

  /// U, infinite for an elite whose tally is 0.
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const {
    return elites_.score(archive, tallies_[cell]);
  }

  void save(ByteWriter& out) const;
  void load(ByteReader& in, const Archive& archive);

 private:
  void reward(const Parent& parent, bool fills_cell);
  [[nodiscard]] bool is_rewarded(const Parent& parent, bool fills_cell) const;
  void note_births(const Archive& archive);
  void put(CellIndex cell, const Tally& tally);

  Parameters parameters_;
  std::vector<Tally> tallies_;         // by cell; with λ = 0 the ladder has others
  std::vector<std::uint64_t> births_;  // of the elites; the archive's are one survivor ahead when that is told
  RankedLadder<UcbScore, false> elites_;
};

static_assert(Selector<Inherit> && SavesState<Inherit>);

}  // namespace mce
