// SPDX-License-Identifier: MIT
#include "mce/selectors/rung_race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "mce/core/rng.hpp"
#include "mce/selectors/bandit_scores.hpp"

namespace mce {
namespace {

/// The n of the leading rungs, by comparing all of them at this clock value.
template <class Score>
std::vector<std::uint32_t> leaders_by_scan(const Score& score, const TallyLadder& ladder, std::uint64_t clock) {
  const double log_clock = math::natural_log(static_cast<double>(clock));
  std::vector<std::uint32_t> leading;
  double best = -1;
  for (auto rung = ladder.first(); rung != TallyLadder::kNone; rung = ladder.rung(rung).more) {
    const std::uint32_t n = ladder.rung(rung).selections;
    if (n == 0) continue;
    const double value = score({n, ladder.top(rung).survivals}, log_clock);
    if (value < best) continue;
    if (value > best) leading.clear();
    best = value;
    leading.push_back(n);
  }
  return leading;
}

template <class Score>
class RaceAgainstScan {
 public:
  RaceAgainstScan(Score score, std::uint32_t cells) : score_(score), ladder_(cells), race_(score, cells) {}

  void put(CellIndex cell, Tally tally) {
    const auto change = ladder_.put(cell, tally);
    race_.changed(ladder_, change.entered);
    race_.changed(ladder_, change.left);
  }
  void expect_same(std::uint64_t clock) {
    std::vector<std::uint32_t> leading;
    for (const auto rung : race_.leaders(clock)) leading.push_back(ladder_.rung(rung).selections);
    ASSERT_EQ(leading, leaders_by_scan(score_, ladder_, clock)) << "at clock " << clock;
  }

 private:
  Score score_;
  TallyLadder ladder_;
  RungRace<Score> race_;
};

/// Tallies that only evolution's own moves would never give: every order of growth, shrinkage and clock jumps.
template <class Score>
void race_at_random(Score score, std::uint64_t seed, bool clock_falls) {
  constexpr std::uint32_t kCells = 60;
  Rng rng(seed);
  RaceAgainstScan<Score> race(score, kCells);
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
  }
}

TEST(RungRace, FindsTheLeadersByUcbWhileTheClockRuns) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) ASSERT_NO_FATAL_FAILURE(race_at_random(UcbScore{}, seed, false));
}

TEST(RungRace, FindsTheLeadersByUcbWhenTheClockFallsToo) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) ASSERT_NO_FATAL_FAILURE(race_at_random(UcbScore{}, seed, true));
}

TEST(RungRace, FindsTheLeadersForAnyWeightOfExploration) {
  for (const double lambda : {0.0, 1e-9, 0.01, 3.0, 1000.0}) {
    ASSERT_NO_FATAL_FAILURE(race_at_random(UcbScore{.lambda = lambda}, 7, false));
  }
}

TEST(RungRace, FindsTheLeadersByExploitation) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) ASSERT_NO_FATAL_FAILURE(race_at_random(ExploitScore{}, seed, false));
}

TEST(RungRace, TellsFractionsApartThatLookEqualInDoublePrecision) {
  constexpr Tally kSmaller = {.selections = 4'000'000'000, .survivals = 3'999'999'999};
  constexpr Tally kLarger = {.selections = 4'000'000'001, .survivals = 4'000'000'000};
  ASSERT_EQ(ExploitScore{}(kSmaller, 0), ExploitScore{}(kLarger, 0)) << "the case is only interesting if they look so";
  for (const bool larger_first : {true, false}) {
    TallyLadder ladder(2);
    RungRace<ExploitScore> race({}, 2);
    for (const CellIndex cell : {0U, 1U}) {
      race.changed(ladder, ladder.put(cell, (cell == 0) == larger_first ? kLarger : kSmaller).entered);
      race.leaders(1);
    }
    ASSERT_EQ(race.leaders(1).size(), 1U);
    EXPECT_EQ(ladder.rung(race.leaders(1).front()).selections, kLarger.selections);
  }
}

}  // namespace
}  // namespace mce
