// SPDX-License-Identifier: MIT
#include "report/colour_scale.hpp"

#include <cmath>
#include <limits>

#include "report_support.hpp"

namespace mce::colour_scale_test {
namespace {

using namespace test;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(ColourScale, SpansAllFitness) {
  const ColourScale scale = fitness_scale(std::vector{-3.0, kNaN, 5.0, -0.5});
  EXPECT_EQ(scale.low, -3);
  EXPECT_EQ(scale.high, 5);
  EXPECT_EQ(scale.ticks, "");
}

TEST(ColourScale, EmptyCellsAreBelow) {
  const ColourScale scale{.low = 3, .high = 64, .ticks = ""};
  EXPECT_DOUBLE_EQ(scale.bottom(), 0);
  EXPECT_DOUBLE_EQ(scale.empty(), 1);
}

TEST(ColourScale, IsNeverWithoutWidth) {
  for (const auto& values : {std::vector{7.0, 7.0}, std::vector{kNaN}, std::vector<double>{}}) {
    const ColourScale scale = fitness_scale(values);
    EXPECT_LT(scale.low, scale.high);
  }
  EXPECT_EQ(fitness_scale(std::vector{7.0}).low, 6.5);
  for (const auto& values : {std::vector{0.0, 0.0}, std::vector{kNaN}, std::vector<double>{}}) {
    const ColourScale scale = selection_scale(values);
    EXPECT_EQ(scale.low, 0);
    EXPECT_LT(scale.low, scale.high);
  }
}

TEST(ColourScale, SelectionsHaveTicksAtPowersOfTen) {
  std::vector<double> logarithms;
  for (int n = 0; n <= 200; ++n) logarithms.push_back(std::log10(n + 1));
  const ColourScale scale = selection_scale(logarithms);
  EXPECT_NEAR(scale.high, std::log10(201), 1e-12);
  EXPECT_EQ(scale.ticks, "\"0\" 0.000000, \"1\" 0.301030, \"10\" 1.041393, \"100\" 2.004321, \"200\" 2.303196");
}

TEST(ColourScale, AFewCellsWithNearlyAllSelectionsAreOffTheScale) {
  std::vector<double> logarithms(5000, std::log10(30 + 1.0));
  logarithms.push_back(6);
  logarithms.push_back(kNaN);
  const ColourScale scale = selection_scale(logarithms);
  EXPECT_NEAR(scale.high, std::log10(51), 1e-12);
  EXPECT_TRUE(has(scale.ticks, "\"≥50\""));
}

/// gnuplot draws an empty cell, one with the lowest value and one with the highest, each in its colour.
TEST(ColourScale, TheLowestValueIsNotTakenForEmpty) {
  const TemporaryDirectory directory;
  const ColourScale scale{.low = 0, .high = 3.7, .ticks = ""};
  Plot plot{.name = "map",
            .medium = Plot::Medium::still,
            .width = 5,
            .height = 5,
            .script = scale_lines(scale) +
                      "unset colorbox\nplot \"map.txt\" with boxxyerror linecolor palette fillstyle solid\n",
            .data = {{"map.txt", ""}}};
  for (const double value : {scale.empty(), scale.low, scale.high}) {
    plot.data[0].contents += "1 1 0.4 0.4 " + std::to_string(value) + "\n";
  }
  const std::string svg = drawn(plot, directory);
  EXPECT_TRUE(has(svg, "rgb(220, 220, 220)")) << svg;
  EXPECT_TRUE(has(svg, "rgb( 68,   1,  84)")) << svg;
  EXPECT_TRUE(has(svg, "rgb(253, 231,  37)")) << svg;
}

TEST(ColourScale, SetsGreyAndViridis) {
  const std::string lines = scale_lines({.low = 3, .high = 64, .ticks = ""});
  EXPECT_TRUE(has(lines, R"(defined (0 "#dcdcdc", 0.03125 "#dcdcdc", 0.03125 "#440154", 0.046875 "#440154", )"))
      << lines;
  EXPECT_TRUE(has(lines, "1 \"#fde725\")\nset cbrange [0:64]\n")) << lines;
  EXPECT_FALSE(has(lines, "cbtics"));
  EXPECT_TRUE(has(scale_lines({.low = 0, .high = 1, .ticks = "1"}), "set cbtics (1)\n"));
}

}  // namespace
}  // namespace mce::colour_scale_test
