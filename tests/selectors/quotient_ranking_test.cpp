// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/quotient_ranking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "mce/core/rng.hpp"
#include "mce/selectors/bandit_scores.hpp"

namespace mce::quotient_ranking_test {
namespace {

/// The n of the rungs whose top has the highest w/n, by comparing reduced fractions with all others.
std::vector<std::uint32_t> leaders_by_scan(const TallyLadder& ladder) {
  std::vector<std::uint32_t> leading;
  Tally best{.selections = 1, .survivals = 0};
  for (auto rung = ladder.first(); rung != TallyLadder::kNone; rung = ladder.rung(rung).more) {
    const Tally tally = ladder.standing(rung).tally;
    if (tally.selections == 0) continue;
    const std::uint32_t common = std::gcd(tally.selections, tally.survivals);
    const Tally share{.selections = tally.selections / common, .survivals = tally.survivals / common};
    const auto scaled = [](const Tally& a, const Tally& b) { return std::uint64_t{a.survivals} * b.selections; };
    if (scaled(share, best) < scaled(best, share)) continue;
    if (!(share == best)) leading.clear();
    best = share;
    leading.push_back(tally.selections);
  }
  return leading;
}

class TournamentAgainstScan {
 public:
  explicit TournamentAgainstScan(std::uint32_t cells) : ladder_(cells), tournament_({}, cells) {}

  void put(CellIndex cell, Tally tally) {
    const auto change = ladder_.put(cell, tally);
    for (const auto rung : {change.entered, change.left}) {
      if (rung != TallyLadder::kNone) tournament_.changed(ladder_, rung);
    }
  }
  void expect_same() {
    std::vector<std::uint32_t> leading;
    std::uint32_t cells = 0;
    tournament_.leaders().visit([&](TallyLadder::Id rung) {
      leading.push_back(ladder_.top(rung).selections);
      cells += ladder_.top(rung).cells.size;
    });
    ASSERT_EQ(leading, leaders_by_scan(ladder_));
    ASSERT_EQ(tournament_.leaders().cells(), cells);
  }
  /// While the only leader is selected in vain it leads alone, and at the foreseen n no longer.
  void expect_lead_ends_as_foreseen() {
    if (!tournament_.leaders().single()) return;
    const auto leader = tournament_.leaders().first();
    const auto [tally, cells] = ladder_.standing(leader);
    const std::uint32_t w = tally.survivals;
    const auto beats_all_others = [&](std::uint64_t n) {
      for (auto rung = ladder_.first(); rung != TallyLadder::kNone; rung = ladder_.rung(rung).more) {
        const Tally other = ladder_.standing(rung).tally;
        if (rung != leader && other.selections > 0 && w * std::uint64_t{other.selections} <= n * other.survivals) {
          return false;
        }
      }
      return true;
    };
    const std::uint32_t end = tournament_.lead_ends();
    ASSERT_GT(end, tally.selections);
    ASSERT_TRUE(beats_all_others(end - 1));
    if (end < UINT32_MAX) {
      ASSERT_FALSE(beats_all_others(end));
    }
  }

 private:
  TallyLadder ladder_;
  QuotientRanking<ExploitScore> tournament_;
};

TEST(QuotientRanking, FindsTheLeadersOverRandomMoves) {
  constexpr std::uint32_t kCells = 60;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    TournamentAgainstScan tournament(kCells);
    std::vector<Tally> tallies(kCells, {.selections = 1, .survivals = 0});
    for (CellIndex cell = 0; cell < kCells; ++cell) tournament.put(cell, tallies[cell]);
    for (int step = 0; step < 3000; ++step) {
      const CellIndex cell = rng.bounded(kCells);
      if (rng.bounded(30) == 0) tallies[cell] = {.selections = rng.bounded(4), .survivals = 0};
      tallies[cell].selections += 1;
      tallies[cell].survivals += rng.bounded(3) == 0 ? 1 : 0;
      tournament.put(cell, tallies[cell]);
      if (rng.bounded(2) == 0) continue;
      ASSERT_NO_FATAL_FAILURE(tournament.expect_same()) << "step " << step;
      ASSERT_NO_FATAL_FAILURE(tournament.expect_lead_ends_as_foreseen()) << "step " << step;
    }
  }
}

/// The leaders lose their cells one by one, as when exploitation picks them.
TEST(QuotientRanking, FollowsLargeTiesWhileTheyAreUsedUp) {
  constexpr std::uint32_t kCells = 120;
  TournamentAgainstScan tournament(kCells);
  for (CellIndex cell = 0; cell < kCells; ++cell) {
    const std::uint32_t w = 1 + cell % 12;
    tournament.put(cell, {.selections = 20 * w, .survivals = w});
  }
  ASSERT_NO_FATAL_FAILURE(tournament.expect_same());
  for (CellIndex cell = 0; cell + 1 < kCells; ++cell) {
    const std::uint32_t w = 1 + cell % 12;
    tournament.put(cell, {.selections = 20 * w + 1, .survivals = w});
    ASSERT_NO_FATAL_FAILURE(tournament.expect_same()) << "cell " << cell;
  }
}

/// A rung for every cell, far more than there is room for at first; and all of them tie again and again.
TEST(QuotientRanking, GrowsWithTheNumberOfRungs) {
  constexpr std::uint32_t kCells = 500;
  Rng rng(3);
  TournamentAgainstScan tournament(kCells);
  std::vector<Tally> tallies(kCells);
  for (CellIndex cell = 0; cell < kCells; ++cell) {
    tallies[cell] = {.selections = 4 * (cell + 1), .survivals = cell + 1};
    tournament.put(cell, tallies[cell]);
    ASSERT_NO_FATAL_FAILURE(tournament.expect_same()) << "cell " << cell;
  }
  for (int step = 0; step < 2000; ++step) {
    const CellIndex cell = rng.bounded(kCells);
    tallies[cell].selections += 1;
    tournament.put(cell, tallies[cell]);
    ASSERT_NO_FATAL_FAILURE(tournament.expect_same()) << "step " << step;
  }
}

/// Shares so close that many look equal when cut, and few when rounded.
TEST(QuotientRanking, ComparesCloseSharesExactly) {
  constexpr std::uint32_t kCells = 40;
  for (const std::uint32_t about : {500'000U, 20'000'000U, 2'000'000'000U}) {
    Rng rng(about);
    TournamentAgainstScan tournament(kCells);
    for (CellIndex cell = 0; cell < kCells; ++cell) tournament.put(cell, {.selections = 2 * about, .survivals = about});
    for (int step = 0; step < 1000; ++step) {
      const std::uint32_t w = about - rng.bounded(20);
      tournament.put(rng.bounded(kCells), {.selections = 2 * w - rng.bounded(2), .survivals = w});
      ASSERT_NO_FATAL_FAILURE(tournament.expect_same()) << "about " << about << ", step " << step;
    }
  }
}

TEST(QuotientRanking, TellsFractionsApartThatLookEqualInDoublePrecision) {
  constexpr Tally kSmaller = {.selections = 4'000'000'000, .survivals = 3'999'999'999};
  constexpr Tally kLarger = {.selections = 4'000'000'001, .survivals = 4'000'000'000};
  ASSERT_EQ(3'999'999'999 / 4'000'000'000.0, 4'000'000'000 / 4'000'000'001.0) << "interesting only if they look so";
  for (const bool larger_first : {true, false}) {
    TallyLadder ladder(2);
    QuotientRanking<ExploitScore> tournament({}, 2);
    for (const CellIndex cell : {0U, 1U}) {
      tournament.changed(ladder, ladder.put(cell, (cell == 0) == larger_first ? kLarger : kSmaller).entered);
      tournament.leaders();
    }
    ASSERT_TRUE(tournament.leaders().single());
    EXPECT_EQ(ladder.standing(tournament.leaders().first()).tally, kLarger);
    EXPECT_LE(tournament.lead_ends(), kLarger.selections + 1) << "one more selection, and it is behind";
  }
}

}  // namespace
}  // namespace mce::quotient_ranking_test
