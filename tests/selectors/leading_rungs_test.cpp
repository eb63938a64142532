// SPDX-License-Identifier: MIT
#include "mce/selectors/leading_rungs.hpp"

#include <gtest/gtest.h>

namespace mce {
namespace {

using Place = std::pair<LeadingRungs::Id, std::uint32_t>;

LeadingRungs three_leaders() {
  LeadingRungs leaders(10);
  leaders.add({.rung = 7, .selections = 40, .cells = 3});
  leaders.add({.rung = 2, .selections = 60, .cells = 1});
  leaders.add({.rung = 5, .selections = 20, .cells = 2});
  return leaders;
}

TEST(LeadingRungs, ListsLeadersByTheirSelections) {
  LeadingRungs leaders = three_leaders();
  ASSERT_EQ(leaders.list().size(), 3U);
  EXPECT_EQ(leaders.list()[0].rung, 5U);
  EXPECT_EQ(leaders.list()[1].rung, 7U);
  EXPECT_EQ(leaders.list()[2].rung, 2U);
  EXPECT_EQ(leaders.cells(), 6U);
}

TEST(LeadingRungs, LocatesEveryCellOnce) {
  LeadingRungs leaders = three_leaders();
  EXPECT_EQ(leaders.locate(0), Place(5, 0));
  EXPECT_EQ(leaders.locate(1), Place(5, 1));
  EXPECT_EQ(leaders.locate(2), Place(7, 0));
  EXPECT_EQ(leaders.locate(4), Place(7, 2));
  EXPECT_EQ(leaders.locate(5), Place(2, 0));
}

TEST(LeadingRungs, LocatesEveryCellAmongMany) {
  LeadingRungs leaders(20);
  for (std::uint32_t i = 20; i-- > 0;) leaders.add({.rung = i, .selections = 10 * i, .cells = 1 + i % 3});
  std::uint32_t index = 0;
  for (std::uint32_t i = 0; i < 20; ++i) {
    for (std::uint32_t cell = 0; cell < 1 + i % 3; ++cell) EXPECT_EQ(leaders.locate(index++), Place(i, cell));
  }
  EXPECT_EQ(index, leaders.cells());
}

TEST(LeadingRungs, CountsCellsAgain) {
  LeadingRungs leaders = three_leaders();
  leaders.recount(7, 1);
  leaders.recount(9, 100);  // does not lead
  EXPECT_EQ(leaders.cells(), 4U);
  EXPECT_EQ(leaders.locate(3), Place(2, 0));
}

TEST(LeadingRungs, FindsTheLocatedLeaderAfterTheListHasChanged) {
  LeadingRungs leaders = three_leaders();
  EXPECT_EQ(leaders.locate(5), Place(2, 0));
  leaders.remove(5);
  leaders.recount(2, 4);
  leaders.recount(7, 1);
  EXPECT_EQ(leaders.cells(), 5U);
  EXPECT_EQ(leaders.locate(1), Place(2, 0));
}

TEST(LeadingRungs, RenewsItsOnlyLeader) {
  LeadingRungs leaders(10);
  leaders.add({.rung = 7, .selections = 40, .cells = 1});
  leaders.renew({.rung = 7, .selections = 41, .cells = 2});
  ASSERT_EQ(leaders.list().size(), 1U);
  EXPECT_EQ(leaders.list()[0].selections, 41U);
  EXPECT_EQ(leaders.cells(), 2U);
}

TEST(LeadingRungs, ForgetsOneOrAll) {
  LeadingRungs leaders = three_leaders();
  leaders.remove(7);
  leaders.remove(7);
  EXPECT_EQ(leaders.cells(), 3U);
  EXPECT_EQ(leaders.locate(2), Place(2, 0));
  leaders.clear();
  EXPECT_TRUE(leaders.empty());
  EXPECT_EQ(leaders.cells(), 0U);
  leaders.recount(2, 5);
  EXPECT_EQ(leaders.cells(), 0U);
}

}  // namespace
}  // namespace mce
