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
  const LeadingRungs leaders = three_leaders();
  ASSERT_EQ(leaders.list().size(), 3U);
  EXPECT_EQ(leaders.list()[0].rung, 5U);
  EXPECT_EQ(leaders.list()[1].rung, 7U);
  EXPECT_EQ(leaders.list()[2].rung, 2U);
  EXPECT_EQ(leaders.cells(), 6U);
}

TEST(LeadingRungs, LocatesEveryCellOnce) {
  const LeadingRungs leaders = three_leaders();
  EXPECT_EQ(leaders.locate(0), Place(5, 0));
  EXPECT_EQ(leaders.locate(1), Place(5, 1));
  EXPECT_EQ(leaders.locate(2), Place(7, 0));
  EXPECT_EQ(leaders.locate(4), Place(7, 2));
  EXPECT_EQ(leaders.locate(5), Place(2, 0));
}

TEST(LeadingRungs, CountsCellsAgain) {
  LeadingRungs leaders = three_leaders();
  leaders.recount(7, 1);
  leaders.recount(9, 100);  // does not lead
  EXPECT_EQ(leaders.cells(), 4U);
  EXPECT_EQ(leaders.locate(3), Place(2, 0));
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
