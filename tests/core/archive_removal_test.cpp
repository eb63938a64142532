// SPDX-License-Identifier: MIT
// Cells of an archive that are emptied.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "mce/core/archive.hpp"
#include "support/archives.hpp"

namespace mce::archive_removal_test {
namespace {

std::vector<CellIndex> filled(const Archive& archive) { return {archive.filled().begin(), archive.filled().end()}; }

TEST(ArchiveRemove, EmptiesACell) {
  Archive archive = test::archive_with({{3, 1}, {5, 2}, {2, 0}, {0, 0}});
  test::put(archive, 1, 7);
  archive.pick(1);
  archive.remove(1);
  EXPECT_FALSE(archive.contains(1));
  EXPECT_TRUE(std::isnan(archive.fitness(1)));
  EXPECT_EQ(archive.birth(1), 0U);
  EXPECT_EQ(archive.cell_tally(1), Tally{});
  EXPECT_EQ(archive.elite_tally(1), Tally{});
  EXPECT_EQ(archive.selections(), 5U);
  EXPECT_EQ(archive.living_selections(), 5U);
  EXPECT_EQ(archive.births(), 5U) << "as many as ever";
}

TEST(ArchiveRemove, LetsTheLastCellTakeTheGap) {
  Archive archive = test::archive_with({{}, {}, {}, {}, {}});
  archive.remove(1);
  EXPECT_EQ(filled(archive), (std::vector<CellIndex>{0, 4, 2, 3}));
  archive.remove(3);
  EXPECT_EQ(filled(archive), (std::vector<CellIndex>{0, 4, 2})) << "the last one leaves no gap";
  archive.remove(4);
  test::put(archive, 1, 0);
  EXPECT_EQ(filled(archive), (std::vector<CellIndex>{0, 2, 1}));
}

TEST(ArchiveRemove, MakesTheNextEliteThereANewOne) {
  Archive archive = test::archive_with({{3, 1}});
  const Parent former = archive.pick(0);
  archive.remove(0);
  test::put(archive, 0, -9);
  EXPECT_TRUE(archive.survives(-8, 0));
  EXPECT_EQ(archive.cell_tally(0), Tally{});
  EXPECT_GT(archive.birth(0), former.births);
}

TEST(ArchiveRemove, KeepsAllInOrderOverALongLife) {
  constexpr std::uint32_t kCells = 12;
  Archive archive = test::empty_archive(kCells);
  std::map<CellIndex, std::uint32_t> selections;  // of the filled cells
  Rng rng(5);
  for (int step = 0; step < 3000; ++step) {
    const CellIndex cell = rng.bounded(kCells);
    const std::uint32_t what = rng.bounded(10);
    if (!archive.contains(cell) || what == 0) {
      test::put(archive, cell, step);
      selections.try_emplace(cell, 0);
    } else if (what < 4) {
      archive.remove(cell);
      selections.erase(cell);
    } else {
      const Parent parent = archive.pick(cell);
      ++selections[cell];
      if (what < 6) archive.reward(parent);
    }
    std::vector<CellIndex> cells = filled(archive);
    std::ranges::sort(cells);
    std::vector<CellIndex> expected;
    std::uint64_t total = 0;
    for (const auto& [each, count] : selections) {
      expected.push_back(each);
      total += count;
      ASSERT_EQ(archive.cell_tally(each).selections, count);
    }
    ASSERT_EQ(cells, expected);
    ASSERT_EQ(archive.selections(), total);
    if (step % 50 > 0) continue;
    ByteWriter saved;
    archive.save(saved);
    Archive loaded = test::empty_archive(kCells);
    ByteReader in(saved.bytes());
    loaded.load(in);
    ASSERT_EQ(loaded.signature(), archive.signature());
    if (loaded.filled().empty()) continue;
    Archive& either = step % 100 == 0 ? loaded : archive;
    const CellIndex front = either.filled().front();
    either.remove(front);
    ASSERT_FALSE(either.contains(front)) << "also where it was loaded";
    if (&either == &archive) selections.erase(front);
  }
}

}  // namespace
}  // namespace mce::archive_removal_test
