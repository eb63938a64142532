// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "mce/core/selector.hpp"
#include "mce/selectors/bandit_scores.hpp"
#include "mce/selectors/detail/prefetch_distance.hpp"
#include "mce/selectors/detail/sole_leader.hpp"
#include "mce/selectors/detail/tally_ladder.hpp"
#include "mce/selectors/detail/tied_rungs.hpp"

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
  explicit Bandit(Score score = {}) : score_(score) {
    if constexpr (requires { score.validate(kSubject); }) score.validate(kSubject);
  }

  void rebuild(const Archive& archive) {
    std::vector<CellIndex> order(archive.filled().begin(), archive.filled().end());
    std::ranges::stable_sort(order, [&](CellIndex a, CellIndex b) {
      const Tally left = standing(archive, a);
      const Tally right = standing(archive, b);
      return left.survivals != right.survivals ? left.survivals < right.survivals : left.selections < right.selections;
    });
    climb(archive, order);
  }

  [[gnu::always_inline]] void update(const Archive& archive, CellIndex cell) {
    const Tally tally = standing(archive, cell);
    if (!kLeadsAlone || !sole_leader_.covers(cell, tally)) change(archive, cell, tally);
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

  /// The order of equals decides which of them a random number picks, so it is saved with the run.
  void save(ByteWriter& out) const {
    for (const CellIndex cell : ladder_.order()) out.value(cell);
  }
  void load(ByteReader& in, const Archive& archive) { climb(archive, read_cells(in, archive)); }

 private:
  using Ranking = typename Score::Ranking;
  static constexpr bool kRanked = !std::same_as<Ranking, NoRanking>;
  /// The tally of an individual starts at zero, so that one which survives at once leads by far; a cell rarely does.
  static constexpr bool kLeadsAlone = kRanked && kSubject == TallyOf::individual;
  static constexpr bool kHasClock = requires(const Score& score, const Archive& archive) { score.clock(archive); };

  [[nodiscard]] Tally standing(const Archive& archive, CellIndex cell) const {
    return score_.standing(kSubject == TallyOf::cell ? archive.cell_tally(cell) : archive.elite_tally(cell));
  }

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
  [[gnu::noinline]] void change(const Archive& archive, CellIndex cell, Tally tally) {
    if (kLeadsAlone && sole_leader_.lasts()) end_sole_lead(archive, cell);
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
  [[gnu::noinline]] void end_sole_lead(const Archive& archive, CellIndex changed) {
    const CellIndex former = sole_leader_.cell();
    sole_leader_ = {};
    if (former != changed) change(archive, former, standing(archive, former));
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

  void climb(const Archive& archive, std::span<const CellIndex> order) {
    const std::uint32_t cells = archive.grid().cells();
    sole_leader_ = {};
    latest_ = kNoCell;
    ladder_ = TallyLadder(cells);
    if constexpr (std::constructible_from<Ranking, Score, std::uint32_t>) {
      ranking_ = Ranking(score_, cells);
    } else if constexpr (kRanked) {
      ranking_ = Ranking(cells);
    }
    for (const CellIndex cell : order) update(archive, cell);
  }

  [[no_unique_address]] Score score_;
  TallyLadder ladder_;
  [[no_unique_address]] Ranking ranking_;
  SoleLeader sole_leader_;
  CellIndex latest_ = kNoCell;  // picked from a rung that led alone
};

using UcbIndividual = Bandit<UcbScore, TallyOf::individual>;
using UcbCell = Bandit<UcbScore, TallyOf::cell>;
using ExploitIndividual = Bandit<ExploitScore, TallyOf::individual>;
using ExploitCell = Bandit<ExploitScore, TallyOf::cell>;
using ExploreIndividual = Bandit<ExploreScore, TallyOf::individual>;
using ExploreCell = Bandit<ExploreScore, TallyOf::cell>;

static_assert(Selector<UcbCell> && SavesState<UcbCell>);

}  // namespace mce
