// SPDX-License-Identifier: MIT
#include "mce/core/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce::grid_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// docs/algorithm.md, section 2, point 3, word by word.
std::uint32_t reference_bin(double value, Interval bounds, std::uint32_t bins) {
  const double place = std::floor((value - bounds.low) / (bounds.high - bounds.low) * bins);
  if (place < 0) return 0;
  if (place > bins - 1) return bins - 1;
  return static_cast<std::uint32_t>(place);
}

std::string complaint(const std::vector<Interval>& bounds, const std::vector<std::uint32_t>& resolution) {
  try {
    const Grid grid(bounds, resolution);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

bool mentions(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

struct Case {
  Interval bounds;
  std::uint32_t bins;
};
const std::vector<Case> kCases = {{{-5.12, 5.12}, 100}, {{-1, 1}, 100},       {{0, 1}, 50},          {{0, 1}, 1},
                                  {{-3, 7}, 7},         {{1e9, 1e9 + 1}, 10}, {{-1e-300, 1e-300}, 3}};

TEST(GridBin, FollowsTheFormulaOnRandomValues) {
  Rng rng(1);
  for (const auto& [bounds, bins] : kCases) {
    const Grid grid({bounds}, {bins});
    const double margin = (bounds.high - bounds.low) / 10;
    for (int i = 0; i < 20'000; ++i) {
      const double value = rng.uniform(bounds.low - margin, bounds.high + margin);
      ASSERT_EQ(grid.bin(0, value), reference_bin(value, bounds, bins)) << value;
    }
  }
}

TEST(GridBin, FollowsTheFormulaAroundEveryBinEdge) {
  for (const auto& [bounds, bins] : kCases) {
    const Grid grid({bounds}, {bins});
    for (std::uint32_t edge = 0; edge <= bins; ++edge) {
      const double value = bounds.low + (bounds.high - bounds.low) * edge / bins;
      for (const double each : {std::nextafter(value, -kInfinity), value, std::nextafter(value, kInfinity)}) {
        ASSERT_EQ(grid.bin(0, each), reference_bin(each, bounds, bins)) << each;
      }
    }
  }
}

TEST(GridBin, StartsExactlyOnItsLowerEdge) {
  // Bins of 1/64 from 0 have edges that are numbers, so nothing is rounded here.
  const Grid grid({{.low = 0, .high = 1}}, {64});
  for (std::uint32_t edge = 1; edge < 64; ++edge) {
    const double value = edge / 64.0;
    EXPECT_EQ(grid.bin(0, value), edge);
    EXPECT_EQ(grid.bin(0, std::nextafter(value, -kInfinity)), edge - 1);
  }
}

TEST(GridBin, TakesSharesOfTilesToTheBinsTheyNameExactly) {
  // The metrics of an 8 × 8 maze are multiples of 1/64 on 50 bins; n/64·50 is computed without rounding.
  const Grid grid({{.low = 0, .high = 1}}, {50});
  for (std::uint32_t tiles = 0; tiles <= 64; ++tiles) {
    EXPECT_EQ(grid.bin(0, tiles / 64.0), std::min(tiles * 50 / 64, 49U)) << tiles;
  }
}

TEST(GridBin, TakesValuesAtAndBeyondTheEndsToTheFirstAndLastBin) {
  for (const auto& [bounds, bins] : kCases) {
    const Grid grid({bounds}, {bins});
    for (const double low : {bounds.low, std::nextafter(bounds.low, -kInfinity), bounds.low - 1, -1e308, -kInfinity}) {
      EXPECT_EQ(grid.bin(0, low), 0U) << low;
    }
    for (const double high : {bounds.high, std::nextafter(bounds.high, kInfinity), bounds.high + 1, 1e308, kInfinity}) {
      EXPECT_EQ(grid.bin(0, high), bins - 1) << high;
    }
  }
}

TEST(GridCell, IsRowMajorWithTheLastFeatureFastest) {
  const Grid grid({{.low = 0, .high = 2}, {.low = 0, .high = 3}, {.low = 0, .high = 4}}, {2, 3, 4});
  CellIndex expected = 0;
  for (const double first : {0.5, 1.5}) {
    for (const double second : {0.5, 1.5, 2.5}) {
      for (const double third : {0.5, 1.5, 2.5, 3.5}) {
        EXPECT_EQ(grid.cell(std::vector{first, second, third}), expected++);
      }
    }
  }
  EXPECT_EQ(grid.cells(), expected);
}

TEST(GridCell, HasItsBinsAsInverseFor1To4Features) {
  const std::vector<std::uint32_t> bins = {5, 3, 7, 2};
  for (std::size_t features = 1; features <= 4; ++features) {
    const std::vector<std::uint32_t> resolution(bins.begin(), bins.begin() + static_cast<std::ptrdiff_t>(features));
    const Grid grid(std::vector<Interval>(features), resolution);
    for (CellIndex cell = 0; cell < grid.cells(); ++cell) {
      std::vector<double> centre(features);
      for (std::uint32_t i = 0; i < features; ++i) {
        ASSERT_LT(grid.bin_of_cell(cell, i), resolution[i]);
        centre[i] = (grid.bin_of_cell(cell, i) + 0.5) / resolution[i];
      }
      EXPECT_EQ(grid.cell(centre), cell);
    }
  }
}

TEST(GridCell, OfInfinitiesIsACorner) {
  const Grid grid({{.low = 0, .high = 1}, {.low = 0, .high = 1}}, {10, 20});
  EXPECT_EQ(grid.cell(std::vector{-kInfinity, -kInfinity}), 0U);
  EXPECT_EQ(grid.cell(std::vector{-kInfinity, kInfinity}), 19U);
  EXPECT_EQ(grid.cell(std::vector{kInfinity, -kInfinity}), 180U);
  EXPECT_EQ(grid.cell(std::vector{kInfinity, kInfinity}), 199U);
}

TEST(Grid, TellsItsBoundsAndBins) {
  const Grid grid({{.low = -1, .high = 1}, {.low = 0, .high = 5}}, {10, 20});
  EXPECT_EQ(grid.features(), 2U);
  EXPECT_EQ(grid.cells(), 200U);
  EXPECT_EQ(grid.bins(0), 10U);
  EXPECT_EQ(grid.bins(1), 20U);
  EXPECT_EQ(grid.bounds(1), (Interval{.low = 0, .high = 5}));
}

TEST(Grid, TakesOneResolutionForAllFeatures) {
  const Grid grid(std::vector<Interval>(3), {4});
  EXPECT_EQ(grid.cells(), 64U);
  EXPECT_EQ(grid.bins(2), 4U);
}

TEST(Grid, HasOneTo16Features) {
  EXPECT_EQ(Grid(std::vector<Interval>(16), {3}).cells(), 43'046'721U);
  EXPECT_TRUE(mentions(complaint({}, {10}), "0 features"));
  EXPECT_TRUE(mentions(complaint(std::vector<Interval>(17), {1}), "17 features"));
}

TEST(Grid, RefusesAResolutionOfTheWrongLength) {
  const std::string text = complaint(std::vector<Interval>(3), {10, 20});
  EXPECT_TRUE(mentions(text, "2 numbers")) << text;
  EXPECT_TRUE(mentions(text, "3 features")) << text;
  EXPECT_NE(complaint({{}}, {}), "no complaint");
}

TEST(Grid, RefusesAFeatureWithoutBins) { EXPECT_TRUE(mentions(complaint({{}, {}}, {10, 0}), "0 of feature 2")); }

TEST(Grid, RefusesMoreCellsThanItCanNumber) {
  EXPECT_EQ(Grid({{}, {}}, {10'000}).cells(), Grid::kMaxCells);
  EXPECT_TRUE(mentions(complaint({{}, {}}, {10'000, 10'001}), "100000000"));
  EXPECT_TRUE(mentions(complaint(std::vector<Interval>(16), {UINT32_MAX}), "100000000"));
}

TEST(Grid, RefusesBoundsThatAreNoRange) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(mentions(complaint({{.low = 2, .high = 1.5}}, {10}), "[2, 1.5] of feature 1"));
  EXPECT_TRUE(mentions(complaint({{}, {.low = 3, .high = 3}}, {10}), "[3, 3] of feature 2"));
  EXPECT_TRUE(mentions(complaint({{.low = kNan, .high = 1}}, {10}), "nan"));
  EXPECT_TRUE(mentions(complaint({{.low = 0, .high = kNan}}, {10}), "nan"));
  EXPECT_TRUE(mentions(complaint({{.low = -kInfinity, .high = 1}}, {10}), "-inf"));
  EXPECT_TRUE(mentions(complaint({{.low = 0, .high = kInfinity}}, {10}), "inf"));
  // The width has to be a number too.
  EXPECT_TRUE(mentions(complaint({{.low = -1.7e308, .high = 1.7e308}}, {10}), "1.7e+308"));
}

TEST(Resolution, IsReadAndWrittenAsPeopleDo) {
  EXPECT_EQ(parse_resolution("100"), std::vector<std::uint32_t>{100});
  EXPECT_EQ(parse_resolution("1e2x50x3"), (std::vector<std::uint32_t>{100, 50, 3}));
  EXPECT_EQ(resolution_text(std::vector<std::uint32_t>{7}), "7");
  EXPECT_EQ(resolution_text(std::vector<std::uint32_t>{100, 50, 3}), "100x50x3");
}

TEST(Resolution, OfNoWholeNumbersIsAnErrorThatQuotesIt) {
  for (const std::string text : {"", "0", "-1", "1.5", "100x", "x100", "10x0", "100000001", "10*10", "10x-1", "ten"}) {
    try {
      parse_resolution(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_TRUE(mentions(error.what(), "'" + text + "': ") && mentions(error.what(), "such as 100 or 100x50"));
    }
  }
}

}  // namespace
}  // namespace mce::grid_test
