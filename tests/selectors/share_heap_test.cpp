// SPDX-License-Identifier: MIT
#include "mce/selectors/share_heap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce {
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

class HeapAgainstScan {
 public:
  explicit HeapAgainstScan(std::uint32_t cells) : ladder_(cells), heap_(cells) {}

  void put(CellIndex cell, Tally tally) {
    const auto change = ladder_.put(cell, tally);
    for (const auto rung : {change.entered, change.left}) {
      if (rung != TallyLadder::kNone) heap_.changed(ladder_, rung);
    }
  }
  void expect_same() {
    std::vector<std::uint32_t> leading;
    std::uint32_t cells = 0;
    for (const auto& leader : heap_.leaders().list()) {
      leading.push_back(ladder_.top(leader.rung).selections);
      cells += ladder_.top(leader.rung).cells.size;
    }
    ASSERT_EQ(leading, leaders_by_scan(ladder_));
    ASSERT_EQ(heap_.leaders().cells(), cells);
  }
  /// While the only leader is selected in vain it leads alone, and at the foreseen n no longer.
  void expect_lead_ends_as_foreseen() {
    if (heap_.leaders().list().size() != 1) return;
    const auto leader = heap_.leaders().list().front();
    const std::uint32_t w = ladder_.rung(leader.rung).survivals;
    const auto beats_all_others = [&](std::uint64_t n) {
      for (auto rung = ladder_.first(); rung != TallyLadder::kNone; rung = ladder_.rung(rung).more) {
        const Tally other = ladder_.standing(rung).tally;
        if (rung != leader.rung && other.selections > 0 && w * std::uint64_t{other.selections} <= n * other.survivals) {
          return false;
        }
      }
      return true;
    };
    const std::uint32_t end = heap_.lead_ends();
    ASSERT_GT(end, leader.selections);
    ASSERT_TRUE(beats_all_others(end - 1));
    if (end < UINT32_MAX) {
      ASSERT_FALSE(beats_all_others(end));
    }
  }

 private:
  TallyLadder ladder_;
  ShareHeap heap_;
};

TEST(ShareHeap, FindsTheLeadersOverRandomMoves) {
  constexpr std::uint32_t kCells = 60;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    HeapAgainstScan heap(kCells);
    std::vector<Tally> tallies(kCells, {.selections = 1, .survivals = 0});
    for (CellIndex cell = 0; cell < kCells; ++cell) heap.put(cell, tallies[cell]);
    for (int step = 0; step < 3000; ++step) {
      const CellIndex cell = rng.bounded(kCells);
      if (rng.bounded(30) == 0) tallies[cell] = {.selections = rng.bounded(4), .survivals = 0};
      tallies[cell].selections += 1;
      tallies[cell].survivals += rng.bounded(3) == 0 ? 1 : 0;
      heap.put(cell, tallies[cell]);
      if (rng.bounded(2) == 0) continue;
      ASSERT_NO_FATAL_FAILURE(heap.expect_same()) << "step " << step;
      ASSERT_NO_FATAL_FAILURE(heap.expect_lead_ends_as_foreseen()) << "step " << step;
    }
  }
}

/// The leaders lose their cells one by one, as when exploitation picks them.
TEST(ShareHeap, FollowsLargeTiesWhileTheyAreUsedUp) {
  constexpr std::uint32_t kCells = 120;
  HeapAgainstScan heap(kCells);
  for (CellIndex cell = 0; cell < kCells; ++cell) {
    const std::uint32_t w = 1 + cell % 12;
    heap.put(cell, {.selections = 20 * w, .survivals = w});
  }
  ASSERT_NO_FATAL_FAILURE(heap.expect_same());
  for (CellIndex cell = 0; cell + 1 < kCells; ++cell) {
    const std::uint32_t w = 1 + cell % 12;
    heap.put(cell, {.selections = 20 * w + 1, .survivals = w});
    ASSERT_NO_FATAL_FAILURE(heap.expect_same()) << "cell " << cell;
  }
}

TEST(ShareHeap, TellsFractionsApartThatLookEqualInDoublePrecision) {
  constexpr Tally kSmaller = {.selections = 4'000'000'000, .survivals = 3'999'999'999};
  constexpr Tally kLarger = {.selections = 4'000'000'001, .survivals = 4'000'000'000};
  ASSERT_EQ(3'999'999'999 / 4'000'000'000.0, 4'000'000'000 / 4'000'000'001.0) << "interesting only if they look so";
  for (const bool larger_first : {true, false}) {
    TallyLadder ladder(2);
    ShareHeap heap(2);
    for (const CellIndex cell : {0U, 1U}) {
      heap.changed(ladder, ladder.put(cell, (cell == 0) == larger_first ? kLarger : kSmaller).entered);
      heap.leaders();
    }
    ASSERT_EQ(heap.leaders().list().size(), 1U);
    EXPECT_EQ(heap.leaders().list().front().selections, kLarger.selections);
    const std::uint32_t end = heap.lead_ends();
    EXPECT_TRUE(end == 0 || end == kLarger.selections + 1) << "one more selection, and it is behind: " << end;
  }
}

}  // namespace
}  // namespace mce
