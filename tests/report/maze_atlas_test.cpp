// SPDX-License-Identifier: MIT
#include "report/maze_atlas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "support/maze_drawing.hpp"
#include "support/xml.hpp"

namespace mce::maze_atlas_test {
namespace {

using test::attributes;
using test::count_of;
using Cell = MazeAtlas::Cell;

MazeAtlas atlas_of(std::vector<Cell> cells) {
  return {.x = {"corners", "corners", {0, 1}, 50},
          .y = {"path", "path", {0, 1}, 50},
          .fitness_name = "straights",
          .fitness_bounds = {0, 1},
          .cells = std::move(cells)};
}

Cell cell_at(std::uint32_t column, std::uint32_t row, double fitness = 0.5) {
  return {.column = column, .row = row, .fitness = fitness, .tiles = test::kComb};
}

std::vector<Cell> random_cells(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::set<std::pair<std::uint32_t, std::uint32_t>> places;
  while (places.size() < count) places.emplace(rng.bounded(50), rng.bounded(50));
  std::vector<Cell> cells;
  for (const auto& [column, row] : places) cells.push_back(cell_at(column, row, rng.uniform01()));
  return cells;
}

using Line = std::array<double, 4>;

/// The lines from mazes to cells.
std::vector<Line> links_of(const std::string& svg) {
  std::vector<Line> lines;
  for (const std::string& data : attributes(svg, "d")) {
    Line line{};
    auto& [x1, y1, x2, y2] = line;
    if (std::sscanf(data.c_str(), "M%lf %lfL%lf %lf", &x1, &y1, &x2, &y2) != 4) continue;
    if (lines.empty() || lines.back() != line) lines.push_back(line);  // each is drawn twice, with its rim
  }
  return lines;
}

bool cross(const Line& a, const Line& b) {
  const auto side = [](const Line& line, double x, double y) {
    return (line[2] - line[0]) * (y - line[1]) - (line[3] - line[1]) * (x - line[0]);
  };
  return side(a, b[0], b[1]) * side(a, b[2], b[3]) < 0 && side(b, a[0], a[1]) * side(b, a[2], a[3]) < 0;
}

TEST(WellSpread, BeginsWithTheFittestAndGoesFar) {
  const std::vector<Cell> cells = {cell_at(0, 0), cell_at(1, 0), cell_at(10, 0, 0.9), cell_at(9, 0), cell_at(4, 0)};
  EXPECT_EQ(well_spread(cells, 3), (std::vector<std::size_t>{2, 0, 4}));
  EXPECT_EQ(well_spread(cells, 1), std::vector<std::size_t>{2});
}

TEST(WellSpread, TakesAllIfThereAreNoMore) {
  auto all = well_spread(random_cells(7, 1), 16);
  std::ranges::sort(all);
  EXPECT_EQ(all, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(well_spread({}, 16).empty());
}

TEST(AtlasSvg, LinksEveryMazeToItsCell) {
  const std::string svg = atlas_svg(atlas_of({cell_at(0, 0), cell_at(49, 49)}));
  const auto links = links_of(svg);
  ASSERT_EQ(links.size(), 2U);
  const auto circles = attributes(svg, "cx");  // the ends of the links, then three for each maze
  EXPECT_EQ(circles.size(), 2U + 6U);
  const bool first_is_left = links[0][2] < links[1][2];
  const Line& low = first_is_left ? links[0] : links[1];
  const Line& high = first_is_left ? links[1] : links[0];
  EXPECT_NEAR(high[2] - low[2], 436.0 * 49 / 50, 0.01);
  EXPECT_NEAR(low[3] - high[3], 436.0 * 49 / 50, 0.01);  // upwards
}

TEST(AtlasSvg, HasNoLinksThatCross) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto links = links_of(atlas_svg(atlas_of(random_cells(seed * 5, seed))));
    ASSERT_EQ(links.size(), std::min<std::size_t>(seed * 5, 16));
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(cross(links[i], links[j])) << "seed " << seed;
    }
  }
}

TEST(AtlasSvg, IsWellFormedHoweverManyCells) {
  for (const std::size_t count : {0U, 1U, 2U, 16U, 17U, 2500U}) {
    const std::string svg = atlas_svg(atlas_of(random_cells(count, 1)), SvgPlace::file);
    EXPECT_TRUE(test::is_well_formed(svg)) << count;
    EXPECT_EQ(count_of(svg, "<title>"), 1 + std::min<std::size_t>(count, 16));
    EXPECT_EQ(count_of(svg, "h1v1h-1z"), count);
    EXPECT_LT(svg.size(), 70'000U);
  }
}

TEST(AtlasSvg, NamesWhatItShows) {
  const std::string svg = atlas_svg(atlas_of({cell_at(24, 12, 0.25)}));
  for (const char* part : {"<title>Map of mazes: straights by corners and path</title>",
                           "<title>straights 0.25, corners about 0.49, path about 0.25</title>", ">→ 0 to 1</text>",
                           ">↑ 0 to 1</text>", ">corners</text>", ">path</text>", ">straights</text>"}) {
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  }
}

TEST(AtlasSvg, HasOneColourIfAllAreEqual) {
  MazeAtlas atlas = atlas_of(random_cells(10, 1));
  atlas.fitness_bounds = {0.5, 0.5};
  EXPECT_TRUE(test::is_well_formed(atlas_svg(atlas)));
}

}  // namespace
}  // namespace mce::maze_atlas_test
