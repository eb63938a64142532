// SPDX-License-Identifier: MIT
#include "mce/report/viridis.hpp"

#include <gtest/gtest.h>

namespace mce::viridis_test {
namespace {

double brightness(const Rgb& colour) { return 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue; }

TEST(Viridis, GoesFromPurpleToYellow) {
  const auto [red, green, blue] = viridis(0);
  EXPECT_EQ(red, 68);
  EXPECT_EQ(green, 1);
  EXPECT_EQ(blue, 84);
  EXPECT_EQ(viridis(1).red, 253);
  EXPECT_EQ(viridis(0.5).green, 144);
}

TEST(Viridis, GetsEverBrighter) {
  for (int i = 0; i < 100; ++i) EXPECT_LT(brightness(viridis(i / 100.0)), brightness(viridis((i + 1) / 100.0)) + 0.5);
  EXPECT_GT(brightness(viridis(1)), brightness(viridis(0)) + 150);
}

TEST(Viridis, EndsWhereSharesEnd) {
  EXPECT_EQ(viridis(-1).red, viridis(0).red);
  EXPECT_EQ(viridis(2).red, viridis(1).red);
}

}  // namespace
}  // namespace mce::viridis_test
