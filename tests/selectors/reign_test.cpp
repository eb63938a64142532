// SPDX-License-Identifier: MIT
#include "mce/selectors/reign.hpp"

#include <gtest/gtest.h>

namespace mce {
namespace {

TEST(Reign, CoversItsCellUntilTheEnd) {
  const Reign reign(7, {.selections = 10, .survivals = 3}, 15);
  EXPECT_TRUE(reign.lasts());
  EXPECT_EQ(reign.cell(), 7U);
  for (const std::uint32_t n : {10U, 11U, 14U}) EXPECT_TRUE(reign.covers(7, {.selections = n, .survivals = 3})) << n;
  EXPECT_FALSE(reign.covers(7, {.selections = 15, .survivals = 3}));
}

TEST(Reign, CoversNoOtherCellNoSurvivalAndNoNewElite) {
  const Reign reign(7, {.selections = 10, .survivals = 3}, 15);
  EXPECT_FALSE(reign.covers(8, {.selections = 11, .survivals = 3}));
  EXPECT_FALSE(reign.covers(7, {.selections = 11, .survivals = 4}));
  EXPECT_FALSE(reign.covers(7, {.selections = 0, .survivals = 0}));
  const Reign without_survivals(7, {.selections = 1, .survivals = 0}, UINT32_MAX);
  EXPECT_FALSE(without_survivals.covers(7, {.selections = 0, .survivals = 0}));
}

TEST(Reign, DoesNotBeginIfTheNextSelectionWouldEndIt) {
  EXPECT_FALSE(Reign().lasts());
  EXPECT_FALSE(Reign(7, {.selections = 10, .survivals = 3}, 11).lasts());
  EXPECT_FALSE(Reign(7, {.selections = 10, .survivals = 3}, 0).lasts());
  EXPECT_TRUE(Reign(7, {.selections = 10, .survivals = 3}, 12).lasts());
}

}  // namespace
}  // namespace mce
