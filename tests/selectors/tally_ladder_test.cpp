// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/tally_ladder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce::tally_ladder_test {
namespace {

using Contents = std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<CellIndex>>;

/// The top level of each rung, by (w, n), read through the public interface.
Contents tops(const TallyLadder& ladder) {
  Contents found;
  for (auto rung = ladder.first(); rung != TallyLadder::kNone; rung = ladder.rung(rung).more) {
    const auto& level = ladder.top(rung);
    auto& cells = found[{ladder.rung(rung).survivals, level.selections}];
    for (std::uint32_t i = 0; i < level.cells.size; ++i) cells.insert(ladder.cell_at(level, i));
  }
  return found;
}

/// The same from a plain list of tallies.
Contents expected_tops(const std::map<CellIndex, Tally>& tallies) {
  std::map<std::uint32_t, std::uint32_t> lowest;
  for (const auto& [cell, tally] : tallies) {
    const auto [known, is_new] = lowest.emplace(tally.survivals, tally.selections);
    known->second = std::min(known->second, tally.selections);
  }
  Contents expected;
  for (const auto& [cell, tally] : tallies) {
    if (tally.selections == lowest[tally.survivals]) expected[{tally.survivals, tally.selections}].insert(cell);
  }
  return expected;
}

TEST(TallyLadder, TopsAreTheFewestSelectionsOfEachNumberOfSurvivals) {
  constexpr std::uint32_t kCells = 40;
  Rng rng(3);
  TallyLadder ladder(kCells);
  std::map<CellIndex, Tally> tallies;
  for (int step = 0; step < 20'000; ++step) {
    const CellIndex cell = rng.bounded(kCells);
    if (rng.bounded(15) == 0 && tallies.contains(cell)) {
      tallies.erase(cell);
      ladder.remove(cell);
      ASSERT_FALSE(ladder.contains(cell));
      continue;
    }
    Tally& tally = tallies[cell];
    switch (rng.bounded(20)) {
      case 0: tally = {}; break;                                               // replaced
      case 1: tally = {.selections = rng.bounded(50), .survivals = 0}; break;  // a jump, never seen in evolution
      default:
        tally.selections += 1;
        tally.survivals += rng.bounded(2);
        break;  // selected
    }
    ladder.put(cell, tally);
    ASSERT_TRUE(ladder.contains(cell));
    if (step % 50 != 0) continue;
    ASSERT_EQ(tops(ladder), expected_tops(tallies));
  }
}

TEST(TallyLadder, PutTellsWhichRungsMayHaveChanged) {
  TallyLadder ladder(3);
  const auto first = ladder.put(0, {.selections = 5, .survivals = 2});
  EXPECT_EQ(first.left, TallyLadder::kNone);
  EXPECT_EQ(ladder.rung(first.entered).survivals, 2U);
  const auto second = ladder.put(1, {.selections = 6, .survivals = 3});
  const auto moved = ladder.put(0, {.selections = 6, .survivals = 3});
  EXPECT_EQ(moved.left, first.entered);
  EXPECT_FALSE(ladder.alive(moved.left));
  EXPECT_EQ(moved.entered, second.entered);
  const auto selected = ladder.put(0, {.selections = 7, .survivals = 3});
  EXPECT_EQ(selected.left, TallyLadder::kNone);
  EXPECT_EQ(selected.entered, second.entered);
  const auto stayed = ladder.put(0, {.selections = 7, .survivals = 3});
  EXPECT_EQ(stayed.entered, TallyLadder::kNone);
  const auto removed = ladder.remove(0);
  EXPECT_EQ(removed.left, second.entered);
  EXPECT_EQ(removed.entered, TallyLadder::kNone);
  ladder.remove(1);
  EXPECT_EQ(ladder.first(), TallyLadder::kNone);
}

TEST(TallyLadder, ACellAloneOnItsLevelTakesTheLevelAlong) {
  TallyLadder ladder(3);
  const auto rung = ladder.put(0, {.selections = 5, .survivals = 2}).entered;
  ladder.put(1, {.selections = 8, .survivals = 2});
  const auto* level = &ladder.top(rung);
  ladder.put(0, {.selections = 7, .survivals = 2});
  EXPECT_EQ(&ladder.top(rung), level);
  EXPECT_EQ(level->selections, 7U);
  ladder.put(0, {.selections = 8, .survivals = 2});
  EXPECT_NE(&ladder.top(rung), level) << "not over another one";
  EXPECT_EQ(ladder.top(rung).cells.size, 2U);
  ladder.put(0, {.selections = 9, .survivals = 2});
  EXPECT_EQ(ladder.top(rung).selections, 8U);
  EXPECT_EQ(ladder.top(rung).cells.size, 1U);
}

TEST(TallyLadder, OrderRebuildsTheSameLadder) {
  Rng rng(5);
  TallyLadder ladder(64);
  std::vector<Tally> tallies(64);
  for (int step = 0; step < 5000; ++step) {
    const CellIndex cell = rng.bounded(64);
    tallies[cell].selections += 1;
    tallies[cell].survivals += rng.bounded(2);
    if (rng.bounded(10) == 0) tallies[cell] = {};
    ladder.put(cell, tallies[cell]);
  }
  TallyLadder rebuilt(64);
  for (const CellIndex cell : ladder.order()) rebuilt.put(cell, tallies[cell]);
  EXPECT_EQ(rebuilt.order(), ladder.order());
}

}  // namespace
}  // namespace mce::tally_ladder_test
