// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/detail/least_selected.hpp"
#include "mce/selectors/detail/quotient_ranking.hpp"
#include "mce/selectors/detail/ranked_ladder.hpp"
#include "mce/selectors/detail/recent_gains.hpp"
#include "mce/selectors/detail/reward_forecast.hpp"

namespace mce {

/// (β·w + youth)/n, in double precision; w counts units of reward.
struct SurpriseScore {
  using Ranking = QuotientRanking<SurpriseScore>;

  double unit = 1;  ///< β times what a unit of reward is worth
  double youth = 0.5;

  [[nodiscard]] double dividend(std::uint32_t units) const { return unit * units + youth; }
  [[nodiscard]] double operator()(const Tally& tally) const { return dividend(tally.survivals) / tally.selections; }
  [[nodiscard]] bool beats(const Tally& a, const Tally& b) const { return (*this)(a) > (*this)(b); }
  static Tally standing(const Tally& tally) { return tally; }
};

/// S: a parent is rewarded by how rare its offspring's gain is, new elites inherit tallies by merit, and β says how far
/// past reward is to be trusted. Every eighth pick is of the cell selected least (docs/algorithm.md, section 3.4).
class Surprise {
 public:
  /// Rewards are whole numbers of so many to one nat (−ln P = 1).
  static constexpr double kUnitsPerNat = 16;

  /// What a survivor in an empty cell gains.
  enum class NewCells : std::uint8_t {
    first,        ///< more than any replacement; the fitter, the more
    over_lowest,  ///< what it is fitter than the lowest fitness ever evaluated
  };
  /// Which share of its predecessor's tally a new elite inherits.
  enum class Inheritance : std::uint8_t { by_merit, all, nothing };

  struct Parameters {
    std::uint32_t memory = 1000;  ///< survivors that a gain is compared with
    double youth = 0.5;           ///< what an elite gets on account
    std::uint32_t explore = 8;    ///< one selection in so many is of the cell selected least; 0: none
    double beta = 0;              ///< weight of past reward; 0: as the run tells
    NewCells new_cells = NewCells::first;
    Inheritance inheritance = Inheritance::by_merit;
    std::vector<Parameter> table();
  };

  Surprise() : Surprise(Parameters{}) {}
  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit Surprise(Parameters parameters);

  void rebuild(const Archive& archive);

  [[gnu::always_inline]] CellIndex select(const Archive& archive, Rng& rng) {
    if (!explores_next(archive)) return elites_.select(archive, rng);
    next_exploration_ += parameters_.explore;
    return cells_.select(archive, rng);
  }

  [[gnu::always_inline]] void observe(const Archive& /*archive*/, const Pick& pick) {
    Tally tally = elites_.tally(pick.parent.cell);
    ++tally.selections;
    elites_.update(pick.parent.cell, tally);
  }

  [[gnu::always_inline]] void observe(const Archive& archive, const Outcome& outcome) {
    lowest_ = std::min(lowest_, outcome.fitness);  // in this order it stays as it is if the fitness is NaN
    if (!outcome.parent) {
      if (outcome.cell) meet(*outcome.cell, outcome.rival);
      return;
    }
    const CellIndex parent = outcome.parent->cell;
    if (outcome.cell) {
      survive(parent, *outcome.cell, outcome.fitness, outcome.rival);
    } else {
      learn(elites_.tally(parent), 0);
    }
    if (archive.selections() >= next_refresh_) refresh(archive.selections());
  }

  /// The gain is that of the offspring in an empty cell; a fitness of NaN counts as 0.
  void observe(const Archive& archive, const Reward& reward);
  void remove(const Archive& archive, CellIndex cell);

  /// Whether the next selection is of the cell that was selected least.
  [[nodiscard]] bool explores_next(const Archive& archive) const {
    return archive.selections() + 1 == next_exploration_;
  }
  /// The elites that may be picked next, if that is not so.
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) { return elites_.candidates(archive); }
  [[nodiscard]] Tally tally(CellIndex cell) const { return elites_.tally(cell); }
  /// (β·w + y)/n of docs/algorithm.md, section 3.4; infinite for an elite with n = 0.
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const {
    return elites_.score(archive, elites_.tally(cell));
  }
  /// How well past reward predicts the next, as of the last refresh.
  [[nodiscard]] double beta() const { return beta_; }

  void save(ByteWriter& out) const;
  void load(ByteReader& in, const Archive& archive);

 private:
  [[gnu::always_inline]] void learn(const Tally& tally, std::uint32_t reward) {
    if (tally.selections < 2) return;  // this selection was its first
    forecast_.add(tally.selections - 1, tally.survivals / kUnitsPerNat, reward / kUnitsPerNat);
  }
  [[nodiscard]] Gain gain_of(double fitness, double rival) const;
  /// What share of the last gains is at least as large as one of them.
  struct Share {
    std::uint32_t at_least;
    std::uint32_t known;
  };
  Share reward(CellIndex parent, const Gain& gain);
  [[nodiscard]] Tally inherited(const Tally& former, const Share& share) const;
  /// A survivor without a parent that comes late, after other elites were selected. Like `survive`, it is not given the
  /// Outcome itself, which the compiler then need not make.
  void meet(CellIndex cell, double rival);
  void survive(CellIndex parent, CellIndex cell, double fitness, double rival);
  void refresh(std::uint64_t selections);
  void plan_exploration(const Archive& archive);
  [[nodiscard]] SurpriseScore current_score() const {
    return {.unit = beta_ / kUnitsPerNat, .youth = parameters_.youth};
  }

  Parameters parameters_;
  double beta_;
  RankedLadder<SurpriseScore, false> elites_;
  LeastSelected cells_;
  RecentGains gains_;
  RewardForecast forecast_;
  double lowest_ = std::numeric_limits<double>::infinity();  // fitness ever evaluated
  std::uint64_t next_refresh_;
  std::uint64_t next_exploration_ = 0;  // counted from 1; 0: never
  bool knows_archive_ = false;          // the initial population is told of before `rebuild`
};

static_assert(Selector<Surprise> && SavesState<Surprise>);

}  // namespace mce
