// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "mce/core/detail/large_array.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/detail/lambda.hpp"
#include "mce/selectors/detail/line_tree.hpp"

namespace mce {

/// D: the best upper confidence bound by tallies of the cells that fade (discounted UCB, Garivier & Moulines 2011).
/// With every selection of any elite all tallies become smaller by the same factor. Instead, the unit in which they are
/// counted grows: then only the tally of the selected cell changes.
class DiscountedUcb {
 public:
  struct Parameters {
    double lambda = kPaperLambda;
    double discount = 0.99999;  ///< what is left of every tally after a selection
    std::vector<Parameter> table();
  };

  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit DiscountedUcb(Parameters parameters);

  /// Starts with no selections at all.
  void rebuild(const Archive& archive);
  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng);
  /// The elites that may be picked next.
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive);
  void observe(const Archive& archive, const Pick& pick);
  void observe(const Archive& archive, const Outcome& outcome);
  void observe(const Archive& archive, const Reward& reward);
  /// What the cell was selected for goes on fading in N.
  void remove(const Archive& archive, CellIndex cell);
  void grow(const Archive& archive);
  /// D of docs/algorithm.md, section 3.5; infinite for a cell that was never selected.
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const;

  void save(ByteWriter& out) const;
  void load(ByteReader& in, const Archive& archive);

 private:
  /// In units: what counts 1 now is `unit_`.
  struct FadingTally {
    double selections;
    double survivals;
  };

  void resize(const Archive& archive);
  void reward(CellIndex parent);
  void rank(CellIndex cell);
  [[nodiscard]] double clock() const;
  void shrink_units(const Archive& archive);

  Parameters parameters_;
  double growth_;  // of the unit, with every selection
  double unit_ = 1;
  double total_ = 0;  // selections of all cells, in units
  std::size_t cells_ = 0;
  LargeArray<FadingTally> tallies_;
  LineTree ranking_;
};

static_assert(Selector<DiscountedUcb> && SavesState<DiscountedUcb>);

}  // namespace mce
