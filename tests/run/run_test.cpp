// SPDX-License-Identifier: MIT
#include "mce/run/run.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "mce/core/evolution.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "support/runs.hpp"

namespace mce::run_test {
namespace {

using test::finished;
using test::has;
using test::made;
using test::message_of;
using test::small_request;
using test::state_of;
using Resolution = std::vector<std::uint32_t>;

RunRequest request_for(const std::string& testbed) {
  RunRequest request;
  request.testbed = testbed;
  return request;
}

TEST(Complete, FillsEverythingFromTheDefaultProfile) {
  const RunSettings rastrigin = complete(request_for("rastrigin"));
  EXPECT_EQ(rastrigin.profile, "paper");
  EXPECT_EQ(rastrigin.testbed, "rastrigin");
  EXPECT_EQ(
      rastrigin.testbed_settings,
      (Settings{
          {"dimensions", "6"}, {"features", "2"}, {"cosine", "-10"}, {"goal", "minimise"}, {"mutation", "0.256"}}));
  EXPECT_EQ(rastrigin.selector, "ucb-cell");
  EXPECT_EQ(rastrigin.selector_settings, (Settings{{"lambda", "0.7071067811865476"}}));
  EXPECT_EQ(rastrigin.seed, 1U);
  EXPECT_EQ(rastrigin.initial, 100U);
  EXPECT_EQ(rastrigin.resolution, (Resolution{100, 100}));
  EXPECT_EQ(rastrigin.evaluations, 1'000'000U);
  EXPECT_EQ(rastrigin.batch, 1U);
  EXPECT_EQ(rastrigin.save_points, profile("paper").testbed("rastrigin").schedule.points(1'000'000));

  EXPECT_EQ(complete(request_for("arm")).testbed_settings,
            (Settings{{"joints", "12"}, {"mutation", "0.3141592653589793"}}));
  const RunSettings maze = complete(request_for("maze"));
  EXPECT_EQ(maze.evaluations, 100'000U);
  EXPECT_EQ(maze.resolution, (Resolution{50, 50}));
}

TEST(Complete, FillsEverythingFromThePublishedProfile) {
  RunRequest request = request_for("rastrigin");
  request.profile = "published";
  request.selector = "ucb-individual";
  const RunSettings rastrigin = complete(request);
  EXPECT_EQ(
      rastrigin.testbed_settings,
      (Settings{{"dimensions", "6"}, {"features", "2"}, {"cosine", "1"}, {"goal", "maximise"}, {"mutation", "0.512"}}));
  EXPECT_EQ(rastrigin.selector_settings, (Settings{{"lambda", "0.7071067811865476"}, {"total", "living"}}));

  request.testbed = "maze";
  const RunSettings maze = complete(request);
  EXPECT_EQ(maze.initial, 1000U);
  EXPECT_EQ(maze.save_points, (std::vector<std::uint64_t>{0, 1'000, 10'000, 100'000}));
  const Settings tail(maze.testbed_settings.end() - 3, maze.testbed_settings.end());
  EXPECT_EQ(tail, (Settings{{"symmetry", "sides"}, {"path", "steps"}, {"fallback", "inner"}}));
}

TEST(Complete, WhatIsSaidExplicitlyWins) {
  const RunSettings settings = complete({.profile = "published",
                                         .testbed = "rastrigin",
                                         .testbed_settings = {{"mutation", "0.1"}, {"dimensions", "3"}},
                                         .selector = "Ui:total=all,lambda=0.5",
                                         .seed = 99,
                                         .batch = 4,
                                         .initial = 7,
                                         .resolution = Resolution{20, 10},
                                         .evaluations = 2'500});
  EXPECT_EQ(
      settings.testbed_settings,
      (Settings{{"dimensions", "3"}, {"features", "2"}, {"cosine", "1"}, {"goal", "maximise"}, {"mutation", "0.1"}}));
  EXPECT_EQ(settings.selector, "ucb-individual");
  EXPECT_EQ(settings.selector_settings, (Settings{{"lambda", "0.5"}, {"total", "all"}}));
  EXPECT_EQ(settings.seed, 99U);
  EXPECT_EQ(settings.batch, 4U);
  EXPECT_EQ(settings.initial, 7U);
  EXPECT_EQ(settings.resolution, (Resolution{20, 10}));
  EXPECT_EQ(settings.save_points, (std::vector<std::uint64_t>{0, 1'000, 2'000, 2'500}));
}

TEST(Complete, OtherNumbersOfFeaturesGetAsManyBinsEach) {
  for (const std::size_t features : {1, 2, 3}) {
    RunRequest request = request_for("rastrigin");
    request.testbed_settings = {{"features", std::to_string(features)}};
    request.evaluations = 0;
    const auto run = made(request);
    EXPECT_EQ(run->archive().grid().features(), features);
    for (std::uint32_t i = 0; i < features; ++i) EXPECT_EQ(run->archive().grid().bins(i), 100U);
  }
}

TEST(Complete, UnknownNamesAreErrorsThatSuggestTheNearest) {
  const auto error = [](auto change) {
    RunRequest request = request_for("rastrigin");
    change(request);
    return message_of<std::invalid_argument>([&] { complete(request); });
  };
  const auto testbed = error([](auto& request) { request.testbed = "rastrign"; });
  EXPECT_TRUE(has(testbed, "'rastrign'") && has(testbed, "did you mean 'rastrigin'?")) << testbed;
  const auto profile = error([](auto& request) { request.profile = "publish"; });
  EXPECT_TRUE(has(profile, "'publish'") && has(profile, "did you mean 'published'?")) << profile;
  const auto selector = error([](auto& request) { request.selector = "ucb-cel"; });
  EXPECT_TRUE(has(selector, "'ucb-cel'") && has(selector, "did you mean 'ucb-cell'?")) << selector;
  const auto key = error([](auto& request) { request.testbed_settings = {{"mutaton", "1"}}; });
  EXPECT_TRUE(has(key, "'mutaton'") && has(key, "did you mean 'mutation'?")) << key;
  const auto selector_key = error([](auto& request) { request.selector = "ucb-cell:lamda=1"; });
  EXPECT_TRUE(has(selector_key, "'lamda'") && has(selector_key, "did you mean 'lambda'?")) << selector_key;
  const auto value = error([](auto& request) { request.testbed_settings = {{"goal", "minimize"}}; });
  EXPECT_TRUE(has(value, "'minimize'") && has(value, "did you mean 'minimise'?")) << value;
}

TEST(Complete, ValuesOutOfRangeAreErrors) {
  RunRequest request = request_for("rastrigin");
  request.testbed_settings = {{"mutation", "11"}};
  EXPECT_THROW(complete(request), std::invalid_argument);
  request.testbed_settings = {};
  request.evaluations = kMaxEvaluations;
  EXPECT_NO_THROW(complete(request));
  for (const std::uint64_t evaluations : {kMaxEvaluations + 1, std::uint64_t{UINT64_MAX}}) {
    request.evaluations = evaluations;
    const auto text = message_of<std::invalid_argument>([&] { complete(request); });
    EXPECT_TRUE(has(text, std::to_string(evaluations)) && has(text, std::to_string(kMaxEvaluations))) << text;
  }
}

TEST(RunMake, ImpossibleRunsAreErrors) {
  const auto error = [](auto change) {
    RunSettings settings = complete(small_request("rastrigin", "uniform", 10));
    change(settings);
    return message_of<std::invalid_argument>([&] { Run::make(settings); });
  };
  EXPECT_TRUE(has(error([](auto& settings) { settings.initial = 0; }), "0 initial"));
  EXPECT_TRUE(has(error([](auto& settings) { settings.batch = 0; }), "batch 0"));
  EXPECT_TRUE(has(error([](auto& settings) { settings.resolution = {2, 2, 2}; }), "3 numbers for 2 features"));
  EXPECT_TRUE(has(error([](auto& settings) { settings.resolution = {0}; }), "resolution 0"));
}

TEST(RunCurve, HasEverySavePointAndTheSummaryThere) {
  auto request = small_request("rastrigin", "uniform", 3'000);
  const auto run = finished(request);
  std::vector<std::uint64_t> seen;
  for (const CurvePoint& point : run->curve()) {
    seen.push_back(point.evaluations);
    request.evaluations = point.evaluations;
    EXPECT_EQ(point.summary, finished(request)->summary()) << "at " << point.evaluations;
  }
  EXPECT_EQ(seen, run->settings().save_points);
}

TEST(RunCurve, DoesNotDependOnHowTheRunIsCutIntoPieces) {
  const auto request = small_request("arm", "ucb-individual", 2'000);
  const auto whole = finished(request);
  for (const std::uint64_t piece : {1, 37, 1'999}) {
    const auto run = made(request);
    while (!run->finished()) run->advance(piece);
    EXPECT_EQ(run->curve(), whole->curve());
    EXPECT_EQ(state_of(*run), state_of(*whole));
  }
}

TEST(RunAdvance, GoesExactlySoFarAndNeverBeyondTheEnd) {
  const auto run = made(small_request("rastrigin", "greedy", 1'000));
  EXPECT_EQ(run->evaluations(), 0U);
  run->advance(1);
  EXPECT_EQ(run->evaluations(), 1U);
  run->advance(499);
  EXPECT_EQ(run->evaluations(), 500U);
  EXPECT_FALSE(run->finished());
  run->advance(UINT64_MAX);
  EXPECT_EQ(run->evaluations(), 1'000U);
  EXPECT_TRUE(run->finished());
  run->advance(5);
  EXPECT_EQ(run->evaluations(), 1'000U);
}

TEST(RunSummary, QdScoreIsTheSumOfQualities) {
  for (const TestbedKind& testbed : testbed_kinds()) {
    const auto run = finished(small_request(testbed.name, "uniform", 500));
    double sum = 0;
    for (const CellIndex cell : run->archive().filled()) {
      const double quality = run->quality(run->archive().fitness(cell));
      EXPECT_GE(quality, 0);
      EXPECT_LE(quality, 1);
      sum += quality;
    }
    EXPECT_DOUBLE_EQ(run->summary().qd_score, sum) << testbed.name;
    EXPECT_EQ(run->summary().filled, run->archive().filled().size());
    EXPECT_EQ(run->curve().back().summary, run->summary());
  }
}

TEST(RunSummary, PublishedRastriginQualityIsTheRawFitness) {
  auto request = small_request("rastrigin", "uniform", 100);
  request.profile = "published";
  EXPECT_EQ(finished(request)->quality(123.456), 123.456);
}

TEST(RunSeed, AllSelectorsStartFromTheSamePopulation) {
  for (const TestbedKind& testbed : testbed_kinds()) {
    std::set<std::uint64_t> starts;
    for (const SelectorKind& selector : selector_kinds()) {
      starts.insert(made(small_request(testbed.name, selector.name, 0))->archive().signature());
    }
    EXPECT_EQ(starts.size(), 1U) << testbed.name;
  }
}

TEST(RunSeed, AnotherSeedIsAnotherPopulationAndAnotherRun) {
  for (const TestbedKind& testbed : testbed_kinds()) {
    std::set<std::uint64_t> signatures;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      auto request = small_request(testbed.name, "uniform", 200);
      request.seed = seed;
      const auto run = made(request);
      signatures.insert(run->archive().signature());
      run->advance(200);
      signatures.insert(run->archive().signature());
    }
    EXPECT_EQ(signatures.size(), 20U) << testbed.name;
  }
}

TEST(RunSeed, TheSameSettingsGiveTheSameRun) {
  const auto request = small_request("maze", "curiosity", 500);
  EXPECT_EQ(state_of(*finished(request)), state_of(*finished(request)));
}

TEST(RunBatch, EndsWithTheBatchThatReachesTheEnd) {
  for (const SelectorKind& selector : selector_kinds()) {
    for (const std::uint32_t batch : {1U, 8U, 1'000U}) {
      auto request = small_request("rastrigin", selector.name, 1'001);
      request.batch = batch;
      const auto run = finished(request);
      EXPECT_TRUE(run->finished());
      EXPECT_EQ(run->evaluations(), (1'001 + batch - 1) / batch * batch) << selector.name << " batch " << batch;
      EXPECT_GT(run->summary().filled, 20U) << selector.name << " has not gone beyond its start";
      EXPECT_EQ(run->curve().back().evaluations, run->evaluations());
    }
  }
}

TEST(RunBatch, ABatchIsAnotherRunButFillsTheMapAsWell) {
  auto request = small_request("rastrigin", "ucb-cell", 2'000);
  const auto one = finished(request);
  request.batch = 8;
  const auto eight = finished(request);
  EXPECT_NE(one->archive().signature(), eight->archive().signature());
  EXPECT_NEAR(one->summary().coverage, eight->summary().coverage, 0.1);
}

TEST(RunSolution, IsTheGenomeThatWasEvaluated) {
  const auto rastrigin = finished(small_request("rastrigin", "uniform", 300));
  for (const CellIndex cell : rastrigin->archive().filled()) {
    const auto solution = rastrigin->solution(cell);
    ASSERT_EQ(solution.size(), 6U);
    EXPECT_EQ(solution[0], rastrigin->archive().features(cell)[0]);
    EXPECT_EQ(solution[1], rastrigin->archive().features(cell)[1]);
  }
  const auto maze = finished(small_request("maze", "uniform", 300));
  for (const CellIndex cell : maze->archive().filled()) {
    const auto solution = maze->solution(cell);
    ASSERT_EQ(solution.size(), 16U);
    for (const double tile : solution) EXPECT_TRUE(tile >= 1 && tile <= 15 && tile == std::floor(tile)) << tile;
  }
}

TEST(RunThreads, RunsAtTheSameTimeDoNotDisturbEachOther) {
  std::vector<RunRequest> requests;
  for (const TestbedKind& testbed : testbed_kinds()) {
    for (const SelectorKind& selector : selector_kinds())
      requests.push_back(small_request(testbed.name, selector.name, 400));
  }
  std::vector<std::uint64_t> together(requests.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    threads.emplace_back([&, i] { together[i] = finished(requests[i])->archive().signature(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    EXPECT_EQ(together[i], finished(requests[i])->archive().signature())
        << requests[i].testbed << " " << requests[i].selector;
  }
}

}  // namespace
}  // namespace mce::run_test
