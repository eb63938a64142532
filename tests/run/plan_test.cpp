// SPDX-License-Identifier: MIT
#include "mce/run/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "support/complaint.hpp"
#include "support/runs.hpp"

namespace mce::plan_test {
namespace {

using Points = std::vector<std::uint64_t>;
using Resolution = std::vector<std::uint32_t>;
using test::complaint;
using test::expect_mentions;
using test::small_request;

TEST(Complete, FillsEverythingFromTheDefaultProfile) {
  const Plan rastrigin = complete({.testbed = "rastrigin"});
  EXPECT_EQ(rastrigin.profile, "paper");
  EXPECT_EQ(rastrigin.testbed, "rastrigin");
  EXPECT_EQ(rastrigin.testbed_settings, (Settings{{"dimensions", 6.0},
                                                  {"features", 2.0},
                                                  {"cosine", -10.0},
                                                  {"goal", "minimise"},
                                                  {"mutation", 0.256},
                                                  {"scale", "plain"}}));
  EXPECT_EQ(rastrigin.selector, "ucb-cell");
  EXPECT_EQ(rastrigin.selector_settings, (Settings{{"lambda", 0.7071067811865476}}));
  EXPECT_EQ(rastrigin.seed, 1U);
  EXPECT_EQ(rastrigin.initial, 100U);
  EXPECT_EQ(rastrigin.resolution, (Resolution{100, 100}));
  EXPECT_EQ(rastrigin.evaluations, 1'000'000U);
  EXPECT_EQ(rastrigin.batch, 1U);
  EXPECT_EQ(rastrigin.save_points, profile("paper").testbed("rastrigin").schedule.points(1'000'000));

  EXPECT_EQ(complete({.testbed = "arm"}).testbed_settings, (Settings{{"joints", 12.0},
                                                                     {"mutation", 0.3141592653589793},
                                                                     {"fitness-noise", 0.0},
                                                                     {"feature-noise", 0.0},
                                                                     {"scale", "plain"}}));
  const Plan maze = complete({.testbed = "maze"});
  EXPECT_EQ(maze.evaluations, 100'000U);
  EXPECT_EQ(maze.resolution, (Resolution{50, 50}));
}

TEST(Complete, FillsEverythingFromThePublishedProfile) {
  const Plan rastrigin = complete({.profile = "published", .testbed = "rastrigin", .selector = "ucb-individual"});
  EXPECT_EQ(rastrigin.testbed_settings, (Settings{{"dimensions", 6.0},
                                                  {"features", 2.0},
                                                  {"cosine", 1.0},
                                                  {"goal", "maximise"},
                                                  {"mutation", 0.512},
                                                  {"scale", "plain"}}));
  EXPECT_EQ(rastrigin.selector_settings, (Settings{{"lambda", 0.7071067811865476}, {"total", "living"}}));

  const Plan maze = complete({.profile = "published", .testbed = "maze", .selector = "ucb-individual"});
  EXPECT_EQ(maze.initial, 1000U);
  EXPECT_EQ(maze.save_points, (Points{0, 1'000, 10'000, 100'000}));
  const Settings tail(maze.testbed_settings.end() - 4, maze.testbed_settings.end());
  EXPECT_EQ(tail, (Settings{{"symmetry", "sides"}, {"path", "steps"}, {"fallback", "inner"}, {"scale", "plain"}}));
}

TEST(Complete, WhatIsSaidExplicitlyWins) {
  const Plan plan =
      complete({.profile = "published",
                .testbed = "rastrigin",
                .testbed_settings = {{"mutation", "0.1"}, {"dimensions", "3"}},
                .selector = "Ui:total=all,lambda=0.5",
                .run_settings = {{"batch", 4.0}, {"initial", "7"}, {"resolution", "20x10"}, {"evaluations", "2.5e3"}},
                .seed = 99});
  EXPECT_EQ(plan.testbed_settings, (Settings{{"dimensions", 3.0},
                                             {"features", 2.0},
                                             {"cosine", 1.0},
                                             {"goal", "maximise"},
                                             {"mutation", 0.1},
                                             {"scale", "plain"}}));
  EXPECT_EQ(plan.selector, "ucb-individual");
  EXPECT_EQ(plan.selector_settings, (Settings{{"lambda", 0.5}, {"total", "all"}}));
  EXPECT_EQ(plan.seed, 99U);
  EXPECT_EQ(plan.batch, 4U);
  EXPECT_EQ(plan.initial, 7U);
  EXPECT_EQ(plan.resolution, (Resolution{20, 10}));
  EXPECT_EQ(plan.save_points, (Points{0, 1'000, 2'000, 2'500}));
}

TEST(Complete, GivesTheSameForNumbersAndTheirTexts) {
  const Plan numbers = complete({.testbed = "maze", .testbed_settings = {{"size", 5.0}, {"destruction", 0.1}}});
  const Plan texts = complete({.testbed = "maze", .testbed_settings = {{"size", "5"}, {"destruction", "1e-1"}}});
  EXPECT_EQ(numbers, texts);
  EXPECT_EQ(complete({.testbed = "arm", .run_settings = {{"evaluations", 1e4}, {"resolution", 30.0}}}),
            complete({.testbed = "arm", .run_settings = {{"evaluations", "10000"}, {"resolution", "30"}}}));
}

TEST(Complete, OtherNumbersOfFeaturesGetAsManyBinsEach) {
  for (const std::uint32_t features : {1U, 2U, 3U}) {
    const Plan plan =
        complete({.testbed = "rastrigin", .testbed_settings = {{"features", static_cast<double>(features)}}});
    const Partition map = partition_of(plan);
    EXPECT_EQ(map.features(), features);
    for (std::uint32_t i = 0; i < features; ++i) EXPECT_EQ(map.grid()->bins(i), 100U);
    EXPECT_EQ(cell_count(plan), map.cells());
  }
  expect_mentions(complaint([] {
                    complete({.testbed = "rastrigin",
                              .testbed_settings = {{"features", 3.0}},
                              .run_settings = {{"resolution", "20x20"}}});
                  }),
                  {"resolution has 2 numbers for 3 features"});
}

TEST(Complete, UnknownNamesAreErrorsThatSuggestTheNearest) {
  const auto error = [](auto change) {
    PlanRequest request{.testbed = "rastrigin"};
    change(request);
    return complaint([&] { complete(request); });
  };
  expect_mentions(error([](auto& request) { request.testbed = "rastrign"; }), {"'rastrign'", "mean 'rastrigin'?"});
  expect_mentions(error([](auto& request) { request.profile = "publish"; }), {"'publish'", "mean 'published'?"});
  expect_mentions(error([](auto& request) { request.selector = "ucb-cel"; }), {"'ucb-cel'", "mean 'ucb-cell'?"});
  expect_mentions(error([](auto& request) { request.selector = "ucb-cell:lamda=1"; }), {"'lamda'", "mean 'lambda'?"});
  expect_mentions(error([](auto& request) { request.testbed_settings = {{"mutaton", 1.0}}; }),
                  {"'mutaton'", "did you mean 'mutation'?"});
  expect_mentions(error([](auto& request) { request.testbed_settings = {{"goal", "minimize"}}; }),
                  {"'minimize'", "did you mean 'minimise'?"});
  expect_mentions(error([](auto& request) { request.run_settings = {{"bach", 8.0}}; }),
                  {"parameter of a run", "'bach'", "did you mean 'batch'?"});
}

TEST(Complete, TheSettingsOfAnotherTestbedAreErrors) {
  expect_mentions(complaint([] { complete({.testbed = "arm", .testbed_settings = {{"dimensions", 6.0}}}); }),
                  {"parameter of arm", "'dimensions'", "joints, mutation"});
  Plan plan = complete({.testbed = "arm"});
  plan.testbed_settings = complete({.testbed = "rastrigin"}).testbed_settings;
  expect_mentions(complaint([&] { check(plan); }), {"parameter of arm", "'dimensions'"});
}

/// Every limit of a run: what is still allowed, what is not, and what the error says.
struct Limit {
  std::string key;
  std::vector<std::string> allowed;
  std::vector<std::string> refused;
  std::string says;
};

TEST(PlanLimits, HoldAtBothEnds) {
  const std::vector<Limit> limits = {
      {"evaluations", {"0", "1", "4294901760"}, {"-1", "4294901761", "1e30", "0.5", "many"}, "0 to 4294901760"},
      {"initial", {"1", "1e9"}, {"0", "-1", "1000000001", "1.5"}, "1 to 1000000000"},
      {"batch", {"1", "65535"}, {"0", "65536", "4294967297", "-1"}, "1 to 65535"},
      {"resolution", {"1", "100x50", "10000"}, {"0", "100x0", "", "x", "100x", "1.5", "-2", "1e30"}, "100x50"},
      {"centroids",
       {"0", "1", "1000", "1e5"},
       {"-1", "100001", "1.5", "1e30"},
       "0 (a grid), whole numbers from 1 to 1000"},
      {"centroid-seed", {"0", "4294967295"}, {"-1", "4294967296", "0.5", "x"}, "0 to 4294967295"},
  };
  ASSERT_EQ(limits.size(), Plan().table().size()) << "every parameter of a run is here";
  for (const Limit& limit : limits) {
    const auto with = [&](const std::string& value) {
      Settings settings = {{limit.key, value}};
      if (limit.key == "centroid-seed") settings.emplace_back("centroids", 10.0);
      return complaint([&] { complete({.testbed = "arm", .run_settings = settings}); });
    };
    for (const std::string& value : limit.allowed) EXPECT_EQ(with(value), "no complaint") << limit.key << " " << value;
    for (const std::string& value : limit.refused) expect_mentions(with(value), {limit.key + " of a run", limit.says});
  }
  EXPECT_EQ(kMaxEvaluations, 4'294'901'760U);
  EXPECT_EQ(kMaxBatch, 65'535U);
}

TEST(PlanLimits, OfAMapAreThoseOfItsGrid) {
  const auto with = [](const std::string& resolution) {
    return complaint([&] { complete({.testbed = "arm", .run_settings = {{"resolution", resolution}}}); });
  };
  EXPECT_EQ(with("10000x10000"), "no complaint");
  expect_mentions(with("10000x10001"), {"100000000 cells"});
  expect_mentions(with("2x2x2"), {"3 numbers for 2 features"});
}

TEST(CheckPlan, FindsWhatIsWrongWithEachField) {
  const auto error = [](auto change) {
    Plan plan = complete(small_request("rastrigin", "ucb-cell", 1000));
    change(plan);
    return complaint([&] { check(plan); });
  };
  EXPECT_EQ(error([](auto&) {}), "no complaint");
  expect_mentions(error([](auto& plan) { plan.profile = "paper2"; }), {"'paper2'"});
  expect_mentions(error([](auto& plan) { plan.testbed = "sphere"; }), {"unknown testbed 'sphere'"});
  expect_mentions(error([](auto& plan) { plan.selector = "best"; }), {"unknown selector 'best'"});
  expect_mentions(error([](auto& plan) { plan.initial = 0; }), {"initial of a run", "'0'"});
  expect_mentions(error([](auto& plan) { plan.batch = 0; }), {"batch of a run", "'0'"});
  expect_mentions(error([](auto& plan) { plan.batch = 65'536; }), {"batch of a run", "'65536'"});
  expect_mentions(error([](auto& plan) { plan.evaluations = UINT64_MAX; }), {"evaluations of a run"});
  expect_mentions(error([](auto& plan) { plan.resolution = {0}; }), {"resolution of a run"});
  expect_mentions(error([](auto& plan) { plan.resolution = {}; }), {"resolution"});
  expect_mentions(error([](auto& plan) { plan.resolution = {2, 2, 2}; }), {"3 numbers for 2 features"});
  expect_mentions(error([](auto& plan) { plan.testbed_settings.pop_back(); }), {"settings of rastrigin"});
  expect_mentions(error([](auto& plan) { plan.testbed_settings[0].second = 0.0; }), {"dimensions of rastrigin"});
  expect_mentions(error([](auto& plan) { plan.selector_settings.clear(); }), {"settings of ucb-cell"});
  expect_mentions(error([](auto& plan) { plan.selector_settings[0].second = -1.0; }), {"lambda of ucb-cell"});
  expect_mentions(error([](auto& plan) { plan.testbed_settings[1].second = 7.0; }), {"features of rastrigin"});
}

TEST(CheckPlan, TakesAPlanOfATreatmentWithoutASelector) {
  Plan plan = complete({.testbed = "arm", .selector = ""});
  EXPECT_TRUE(plan.selector.empty());
  EXPECT_TRUE(plan.selector_settings.empty());
  EXPECT_NO_THROW(check(plan));
  plan.batch = 0;
  EXPECT_THROW(check(plan), std::invalid_argument) << "the rest is checked";
}

TEST(CheckPlan, FindsASelectorThatIsTooFineForTheMap) {
  const PlanRequest request{
      .testbed = "arm", .selector = "curiosity:penalty=0.001", .run_settings = {{"resolution", "2000"}}};
  expect_mentions(complaint([&] { complete(request); }), {"curiosity", "1000:1", "4000000 cells"});
  const Settings settings = complete_selector("paper", "curiosity", {{"penalty", 0.001}});
  EXPECT_NO_THROW(check_selector("curiosity", settings, 10'000));
  EXPECT_THROW(check_selector("curiosity", settings, 4'000'000), std::invalid_argument);
}

TEST(CheckPlan, WantsSavePointsFromTheStartToTheEndThatIncrease) {
  const auto error = [](const Points& points, std::uint64_t evaluations = 1000) {
    Plan plan = complete(small_request("arm", "uniform", evaluations));
    plan.save_points = points;
    return complaint([&] { check(plan); });
  };
  EXPECT_EQ(error({0, 1000}), "no complaint");
  EXPECT_EQ(error({0, 1, 2, 999, 1000}), "no complaint");
  EXPECT_EQ(error({0}, 0), "no complaint");
  expect_mentions(error({}), {"begin with 0"});
  expect_mentions(error({0}), {"end with the last"});
  expect_mentions(error({1, 1000}), {"begin with 0"});
  expect_mentions(error({0, 999}), {"end with the last"});
  expect_mentions(error({0, 1001}), {"end with the last"});
  expect_mentions(error({0, 5, 5, 1000}), {"increase", "from 5 to 5"});
  expect_mentions(error({0, 7, 5, 1000}), {"increase", "from 7 to 5"});
  Points many(Plan::kMaxSavePoints + 1);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = i;
  expect_mentions(error(many, Plan::kMaxSavePoints), {"100001 save points", "100000"});
  many.pop_back();
  EXPECT_EQ(error(many, Plan::kMaxSavePoints - 1), "no complaint");
}

TEST(CompleteSelector, TakesTheProfilesWordUnlessToldOtherwise) {
  EXPECT_EQ(complete_selector("paper", "Ui", {}), (Settings{{"lambda", 0.7071067811865476}, {"total", "all"}}));
  EXPECT_EQ(complete_selector("published", "Ui", {}), (Settings{{"lambda", 0.7071067811865476}, {"total", "living"}}));
  EXPECT_EQ(complete_selector("published", "ucb-individual", {{"total", "all"}})[1].second, ParameterValue("all"));
  EXPECT_EQ(complete_selector("published", "uniform", {}), Settings{});
  expect_mentions(complaint([] { complete_selector("paper", "uniform", {{"lambda", 1.0}}); }), {"uniform"});
  expect_mentions(complaint([] { complete_selector("pape", "uniform", {}); }), {"'pape'"});
}

TEST(RecordedPoints, WithoutBatchesAreTheSavePoints) {
  for (const TestbedKind& testbed : testbed_kinds()) {
    const Plan plan = complete({.testbed = testbed.name});
    EXPECT_EQ(recorded_points(plan), plan.save_points);
  }
}

TEST(RecordedPoints, AreTheEndsOfTheBatchesThatPassASavePoint) {
  const auto recorded = [](const Points& points, std::uint32_t batch) {
    Plan plan = complete(small_request("arm", "uniform", points.back(), batch));
    plan.save_points = points;
    return recorded_points(plan);
  };
  EXPECT_EQ(recorded({0, 100, 200, 250}, 50), (Points{0, 100, 200, 250})) << "all are multiples";
  EXPECT_EQ(recorded({0, 100, 126, 158, 1000}, 7), (Points{0, 105, 126, 161, 1001}));
  EXPECT_EQ(recorded({0, 100, 101, 102, 110, 1000}, 64), (Points{0, 128, 1024})) << "one batch may pass several";
  EXPECT_EQ(recorded({0, 1, 2, 3}, 1000), (Points{0, 1000}));
  EXPECT_EQ(recorded({0}, 8), Points{0});
  EXPECT_EQ(recorded({0, 4'294'901'760}, 65'535), (Points{0, 4'294'901'760}));
}

TEST(FeatureNames, OfAPlanAreThoseOfItsTestbed) {
  EXPECT_EQ(feature_names(complete({.testbed = "arm"})), (std::vector<std::string>{"end point x", "end point y"}));
  EXPECT_EQ(feature_names(complete({.testbed = "rastrigin", .testbed_settings = {{"features", 1.0}}})),
            (std::vector<std::string>{"x1"}));
}

TEST(Plan, TableNamesItsFields) {
  Plan plan;
  plan.evaluations = 5;
  plan.resolution = {3, 4};
  EXPECT_EQ(values_of(plan.table()), (Settings{{"evaluations", 5.0},
                                               {"initial", 100.0},
                                               {"resolution", "3x4"},
                                               {"centroids", "0"},
                                               {"centroid-seed", 1.0},
                                               {"batch", 1.0}}));
  for (const Parameter& each : plan.table()) EXPECT_FALSE(each.meaning.empty() || each.allowed.empty()) << each.key;
}

}  // namespace
}  // namespace mce::plan_test
