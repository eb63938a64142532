// SPDX-License-Identifier: MIT
#include "mce/study/detail/map_history.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "mce/core/error.hpp"

namespace mce::map_history_test {
namespace {

/// An archive of so many cells in a row, filled by hand.
Archive row_of(std::uint32_t cells) { return {Grid({{0, 1}}, {cells}), 1}; }

void place(Archive& archive, CellIndex cell, double fitness) {
  const double feature = (cell + 0.5) / archive.cells();
  const std::byte genome{0};
  archive.place(cell, {&genome, 1}, fitness, {&feature, 1});
}

std::vector<double> fitness_of(const Archive& archive) {
  std::vector<double> all(archive.cells());
  for (CellIndex cell = 0; cell < all.size(); ++cell) all[cell] = archive.fitness(cell);
  return all;
}

void expect_equal(std::span<const double> found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(found[i])) << i;
    } else {
      EXPECT_EQ(found[i], expected[i]) << i;
    }
  }
}

TEST(MapHistory, GivesBackEveryMapOfARandomHistory) {
  std::mt19937_64 random(3);
  for (const std::uint32_t cells : {1U, 63U, 64U, 65U, 1000U}) {
    Archive archive = row_of(cells);
    MapHistory history(cells);
    std::vector<std::vector<double>> maps;
    for (int point = 0; point < 12; ++point) {
      for (std::uint64_t i = 0; i < random() % 300; ++i) {
        place(archive, static_cast<CellIndex>(random() % cells), std::ldexp(static_cast<double>(random()), -60) - 8);
      }
      history.record(archive);
      maps.push_back(fitness_of(archive));
    }
    const auto packed = history.packed();
    MapHistoryReader reader(packed, cells, maps.size());
    std::vector<double> played(cells, std::numeric_limits<double>::quiet_NaN());
    for (const auto& map : maps) {
      reader.next([&](CellIndex cell, double fitness) {
        EXPECT_NE(played.at(cell), fitness) << "only what changes";
        played[cell] = fitness;
      });
      expect_equal(played, map);
    }
  }
}

TEST(MapHistory, WhatDoesNotChangeTakesNoSpace) {
  constexpr std::uint32_t kCells = 10'000;
  Archive archive = row_of(kCells);
  std::mt19937_64 random(4);
  for (CellIndex cell = 0; cell < kCells; ++cell) place(archive, cell, std::ldexp(static_cast<double>(random()), -64));
  MapHistory once(kCells);
  once.record(archive);
  MapHistory often(kCells);
  for (int i = 0; i < 50; ++i) often.record(archive);
  EXPECT_LT(often.packed().size(), once.packed().size() + 1000);
}

TEST(MapHistory, DamageIsAnError) {
  Archive archive = row_of(100);
  place(archive, 7, 1);
  MapHistory history(100);
  history.record(archive);
  const auto packed = history.packed();
  EXPECT_THROW(MapHistoryReader(packed, 100, 2), Error) << "more save points";
  EXPECT_THROW(MapHistoryReader(packed, 200, 1), Error) << "more cells";
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_THROW(MapHistoryReader(std::span(packed).first(size), 100, 1), Error) << size;
  }
}

}  // namespace
}  // namespace mce::map_history_test
