// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "mce/core/detail/large_array.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/bandit_scores.hpp"
#include "mce/selectors/detail/lambda.hpp"
#include "mce/selectors/detail/line_tree.hpp"

namespace mce {

/// F: the best upper confidence bound of the mean fitness of all offspring, dead or alive. The paper's discussion says
/// that its authors tried this reward. It depends on the scale of the fitness: λ does not adapt to it.
class UcbFitness {
 public:
  struct Parameters {
    double lambda = kPaperLambda;
    TallyOf tally = TallyOf::cell;
    std::vector<Parameter> table();
  };
  /// The fitness of an offspring counts as no more than this, and no less than minus this, so that all sums are finite.
  static constexpr double kLargestReward = 1e290;

  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit UcbFitness(Parameters parameters);

  /// Starts with no rewards at all.
  void rebuild(const Archive& archive);
  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng);
  /// The elites that may be picked next.
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive);
  void observe(const Archive& archive, const Pick& pick);
  void observe(const Archive& archive, const Outcome& outcome);
  void observe(const Archive& archive, const Reward& reward);
  void remove(const Archive& archive, CellIndex cell);
  void grow(const Archive& archive);
  /// F of docs/algorithm.md, section 3.5; infinite for what was never selected.
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const;

  void save(ByteWriter& out) const;
  void load(ByteReader& in, const Archive& archive);

 private:
  [[nodiscard]] const Tally& tally(const Archive& archive, CellIndex cell) const {
    return parameters_.tally == TallyOf::cell ? archive.cell_tally(cell) : archive.elite_tally(cell);
  }
  void resize(const Archive& archive);
  void add(const Archive& archive, const Parent& parent, double fitness);
  void rank(const Archive& archive, CellIndex cell);
  [[nodiscard]] double clock(const Archive& archive) const;

  Parameters parameters_;
  std::size_t cells_ = 0;
  LargeArray<double> rewards_;  // the sum of the fitness
  LineTree ranking_;
};

static_assert(Selector<UcbFitness> && SavesState<UcbFitness>);

}  // namespace mce
