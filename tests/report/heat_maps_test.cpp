// SPDX-License-Identifier: MIT
#include "report/heat_maps.hpp"

#include <cmath>

#include "report/feature_axes.hpp"
#include "report_support.hpp"
#include "support/complaint.hpp"
#include "support/problem_study.hpp"

namespace mce::heat_maps_test {
namespace {

using namespace test;

TEST(HeatMaps, ShowSelectorsAndEvaluations) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", small_protocol("", R"("Uc:lambda=0.5", "G", "R")"));
  const std::string svg = drawn(heat_maps(store, 2, MapValue::fitness, "maps"), directory);
  for (const std::string text : {"ucb-cell", "lambda=0.5", "greedy", "uniform", "evaluations", "1500", "fitness",
                                 "corners", "horizontal symmetry"}) {
    EXPECT_TRUE(has(svg, text)) << text;
  }
  EXPECT_TRUE(has(drawn(heat_maps(store, 0, MapValue::selections, "more"), directory), "selections"));
}

/// A problem's features may be called anything. gnuplot must neither run nor read it.
TEST(HeatMaps, NamesOfFeaturesAreOnlyText) {
  struct Names {
    std::string features;
    std::vector<std::string> shown;
  };
  for (const auto& [features, shown] : {Names{R"("`touch PWNED`", "\"`touch PWNED`\" } a 'b' # {")",
                                              {"`touch PWNED`", "\"`touch PWNED`\" } a 'b' # {"}},
                                        Names{R"("'; system('touch PWNED'); '", "v_max h^2 @x ~y &z %d $1 \\n")",
                                              {"'; system('touch PWNED'); '", R"(v_max h^2 @x ~y &amp;z %d $1 \n)"}}}) {
    SCOPED_TRACE(features);
    const TemporaryDirectory directory;
    const Store store = finished_study(directory / "s.mce", problem_protocol(directory.path(), {.features = features}));
    const std::string svg = drawn(heat_maps(store, 0, MapValue::fitness, "maps"), directory);
    for (const std::string& text : shown) EXPECT_TRUE(has(svg, ">" + text + "<")) << text;
    EXPECT_FALSE(std::filesystem::exists(directory / "PWNED"));
  }
}

TEST(HeatMaps, DataIsThatOfTheFirstRuns) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", small_protocol());
  const auto fitness = floats(heat_maps(store, 1, MapValue::fitness, "maps").data.at(0).contents);
  const auto selections = floats(heat_maps(store, 1, MapValue::selections, "maps").data.at(0).contents);
  ASSERT_EQ(fitness.size(), 3U * 2 * 144);
  ASSERT_EQ(selections.size(), fitness.size());
  double lowest = 0;
  for (std::uint32_t selector = 0; selector < 3; ++selector) {
    for (const KeptMap& map : store.maps({1, selector, 0})) {
      for (const double each : map.fitness) lowest = std::fmin(lowest, each);
    }
  }
  std::size_t empty = 0;
  for (std::uint32_t selector = 0; selector < 3; ++selector) {
    const std::vector<KeptMap> maps = store.maps({1, selector, 0});
    ASSERT_EQ(maps.size(), 2U);  // after 1000 evaluations and at the end
    for (std::size_t map = 0; map < 2; ++map) {
      for (std::size_t x = 0; x < 12; ++x) {
        for (std::size_t y = 0; y < 12; ++y) {
          const std::size_t cell = 12 * x + y;
          const std::size_t pixel = (2 * selector + map) * 144 + 12 * y + x;
          if (std::isnan(maps[map].fitness[cell])) {
            ++empty;
            EXPECT_LT(fitness[pixel], lowest);
            EXPECT_LT(selections[pixel], 0);
          } else {
            EXPECT_EQ(fitness[pixel], static_cast<float>(maps[map].fitness[cell]));
            EXPECT_NEAR(std::pow(10, selections[pixel]) - 1, maps[map].selections[cell],
                        1e-4 * (maps[map].selections[cell] + 1));
          }
        }
      }
    }
  }
  EXPECT_GT(empty, 0U);
}

TEST(HeatMaps, NeedMapsThatAreKept) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", small_protocol("", R"("Uc", "R")", 2, "curves"));
  expect_mentions(why_no_heat_maps(store, 0), {"keep = \"curves\""});
  expect_mentions(complaint([&] { heat_maps(store, 0, MapValue::fitness, "maps"); }), {"keep = \"curves\""});
}

TEST(HeatMaps, NeedTwoFeatures) {
  const TemporaryDirectory directory;
  const Store store = finished_study(
      directory / "s.mce", small_protocol("[[treatment]]\ntestbed = \"rastrigin\"\nfeatures = 1\n"
                                          "[[treatment]]\ntestbed = \"rastrigin\"\nfeatures = 3\nresolution = 4\n"));
  EXPECT_EQ(why_no_heat_maps(store, 0), "");
  expect_mentions(why_no_heat_maps(store, 3), {"1 feature,"});
  expect_mentions(why_no_heat_maps(store, 4), {"3 features,"});
}

TEST(HeatMaps, NeedMapsThatAreThere) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", small_protocol());
  tamper(directory / "s.mce", "DELETE FROM map WHERE selector = 1");
  expect_mentions(why_no_heat_maps(Store::for_reading(directory / "s.mce"), 0), {"greedy"});
}

TEST(HeatMaps, NeedTheSameMapsOfEverySelector) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", small_protocol());
  tamper(directory / "s.mce", "DELETE FROM map WHERE selector = 2 AND evaluations = 1000");
  EXPECT_EQ(why_no_heat_maps(Store::for_reading(directory / "s.mce"), 0), "some maps of 'uniform' are missing");
}

/// A picture of hundreds of rows is more than gnuplot can draw.
TEST(HeatMaps, OfVeryManySelectorsShowTheFirst) {
  const TemporaryDirectory directory;
  std::string lambdas = "0.1";
  for (int i = 2; i <= 200; ++i) lambdas += ", " + std::to_string(i / 10.0);
  const Store store = finished_study(
      directory / "s.mce", parse_protocol("selectors = [{ selector = \"Uc\", lambda = [" + lambdas +
                                              "] }]\nrepetitions = 1\nevaluations = 10\nresolution = 3\ninitial = 5\n"
                                              "[[treatment]]\ntestbed = \"arm\"\n",
                                          "many.toml"));
  const Plot plot = heat_maps(store, 0, MapValue::fitness, "maps");
  EXPECT_TRUE(has(plot.script, "array rows[40] = "));
  EXPECT_TRUE(has(drawn(plot, directory), "lambda=4<"));
}

TEST(HeatMaps, OneCellOfOneSelectorIsDrawn) {
  const TemporaryDirectory directory;
  const Store store = finished_study(
      directory / "s.mce",
      parse_protocol("selectors = [\"G\"]\nrepetitions = 1\nevaluations = 10\nresolution = 1\ninitial = 1\n"
                     "[[treatment]]\ntestbed = \"arm\"\nmutation = 0\n",
                     "one.toml"));
  EXPECT_TRUE(has(drawn(heat_maps(store, 0, MapValue::fitness, "maps"), directory), "greedy"));
  EXPECT_TRUE(has(drawn(heat_maps(store, 0, MapValue::selections, "maps"), directory), "greedy"));
}

}  // namespace
}  // namespace mce::heat_maps_test
