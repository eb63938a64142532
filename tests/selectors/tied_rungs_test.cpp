// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/tied_rungs.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace mce::tied_rungs_test {
namespace {

using Id = TiedRungs::Id;
using Place = std::pair<Id, std::uint32_t>;

TiedRungs three_leaders() {
  TiedRungs leaders(10);
  leaders.add({.rung = 7, .selections = 40, .cells = 3});
  leaders.add({.rung = 2, .selections = 60, .cells = 1});
  leaders.add({.rung = 5, .selections = 20, .cells = 2});
  leaders.arrange();
  return leaders;
}

std::vector<Id> rungs(const TiedRungs& leaders) {
  std::vector<Id> visited;
  leaders.visit([&](Id rung) { visited.push_back(rung); });
  return visited;
}

TEST(TiedRungs, AreVisitedByTheirSelections) {
  const TiedRungs leaders = three_leaders();
  EXPECT_EQ(rungs(leaders), (std::vector<Id>{5, 7, 2}));
  EXPECT_EQ(leaders.cells(), 6U);
  EXPECT_FALSE(leaders.single());
}

TEST(TiedRungs, LocatesEveryCellOnce) {
  const TiedRungs leaders = three_leaders();
  EXPECT_EQ(leaders.locate(0), Place(5, 0));
  EXPECT_EQ(leaders.locate(1), Place(5, 1));
  EXPECT_EQ(leaders.locate(2), Place(7, 0));
  EXPECT_EQ(leaders.locate(4), Place(7, 2));
  EXPECT_EQ(leaders.locate(5), Place(2, 0));
}

/// However many there are, and whoever of them has fallen back.
TEST(TiedRungs, LocatesEveryCellAmongMany) {
  for (std::uint32_t count = 1; count <= 20; ++count) {
    for (const std::uint32_t fallen_back : {20U, 0U, count / 2, count - 1}) {
      TiedRungs leaders(20);
      for (Id i = count; i-- > 0;) leaders.add({.rung = i, .selections = 10 * i, .cells = 1 + i % 3});
      leaders.arrange();
      if (fallen_back < count) leaders.remove(fallen_back);
      std::uint32_t index = 0;
      for (Id i = 0; i < count; ++i) {
        if (i == fallen_back) continue;
        for (std::uint32_t cell = 0; cell < 1 + i % 3; ++cell) EXPECT_EQ(leaders.locate(index++), Place(i, cell));
      }
      EXPECT_EQ(index, leaders.cells());
    }
  }
}

TEST(TiedRungs, CountsCellsAgain) {
  TiedRungs leaders = three_leaders();
  leaders.recount(7, 1);
  leaders.recount(9, 100);  // does not lead
  EXPECT_EQ(leaders.cells(), 4U);
  EXPECT_EQ(leaders.locate(3), Place(2, 0));
}

TEST(TiedRungs, CountsCellsAgainAfterOneHasFallenBack) {
  TiedRungs leaders = three_leaders();
  leaders.remove(5);
  leaders.recount(5, 9);  // no longer a leader
  leaders.recount(2, 4);
  leaders.recount(7, 1);
  EXPECT_EQ(leaders.cells(), 5U);
  EXPECT_EQ(leaders.locate(1), Place(2, 0));
}

TEST(TiedRungs, OneMoreTakesItsPlaceInTheOrder) {
  TiedRungs leaders = three_leaders();
  leaders.add({.rung = 4, .selections = 50, .cells = 1});
  leaders.arrange();
  EXPECT_EQ(rungs(leaders), (std::vector<Id>{5, 7, 4, 2}));
  leaders.recount(2, 2);
  EXPECT_EQ(leaders.locate(leaders.cells() - 1), Place(2, 1));
}

TEST(TiedRungs, ForgetsOneOrAll) {
  TiedRungs leaders = three_leaders();
  leaders.remove(7);
  leaders.remove(7);
  EXPECT_EQ(rungs(leaders), (std::vector<Id>{5, 2}));
  EXPECT_EQ(leaders.cells(), 3U);
  EXPECT_EQ(leaders.locate(2), Place(2, 0));
  leaders.clear();
  EXPECT_TRUE(leaders.empty());
  EXPECT_EQ(leaders.cells(), 0U);
  leaders.recount(2, 5);
  EXPECT_EQ(leaders.cells(), 0U);
}

TEST(TiedRungs, AreNoneWhenAllHaveFallenBack) {
  TiedRungs leaders = three_leaders();
  for (const Id rung : {5U, 2U, 7U}) {
    EXPECT_FALSE(leaders.empty());
    leaders.remove(rung);
  }
  EXPECT_TRUE(leaders.empty());
  leaders.clear();
  leaders.add({.rung = 2, .selections = 61, .cells = 1});
  leaders.arrange();
  EXPECT_TRUE(leaders.single());
  EXPECT_EQ(leaders.first(), 2U);
  leaders.recount(7, 3);
  EXPECT_EQ(leaders.cells(), 1U);
}

}  // namespace
}  // namespace mce::tied_rungs_test
