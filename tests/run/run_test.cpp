// SPDX-License-Identifier: MIT
#include "mce/run/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <thread>

#include "mce/selectors/selector_kinds.hpp"
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

TEST(RunMake, ImpossibleRunsAreErrors) {
  Plan plan = complete(small_request("rastrigin", "uniform", 10));
  EXPECT_NO_THROW(Run::make(plan));
  plan.initial = 0;
  const auto text = message_of<std::invalid_argument>([&] { Run::make(plan); });
  EXPECT_TRUE(has(text, "initial") && has(text, "'0'")) << text;
  plan = complete(small_request("rastrigin", "", 10));
  EXPECT_THROW(Run::make(plan), std::invalid_argument) << "a run needs a selector";
}

TEST(RunCurve, HasEverySavePointAndTheSummaryThere) {
  const auto run = finished(small_request("rastrigin", "uniform", 3'000));
  std::vector<std::uint64_t> seen;
  for (const CurvePoint& point : run->curve()) {
    seen.push_back(point.evaluations);
    EXPECT_EQ(point.summary, finished(small_request("rastrigin", "uniform", point.evaluations))->summary())
        << "at " << point.evaluations;
  }
  EXPECT_EQ(seen, run->plan().save_points);
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
      const auto run = finished(small_request("rastrigin", selector.name, 1'001, batch));
      EXPECT_TRUE(run->finished());
      EXPECT_EQ(run->evaluations(), (1'001 + batch - 1) / batch * batch) << selector.name << " batch " << batch;
      EXPECT_GT(run->summary().filled, 20U) << selector.name << " has not gone beyond its start";
      EXPECT_EQ(run->curve().back().evaluations, run->evaluations());
    }
  }
}

TEST(RunBatch, IsRecordedAtTheEndsOfTheBatchesThatPassASavePoint) {
  for (const std::uint32_t batch : {1U, 7U, 64U, 1'000U}) {
    const auto run = finished(small_request("arm", "ucb-cell", 1'001, batch));
    std::vector<std::uint64_t> seen;
    for (const CurvePoint& point : run->curve()) seen.push_back(point.evaluations);
    EXPECT_EQ(seen, recorded_points(run->plan())) << "batch " << batch;
    const auto in_pieces = made(small_request("arm", "ucb-cell", 1'001, batch));
    while (!in_pieces->finished()) in_pieces->advance(10);
    EXPECT_EQ(in_pieces->curve(), run->curve()) << "batch " << batch;
  }
}

TEST(RunBatch, ABatchIsAnotherRunButFillsTheMapAsWell) {
  const auto one = finished(small_request("rastrigin", "ucb-cell", 2'000));
  const auto eight = finished(small_request("rastrigin", "ucb-cell", 2'000, 8));
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
  std::vector<PlanRequest> requests;
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
