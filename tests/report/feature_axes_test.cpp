// SPDX-License-Identifier: MIT
#include "report/feature_axes.hpp"

#include <array>
#include <limits>
#include <set>
#include <utility>

#include "report_support.hpp"
#include "support/complaint.hpp"

namespace mce::feature_axes_test {
namespace {

using namespace test;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Treatment only_treatment(const std::string& lines) {
  return parse_protocol("selectors = [\"R\"]\nrepetitions = 1\nevaluations = 100\n[[treatment]]\n" + lines, "x.toml")
      .treatments.at(0);
}

TEST(FeatureAxes, AreNamedAsInTheGlossary) {
  const auto rastrigin = feature_axes(only_treatment("testbed = \"rastrigin\"\nresolution = \"100x50\""));
  ASSERT_EQ(rastrigin.size(), 2U);
  EXPECT_EQ(rastrigin[0].name, "x1");
  EXPECT_EQ(rastrigin[1].markup, "'x_{2}'");
  EXPECT_EQ(rastrigin[0].bounds, (Interval{-5.12, 5.12}));
  EXPECT_EQ(rastrigin[0].bins, 100U);
  EXPECT_EQ(rastrigin[1].bins, 50U);
  const auto arm = feature_axes(only_treatment("testbed = \"arm\""));
  EXPECT_EQ(arm[0].name, "end point x");
  EXPECT_EQ(arm[0].markup, "'end point x'");
  EXPECT_EQ(arm[1].name, "end point y");
  const auto maze = feature_axes(
      only_treatment("testbed = \"maze\"\nfeatures = \"horizontal-symmetry,path\"\nfitness = \"corners\""));
  EXPECT_EQ(maze[0].name, "horizontal symmetry");
  EXPECT_EQ(maze[1].name, "path");
}

TEST(FeatureAxes, AreAsManyAsFeatures) {
  EXPECT_EQ(feature_axes(only_treatment("testbed = \"rastrigin\"\nfeatures = 1")).size(), 1U);
  EXPECT_EQ(feature_axes(only_treatment("testbed = \"rastrigin\"\nfeatures = 3\nresolution = 5")).size(), 3U);
}

TEST(Pixels, FirstFeatureGoesRightAndSecondUp) {
  const std::vector<FeatureAxis> axes = {{"a", "a", {0, 3}, 3}, {"b", "b", {10, 14}, 2}};
  // Cells: the last feature is the fastest.
  const auto values =
      floats(packed_pixels(pixels(pixel_cells(axes), std::vector{0.5, 1.5, 10.5, 11.5, 20.5, kNaN}), -7));
  EXPECT_EQ(values, (std::vector<float>{0.5F, 10.5F, 20.5F, 1.5F, 11.5F, -7}));
}

TEST(Pixels, OfCentroidsShowTheCellAtTheirMiddle) {
  const Treatment treatment = only_treatment("testbed = \"arm\"\ncentroids = 40");
  const auto axes = feature_axes(treatment);
  const PixelCells cells = pixel_cells(treatment, axes);
  EXPECT_EQ(cells.cells, 40U);
  ASSERT_EQ(cells.shown.size(), std::size_t{axes[0].bins} * axes[1].bins);
  const Partition map = partition_of(treatment.plan);
  for (const std::size_t row : {0U, 17U, axes[1].bins - 1}) {
    for (const std::size_t column : {0U, 100U, axes[0].bins - 1}) {
      const std::array middle = {-1 + 2 * (static_cast<double>(column) + 0.5) / axes[0].bins,
                                 -1 + 2 * (static_cast<double>(row) + 0.5) / axes[1].bins};
      EXPECT_EQ(cells.shown[row * axes[0].bins + column], map.cell(middle));
    }
  }
  EXPECT_EQ(cells_per_pixel(axes[0]), 1U);
  EXPECT_EQ(feature_axes(only_treatment("testbed = \"rastrigin\"\nfeatures = 3\ncentroids = 9")).size(), 3U);
}

TEST(Pixels, OfCentroidsAreAsManyAsTheCellsNeed) {
  Treatment treatment = only_treatment("testbed = \"arm\"\ncentroids = 40");
  for (const auto& [cells, side] :
       {std::pair(40U, 240U), {7200U, 240U}, {20'000U, 400U}, {80'000U, 800U}, {1'000'000U, 800U}}) {
    treatment.plan.centroids.count = cells;
    EXPECT_EQ(feature_axes(treatment)[0].bins, side) << cells;
    EXPECT_EQ(cells_per_pixel(feature_axes(treatment)[1]), 1U) << cells;
    EXPECT_LE(feature_axes(treatment, 400)[0].bins, 400U) << cells;
  }
}

TEST(Pixels, ShowEachOfManyCentroids) {
  constexpr int kSide = 245;
  Treatment treatment = only_treatment("testbed = \"arm\"\ncentroids = 40");
  treatment.plan.centroids = {.count = kSide * kSide, .file = "points.csv"};
  for (int i = 0; i < kSide * kSide; ++i) {
    for (const int place : {i / kSide, i % kSide}) {
      treatment.plan.centroids.points.push_back(-1 + 2 * (place + 0.5) / kSide);
    }
  }
  const PixelCells cells = pixel_cells(treatment, feature_axes(treatment));
  EXPECT_EQ(std::set(cells.shown.begin(), cells.shown.end()).size(), std::size_t{kSide} * kSide);
}

TEST(Pixels, OfNumbersThatCannotBeDrawnAreDrawable) {
  const auto values = floats(packed_pixels(std::vector{kInfinity, -kInfinity, 1e300, kNaN}, 0.5));
  EXPECT_EQ(values, (std::vector<float>{1e30F, -1e30F, 1e30F, 0.5F}));
}

TEST(Pixels, NeedAValuePerCell) {
  const std::vector<FeatureAxis> axes = {{"a", "a", {0, 3}, 3}, {"b", "b", {10, 14}, 2}};
  for (const std::size_t count : {0U, 5U, 7U}) {
    expect_mentions(complaint([&] { pixels(pixel_cells(axes), std::vector<double>(count)); }),
                    {"6 cells", std::to_string(count) + " values"});
  }
}

TEST(Pixels, OfLargeMapsAreSomeOfTheCells) {
  const std::vector<FeatureAxis> axes = {{"a", "a", {0, 1}, 1000}, {"b", "b", {0, 1}, 400}};
  EXPECT_EQ(cells_per_pixel(axes[0]), 3U);
  EXPECT_EQ(cells_per_pixel(axes[1]), 1U);
  std::vector<double> values(1000 * 400);
  for (std::size_t cell = 0; cell < values.size(); ++cell) values[cell] = static_cast<double>(cell);
  const auto shown = pixels(pixel_cells(axes), values);
  ASSERT_EQ(shown.size(), 334U * 400);
  EXPECT_EQ(shown[0], 0);
  EXPECT_EQ(shown[1], 3 * 400);
  EXPECT_EQ(shown[333], 999 * 400);
  EXPECT_EQ(shown[334], 1);
  EXPECT_TRUE(has(pixels_command(axes, "f.bin", "0"), "array=(334,400)"));
  EXPECT_TRUE(has(pixels_command(axes, "f.bin", "0"), "origin=(0.0015,0.00125) dx=0.003 dy=0.0025"));
}

TEST(Pixels, AreReadBackWhereTheyBelong) {
  const std::vector<FeatureAxis> axes = {{"a", "a", {0, 3}, 3}, {"b", "b", {10, 14}, 2}};
  EXPECT_EQ(pixels_command(axes, "f.bin", "2*i"),
            "\"f.bin\" binary array=(3,2) format=\"%float\" endian=little skip=24*(2*i) origin=(0.5,11) dx=1 dy=2");
}

/// gnuplot itself says which value is where.
TEST(Pixels, MeanTheSameToGnuplot) {
  const TemporaryDirectory directory;
  const std::vector<FeatureAxis> axes = {{"a", "a", {0, 3}, 3}, {"b", "b", {10, 14}, 2}};
  Plot plot{.name = "map",
            .medium = Plot::Medium::still,
            .width = 5,
            .height = 5,
            .script = "set table \"table.txt\"\nplot " + pixels_command(axes, "map.bin", "1") +
                      " with image\nunset table\nplot x\n",
            .data = {{"map.bin",
                      packed_pixels(std::vector(6, 9.0), 0) +
                          packed_pixels(pixels(pixel_cells(axes), std::vector{1.0, 2.0, 3.0, 4.0, 5.0, 6.0}), 0)}}};
  draw(plot, directory.path());
  const std::string table = slurp(directory / "table.txt");
  for (const std::string line :
       {" 0.5  11 1 ", " 1.5  11 3 ", " 2.5  11 5 ", " 0.5  13 2 ", " 1.5  13 4 ", " 2.5  13 6 "}) {
    EXPECT_TRUE(has(table, line)) << line << " in\n" << table;
  }
}

}  // namespace
}  // namespace mce::feature_axes_test
