// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/ordered_cells.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <set>

#include "mce/core/rng.hpp"

namespace mce::ordered_cells_test {
namespace {

TEST(OrderedCells, IsASetInAscendingOrder) {
  for (const std::uint32_t cells : {1U, 2U, 3U, 7U, 64U, 100U}) {
    Rng rng(cells);
    OrderedCells ordered(cells);
    std::set<CellIndex> expected;
    for (int step = 0; step < 500; ++step) {
      const CellIndex cell = rng.bounded(cells);
      if (rng.bounded(2) == 0) {
        ordered.insert(cell);
        expected.insert(cell);
      } else {
        ordered.remove(cell);
        expected.erase(cell);
      }
      ASSERT_EQ(ordered.size(), expected.size());
      ASSERT_EQ(ordered.contains(cell), expected.contains(cell));
      if (expected.empty()) continue;
      const std::uint32_t index = rng.bounded(ordered.size());
      ASSERT_EQ(ordered.at(index), *std::next(expected.begin(), index));
    }
  }
}

}  // namespace
}  // namespace mce::ordered_cells_test
