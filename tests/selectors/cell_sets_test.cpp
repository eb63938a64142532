// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/cell_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce::cell_sets_test {
namespace {

std::vector<CellIndex> contents(const CellSets<int>& sets, const CellSets<int>::Set& set) {
  std::vector<CellIndex> cells;
  for (std::uint32_t i = 0; i < set.size; ++i) cells.push_back(sets.at(set, i));
  return cells;
}

TEST(CellSets, AgreeWithVectorsOverRandomMoves) {
  constexpr std::uint32_t kCells = 300;
  constexpr std::uint32_t kSets = 7;
  CellSets<int> sets(kCells);
  std::vector<CellSets<int>::Set> handles(kSets);
  std::vector<std::vector<CellIndex>> model(kSets);
  std::vector<std::uint32_t> home(kCells, kSets);
  Rng rng(1);
  for (int step = 0; step < 50'000; ++step) {
    const CellIndex cell = rng.bounded(kCells);
    if (home[cell] < kSets) {
      auto& cells = model[home[cell]];
      sets.remove(handles[home[cell]], cell);
      *std::ranges::find(cells, cell) = cells.back();  // the last one takes the free place
      cells.pop_back();
    }
    home[cell] = rng.bounded(kSets + 1);
    if (home[cell] < kSets) {
      sets.insert(handles[home[cell]], cell);
      model[home[cell]].push_back(cell);
    }
    if (step % 100 == 0) {
      for (std::uint32_t i = 0; i < kSets; ++i) ASSERT_EQ(contents(sets, handles[i]), model[i]);
    }
  }
}

TEST(CellSets, OneSetCanHoldEveryCellAndThenNone) {
  for (const std::uint32_t cells : {1U, 2U, 3U, 64U, 100U, 1025U}) {
    CellSets<int> sets(cells);
    CellSets<int>::Set set;
    for (int round = 0; round < 3; ++round) {
      for (CellIndex cell = 0; cell < cells; ++cell) sets.insert(set, cell);
      ASSERT_EQ(set.size, cells);
      for (CellIndex cell = 0; cell < cells; ++cell) ASSERT_EQ(sets.at(set, cell), cell);
      for (CellIndex cell = cells; cell-- > 0;) sets.remove(set, cell);
      ASSERT_EQ(set.size, 0U);
    }
  }
}

TEST(CellSets, EveryCellCanHaveItsOwnSet) {
  constexpr std::uint32_t kCells = 1000;
  CellSets<int> sets(kCells);
  std::vector<CellSets<int>::Set> handles(kCells);
  for (CellIndex cell = 0; cell < kCells; ++cell) sets.insert(handles[cell], cell);
  for (CellIndex cell = 0; cell < kCells; ++cell) ASSERT_EQ(contents(sets, handles[cell]), std::vector{cell});
}

TEST(CellSets, ClearForgetsEverything) {
  CellSets<int> sets(8);
  CellSets<int>::Set old;
  for (CellIndex cell = 0; cell < 8; ++cell) sets.insert(old, cell);
  sets.clear();
  CellSets<int>::Set set;
  for (CellIndex cell = 8; cell-- > 0;) sets.insert(set, cell);
  EXPECT_EQ(contents(sets, set), (std::vector<CellIndex>{7, 6, 5, 4, 3, 2, 1, 0}));
}

}  // namespace
}  // namespace mce::cell_sets_test
