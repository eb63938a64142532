// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/ucb_ranking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "mce/core/rng.hpp"
#include "mce/selectors/bandit_scores.hpp"

namespace mce::ucb_ranking_test {
namespace {

/// The n of the leading rungs, by comparing all of them at this clock value.
std::vector<std::uint32_t> leaders_by_scan(const UcbScore& score, const TallyLadder& ladder, std::uint64_t clock) {
  const double log_clock = math::natural_log(static_cast<double>(clock));
  std::vector<std::uint32_t> leading;
  double best = -1;
  for (auto rung = ladder.first(); rung != TallyLadder::kNone; rung = ladder.rung(rung).more) {
    const std::uint32_t n = ladder.top(rung).selections;
    if (n == 0) continue;
    const double value = score({n, ladder.rung(rung).survivals}, log_clock);
    if (value < best) continue;
    if (value > best) leading.clear();
    best = value;
    leading.push_back(n);
  }
  return leading;
}

class RaceAgainstScan {
 public:
  RaceAgainstScan(UcbScore score, std::uint32_t cells) : score_(score), ladder_(cells), race_(score, cells) {}

  void put(CellIndex cell, Tally tally) {
    const auto change = ladder_.put(cell, tally);
    for (const auto rung : {change.entered, change.left}) {
      if (rung != TallyLadder::kNone) race_.changed(ladder_, rung);
    }
  }
  void expect_same(std::uint64_t clock) {
    std::vector<std::uint32_t> leading;
    std::uint32_t cells = 0;
    race_.leaders(clock).visit([&](TallyLadder::Id rung) {
      leading.push_back(ladder_.top(rung).selections);
      cells += ladder_.top(rung).cells.size;
    });
    ASSERT_EQ(leading, leaders_by_scan(score_, ladder_, clock)) << "at clock " << clock;
    ASSERT_EQ(race_.leaders(clock).cells(), cells) << "at clock " << clock;
  }
  /// The lead that was foreseen holds at every clock value until then. Returns for how many selections.
  std::uint32_t check_foreseen_lead(std::uint64_t clock) {
    const auto leader = race_.leaders(clock).first();
    const Tally tally = ladder_.standing(leader).tally;
    const std::uint32_t end = race_.lead_ends(clock);
    for (std::uint32_t n = tally.selections; n < end; ++n) {
      const double log_clock = math::natural_log(static_cast<double>(clock + n - tally.selections));
      const double score = score_({n, tally.survivals}, log_clock);
      for (auto rung = ladder_.first(); rung != TallyLadder::kNone; rung = ladder_.rung(rung).more) {
        const Tally other = ladder_.standing(rung).tally;
        if (rung == leader || other.selections == 0) continue;
        EXPECT_GT(score, score_(other, log_clock)) << "at clock " << clock << " and n " << n;
      }
    }
    return end > tally.selections ? end - tally.selections : 0;
  }

 private:
  UcbScore score_;
  TallyLadder ladder_;
  UcbRanking<UcbScore> race_;
};

/// Tallies that only evolution's own moves would never give: every order of growth, shrinkage and clock jumps.
void race_at_random(UcbScore score, std::uint64_t seed, bool clock_falls) {
  constexpr std::uint32_t kCells = 60;
  Rng rng(seed);
  RaceAgainstScan race(score, kCells);
  std::vector<Tally> tallies(kCells, {.selections = 1, .survivals = 0});
  for (CellIndex cell = 0; cell < kCells; ++cell) race.put(cell, tallies[cell]);
  std::uint64_t clock = 1;
  for (int step = 0; step < 3000; ++step) {
    const CellIndex cell = rng.bounded(kCells);
    if (rng.bounded(30) == 0) tallies[cell] = {.selections = 1 + rng.bounded(4), .survivals = 0};
    tallies[cell].selections += 1;
    tallies[cell].survivals += rng.bounded(3) == 0 ? 1 : 0;
    race.put(cell, tallies[cell]);
    clock += rng.bounded(20) == 0 ? rng.bounded(100'000) : 1;
    if (clock_falls && rng.bounded(5) == 0) clock -= rng.bounded(static_cast<std::uint32_t>(clock));
    ASSERT_NO_FATAL_FAILURE(race.expect_same(clock)) << "step " << step;
    race.check_foreseen_lead(clock);
    ASSERT_FALSE(testing::Test::HasFailure()) << "step " << step;
  }
}

TEST(UcbRanking, FindsTheLeadersByUcbWhileTheClockRuns) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) ASSERT_NO_FATAL_FAILURE(race_at_random(UcbScore{}, seed, false));
}

TEST(UcbRanking, FindsTheLeadersByUcbWhenTheClockFallsToo) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) ASSERT_NO_FATAL_FAILURE(race_at_random(UcbScore{}, seed, true));
}

TEST(UcbRanking, FindsTheLeadersForAnyWeightOfExploration) {
  for (const double lambda : {0.0, 1e-9, 0.01, 3.0, 1000.0}) {
    ASSERT_NO_FATAL_FAILURE(race_at_random(UcbScore{.lambda = lambda}, 7, false));
  }
}

/// Few rungs, and more that are gone: the race can never have as many runners as it would like to.
TEST(UcbRanking, ForeseesALongLead) {
  RaceAgainstScan race({}, 2);
  race.put(0, {.selections = 10'000, .survivals = 9000});
  race.put(1, {.selections = 10'000, .survivals = 1000});
  ASSERT_NO_FATAL_FAILURE(race.expect_same(20'000));
  EXPECT_EQ(race.check_foreseen_lead(20'000), 33U);
}

TEST(UcbRanking, StaysRightWithFewRungsOverThousandsOfWindows) {
  constexpr std::uint32_t kCells = 40;
  RaceAgainstScan race(UcbScore{}, kCells);
  for (CellIndex cell = 0; cell < kCells; ++cell) race.put(cell, {.selections = cell + 1, .survivals = 0});
  for (CellIndex cell = 0; cell < kCells; ++cell) race.put(cell, {.selections = kCells, .survivals = 0});
  std::uint64_t clock = 100;
  for (std::uint32_t step = 1; step <= 5000; ++step) {
    race.put(step % 2, {.selections = kCells + step, .survivals = step / 3});
    ASSERT_NO_FATAL_FAILURE(race.expect_same(clock += 10'000)) << "step " << step;
  }
}

/// Nothing drifts and very many tie: no threshold leaves few runners.
TEST(UcbRanking, StaysRightWhenEveryRungTies) {
  constexpr std::uint32_t kCells = 100;
  RaceAgainstScan race(UcbScore{.lambda = 0}, kCells);
  for (CellIndex cell = 0; cell < kCells; ++cell) {
    race.put(cell, {.selections = 2 * (cell + 1), .survivals = cell + 1});
  }
  std::uint64_t clock = 1;
  for (std::uint32_t step = 0; step < 2000; ++step) {
    const CellIndex cell = step % kCells;
    const std::uint32_t n = 2 * (cell + 1) + 1000 * (step / kCells);
    race.put(cell, {.selections = n, .survivals = n / 2});
    ASSERT_NO_FATAL_FAILURE(race.expect_same(clock += 700)) << "step " << step;
  }
}

}  // namespace
}  // namespace mce::ucb_ranking_test
