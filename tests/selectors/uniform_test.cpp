// SPDX-License-Identifier: MIT
#include "mce/selectors/uniform.hpp"

#include <gtest/gtest.h>

#include "support/archives.hpp"
#include "support/picks.hpp"

namespace mce::uniform_test {
namespace {

TEST(Uniform, PicksEveryEliteEquallyOftenAndNoEmptyCell) {
  Archive archive = test::empty_archive(20);
  for (const CellIndex cell : {3U, 7U, 8U, 15U, 19U}) test::put(archive, cell, cell);
  test::add_tally(archive, 7, {.selections = 1000, .survivals = 900});
  Uniform selector;
  test::expect_uniform_picks(selector, archive, {3, 7, 8, 15, 19});
}

TEST(Uniform, OneEliteIsAlwaysPicked) {
  Archive archive = test::empty_archive(4);
  test::put(archive, 2, 0);
  Uniform selector;
  test::expect_uniform_picks(selector, archive, {2});
}

}  // namespace
}  // namespace mce::uniform_test
