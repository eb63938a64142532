// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/sole_leader.hpp"

#include <gtest/gtest.h>

namespace mce::sole_leader_test {
namespace {

TEST(SoleLeader, CoversItsCellUntilTheEnd) {
  SoleLeader reign(7, {.selections = 10, .survivals = 3}, 15);
  EXPECT_TRUE(reign.lasts());
  EXPECT_EQ(reign.cell(), 7U);
  for (const std::uint32_t n : {10U, 11U, 14U}) EXPECT_TRUE(reign.covers(7, {.selections = n, .survivals = 3})) << n;
  EXPECT_FALSE(reign.covers(7, {.selections = 15, .survivals = 3}));
}

TEST(SoleLeader, CoversNoOtherCellNoSurvivalAndNoNewElite) {
  SoleLeader reign(7, {.selections = 10, .survivals = 3}, 15);
  EXPECT_FALSE(reign.covers(8, {.selections = 11, .survivals = 3}));
  EXPECT_FALSE(reign.covers(7, {.selections = 11, .survivals = 4}));
  EXPECT_FALSE(reign.covers(7, {.selections = 0, .survivals = 0}));
  SoleLeader without_survivals(7, {.selections = 1, .survivals = 0}, UINT32_MAX);
  EXPECT_FALSE(without_survivals.covers(7, {.selections = 0, .survivals = 0}));
}

TEST(SoleLeader, DoesNotBeginIfTheNextSelectionWouldEndIt) {
  EXPECT_FALSE(SoleLeader().lasts());
  EXPECT_FALSE(SoleLeader(7, {.selections = 10, .survivals = 3}, 11).lasts());
  EXPECT_FALSE(SoleLeader(7, {.selections = 10, .survivals = 3}, 0).lasts());
  EXPECT_TRUE(SoleLeader(7, {.selections = 10, .survivals = 3}, 12).lasts());
}

}  // namespace
}  // namespace mce::sole_leader_test
