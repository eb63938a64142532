// SPDX-License-Identifier: MIT
#include "mce/analysis/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/archives.hpp"

namespace mce {
namespace {

TEST(Metrics, SummariseAMapOfThreeElites) {
  Archive archive = test::empty_archive(4);
  test::put(archive, 0, -3);
  test::put(archive, 2, -1);
  test::put(archive, 3, -2);
  const MapSummary map = summarise(archive, [](double fitness) { return 1 + fitness / 4; });
  EXPECT_EQ(map.filled, 3U);
  EXPECT_EQ(map.coverage, 0.75);
  EXPECT_EQ(map.best, -1);
  EXPECT_DOUBLE_EQ(map.qd_score, 0.25 + 0.75 + 0.5);
  EXPECT_EQ(map.selection_entropy, 0) << "nothing was selected yet";
}

TEST(Metrics, EntropyIsOneIfAllCellsAreSelectedEquallyOften) {
  EXPECT_NEAR(selection_entropy(test::archive_with({{5, 0}, {5, 1}, {5, 2}, {5, 3}})), 1, 1e-15);
}

TEST(Metrics, EntropyIsZeroIfOneCellIsSelectedAlone) {
  EXPECT_EQ(selection_entropy(test::archive_with({{0, 0}, {9, 1}, {0, 0}})), 0);
}

TEST(Metrics, EntropyCountsAllCellsOfTheMapNotOnlyFilledOnes) {
  // Two of eight cells, selected 1:3. −(¼ ln ¼ + ¾ ln ¾)/ln 8, by hand: 0.562335/2.079442.
  Archive archive = test::empty_archive(8);
  test::put(archive, 1, 0);
  test::put(archive, 6, 0);
  test::add_tally(archive, 1, {.selections = 2, .survivals = 0});
  test::add_tally(archive, 6, {.selections = 6, .survivals = 0});
  EXPECT_NEAR(selection_entropy(archive), 0.270426, 1e-6);
}

TEST(Metrics, EntropyOfAMapWithOneCellIsZero) { EXPECT_EQ(selection_entropy(test::archive_with({{7, 0}})), 0); }

TEST(Metrics, EntropyBelongsToCellsNotToElites) {
  Archive archive = test::archive_with({{5, 0}, {5, 0}});
  test::put(archive, 0, 1);  // a new elite, whose own tally starts at zero
  EXPECT_NEAR(selection_entropy(archive), 1, 1e-15);
}

}  // namespace
}  // namespace mce
