// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/core/math.hpp"
#include "mce/core/rng.hpp"
#include "mce/selectors/detail/prefetch_distance.hpp"
#include "mce/selectors/detail/sole_leader.hpp"
#include "mce/selectors/detail/tally_ladder.hpp"
#include "mce/selectors/detail/tied_rungs.hpp"

namespace mce {

/// For a score that needs no ranking of rungs: the first rung is the best.
struct NoRanking {};

/// Elites on a ladder of tallies, and which of them have the best score. A selector puts every change of a tally here
/// and picks from here. `Score` is as bandit_scores.hpp says; a rung with n = 0 comes before all others. `kAlone`: one
/// elite often leads by far (detail/sole_leader.hpp).
template <class Score, bool kAlone>
class RankedLadder {
 public:
  explicit RankedLadder(Score score) : score_(score) {}

  /// Starts anew with the elites of an archive, from low tallies to high ones. `tally_of(cell)` is what they have.
  template <class TallyOfCell>
  void rebuild(const Archive& archive, const TallyOfCell& tally_of) {
    std::vector<CellIndex> order(archive.filled().begin(), archive.filled().end());
    std::ranges::stable_sort(order, [&](CellIndex a, CellIndex b) {
      const Tally left = score_.standing(tally_of(a));
      const Tally right = score_.standing(tally_of(b));
      return left.survivals != right.survivals ? left.survivals < right.survivals : left.selections < right.selections;
    });
    climb(archive, order, tally_of);
  }

  /// Starts anew with the elites in this order: as it was saved.
  template <class TallyOfCell>
  void climb(const Archive& archive, std::span<const CellIndex> order, const TallyOfCell& tally_of) {
    const std::uint32_t cells = archive.cells();
    sole_leader_ = {};
    latest_ = kNoCell;
    ladder_ = TallyLadder(cells);
    if constexpr (kRanked) ranking_ = Ranking(score_, cells);
    for (const CellIndex cell : order) update(cell, tally_of(cell));
  }

  /// The order of equals decides which of them a random number picks.
  [[nodiscard]] std::vector<CellIndex> order() const { return ladder_.order(); }

  /// A new elite, or another tally of one.
  [[gnu::always_inline]] void update(CellIndex cell, const Tally& tally) {
    const Tally standing = score_.standing(tally);
    if (!kLeadsAlone || !sole_leader_.covers(cell, standing)) change(cell, standing);
  }

  /// An elite that is no more.
  void remove(CellIndex cell) {
    if (kLeadsAlone && sole_leader_.lasts()) end_sole_lead(cell);  // also because a clock may fall with it
    const auto rungs = ladder_.remove(cell);
    if constexpr (kRanked) ranking_.changed(ladder_, rungs.left);
  }

  /// What an elite with this tally is ranked by.
  [[nodiscard]] double score(const Archive& archive, const Tally& tally) const {
    if (tally.selections == 0) return std::numeric_limits<double>::infinity();
    if constexpr (kHasClock) {
      return score_(tally, math::natural_log(static_cast<double>(score_.clock(archive))));
    } else {
      return score_(tally);
    }
  }

  /// The tally that `cell` was last put here with, as it stands.
  [[nodiscard, gnu::always_inline]] Tally tally(CellIndex cell) const
    requires(!kAlone)  // what the ladder knows of a sole leader may be out of date
  {
    return ladder_.tally(cell);
  }

  /// The score is another one now. It still falls with n and grows with w.
  void rescore(Score score)
    requires(!kAlone)
  {
    score_ = score;
    ranking_.rescore(score);
  }

  [[gnu::always_inline]] CellIndex select(const Archive& archive, Rng& rng) {
    if (kLeadsAlone && sole_leader_.lasts()) {
      rng.next();  // as every pick does
      return sole_leader_.cell();
    }
    TallyLadder::Id rung = ladder_.first();
    if constexpr (kRanked) {
      if (!first_rung_leads()) {
        TiedRungs& tied = leaders(archive);
        rung = tied.first();
        if (!tied.single()) {
          const auto [leader, index] = tied.locate(rng.bounded(tied.cells()));
          return ladder_.cell_at(ladder_.top(leader), index);
        }
      }
    }
    const CellIndex cell = pick(rung, archive, rng);
    if constexpr (kLeadsAlone) {
      if (std::exchange(latest_, cell) == cell) begin_sole_lead(archive, rung, cell);
    }
    return cell;
  }

  /// The elites that may be picked next.
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) {
    std::vector<CellIndex> cells;
    const auto add_top = [&](TallyLadder::Id rung) {
      const auto& level = ladder_.top(rung);
      for (std::uint32_t i = 0; i < level.cells.size; ++i) cells.push_back(ladder_.cell_at(level, i));
    };
    if (first_rung_leads()) {
      add_top(ladder_.first());
    } else if constexpr (kRanked) {
      leaders(archive).visit(add_top);
    }
    return cells;
  }

 private:
  using Ranking = typename Score::Ranking;
  static constexpr bool kRanked = !std::same_as<Ranking, NoRanking>;
  static constexpr bool kLeadsAlone = kRanked && kAlone;
  static constexpr bool kHasClock = requires(const Score& score, const Archive& archive) { score.clock(archive); };

  [[nodiscard]] bool first_rung_leads() const { return !kRanked || ladder_.top(ladder_.first()).selections == 0; }

  TiedRungs& leaders(const Archive& archive) {
    if constexpr (kHasClock) {
      return ranking_.leaders(score_.clock(archive));
    } else {
      return ranking_.leaders();
    }
  }

  [[nodiscard]] std::uint32_t lead_ends(const Archive& archive) const {
    if constexpr (kHasClock) {
      return ranking_.lead_ends(score_.clock(archive));
    } else {
      return ranking_.lead_ends();
    }
  }

  /// Not in the loop, where it would be three times.
  [[gnu::noinline]] void change(CellIndex cell, Tally tally) {
    if (kLeadsAlone && sole_leader_.lasts()) end_sole_lead(cell);
    const auto rungs = ladder_.put(cell, tally);
    if constexpr (kRanked) {
      if (rungs.entered != TallyLadder::kNone) ranking_.changed(ladder_, rungs.entered);
      if (rungs.left != TallyLadder::kNone) ranking_.changed(ladder_, rungs.left);
    }
  }

  /// Selected twice in a row, from the only leading rung: mostly it is alone there, and will lead for a while.
  [[gnu::noinline]] void begin_sole_lead(const Archive& archive, TallyLadder::Id rung, CellIndex cell) {
    const auto [tally, cells] = ladder_.standing(rung);
    if (tally.selections == 0 || cells > 1) return;
    sole_leader_ = SoleLeader(cell, tally, std::min(ladder_.next_selections(rung), lead_ends(archive)));
  }

  /// What the ladder knows of the former leader is out of date, unless that is the one about to be changed.
  [[gnu::noinline]] void end_sole_lead(CellIndex changed) {
    const SoleLeader former = std::exchange(sole_leader_, {});
    if (former.cell() != changed) change(former.cell(), former.tally());
  }

  [[gnu::always_inline]] CellIndex pick(TallyLadder::Id rung, const Archive& archive, Rng& rng) {
    const auto& level = ladder_.top(rung);
    if (archive.is_large()) {
      prefetch_far(level, archive, rng);
    } else if (level.cells.size > prefetch_distance::kNext) {
      archive.prefetch(ladder_.cell_at(
          level, rng.peek_bounded(prefetch_distance::kNext, level.cells.size - prefetch_distance::kNext)));
    }
    return ladder_.cell_at(level, rng.bounded(level.cells.size));
  }

  /// See detail/prefetch_distance.hpp; here the guess is that the next selections are from the same level, which loses
  /// a cell each time.
  [[gnu::always_inline]] void prefetch_far(const TallyLadder::Level& level, const Archive& archive,
                                           const Rng& rng) const {
    const std::uint32_t size = level.cells.size;
    if (size <= prefetch_distance::kFar) return;
    ladder_.prefetch_at(level, rng.peek_bounded(prefetch_distance::kFar, size - prefetch_distance::kFar));
    const CellIndex soon =
        ladder_.cell_at(level, rng.peek_bounded(prefetch_distance::kNear, size - prefetch_distance::kNear));
    ladder_.prefetch(soon);
    ladder_.prefetch_last(level, prefetch_distance::kNear);
    archive.prefetch(soon);
  }

  [[no_unique_address]] Score score_;
  TallyLadder ladder_;
  [[no_unique_address]] Ranking ranking_;
  SoleLeader sole_leader_;
  CellIndex latest_ = kNoCell;  // picked from a rung that led alone
};

}  // namespace mce
