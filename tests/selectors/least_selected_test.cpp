// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/least_selected.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/archives.hpp"
#include "support/picks.hpp"

namespace mce::least_selected_test {
namespace {

std::uint32_t lowest_count(const Archive& archive) {
  std::uint32_t lowest = UINT32_MAX;
  for (const CellIndex cell : archive.filled()) lowest = std::min(lowest, archive.cell_tally(cell).selections);
  return lowest;
}

TEST(LeastSelected, PicksACellWithTheLowestCountOverRandomHistories) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    Archive archive = test::empty_archive(50);
    LeastSelected cells(50);
    for (int step = 0; step < 2000; ++step) {
      const CellIndex cell = rng.bounded(50);
      if (!archive.contains(cell)) {
        test::put(archive, cell, 0);
        cells.add(cell, 0);
      } else if (archive.filled().size() > 1 && rng.bounded(10) == 0) {
        archive.remove(cell);
        cells.remove(cell);
      } else {
        archive.pick(cell);
      }
      if (rng.bounded(8) > 0) continue;
      const CellIndex picked = cells.select(archive, rng);
      ASSERT_EQ(archive.cell_tally(picked).selections, lowest_count(archive)) << "seed " << seed << ", step " << step;
      archive.pick(picked);
    }
  }
}

TEST(LeastSelected, PicksUniformlyAmongEqualsThoughItIsOutOfDate) {
  Archive archive = test::archive_with({{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}});
  for (const CellIndex cell : {0U, 2U, 5U}) archive.pick(cell);
  // Out of date anew for every draw: what it learns while it draws must not matter.
  struct Fresh {
    static CellIndex select(const Archive& archive, Rng& rng) {
      LeastSelected cells(6);
      for (CellIndex cell = 0; cell < 6; ++cell) cells.add(cell, 0);
      return cells.select(archive, rng);
    }
  } fresh;
  test::expect_uniform_picks(fresh, archive, {1, 3, 4});
}

TEST(LeastSelected, GoesOnFromItsOrder) {
  Rng rng(3);
  Archive archive = test::empty_archive(30);
  LeastSelected cells(30);
  for (CellIndex cell = 0; cell < 30; ++cell) {
    test::put(archive, cell, 0);
    cells.add(cell, 0);
  }
  const auto step = [](Archive& map, LeastSelected& selector, Rng& random) {
    map.pick(random.bounded(30));
    return map.pick(selector.select(map, random)).cell;
  };
  for (int i = 0; i < 200; ++i) step(archive, cells, rng);
  LeastSelected copy(30);
  for (const CellIndex cell : cells.order()) copy.add(cell, cells.known_selections(cell));
  ByteWriter bytes;
  archive.save(bytes);
  Archive other = test::empty_archive(30);
  ByteReader in(bytes.bytes());
  other.load(in);
  Rng same(rng.state());
  for (int i = 0; i < 500; ++i) ASSERT_EQ(step(archive, cells, rng), step(other, copy, same)) << "step " << i;
}

}  // namespace
}  // namespace mce::least_selected_test
