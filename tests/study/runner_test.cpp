// SPDX-License-Identifier: MIT
#include "mce/study/runner.hpp"

#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "study_support.hpp"

namespace mce {
namespace {

using test::small_protocol;

TEST(Runner, ResultsDoNotDependOnTheNumberOfThreads) {
  const test::TemporaryDirectory directory;
  std::string expected;
  for (const unsigned threads : {1U, 2U, 7U}) {
    const auto path = directory / (std::to_string(threads) + ".mce");
    test::complete_study(path, small_protocol(), threads);
    const std::string found = test::contents_of(path);
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected) << threads;
  }
  EXPECT_GT(expected.size(), 10'000U);
}

TEST(Runner, AStoppedStudyGoesOnToTheSameEnd) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "whole.mce", small_protocol());
  const auto path = directory / "stopped.mce";
  bool ended = false;
  int attempts = 0;
  for (; !ended; ++attempts) {
    ASSERT_LT(attempts, 1000);
    Store store = Store::for_running(path, small_protocol());
    const std::size_t missing = store.missing().size();
    std::atomic<bool> stop = false;
    ended = run_study(store, {.threads = 2, .stop = &stop, .watch = [&](const StudyProgress&) { stop = true; }});
    EXPECT_LE(store.missing().size(), missing);
    EXPECT_EQ(store.missing().empty(), ended);
  }
  EXPECT_EQ(test::contents_of(path), test::contents_of(directory / "whole.mce"));
}

TEST(Runner, APartOfAStudyCanBeRunFirst) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "part.mce";
  {
    Store store = Store::for_running(path, small_protocol());
    EXPECT_TRUE(run_study(store, {.threads = 2, .only = {.treatments = {"arm"}, .selectors = {"greedy"}}}));
    EXPECT_EQ(store.states()[1].runs, 3U);
    EXPECT_EQ(store.missing().size(), 24U);
    EXPECT_TRUE(run_study(store, {.threads = 2, .only = {.treatments = {"arm"}, .selectors = {}}}));
    EXPECT_TRUE(store.states()[1].measured) << "all its runs are in";
    EXPECT_THROW(run_study(store, {.only = {.treatments = {"leg"}, .selectors = {}}}), std::invalid_argument);
  }
  test::complete_study(path, small_protocol());
  test::complete_study(directory / "whole.mce", small_protocol());
  EXPECT_EQ(test::contents_of(path), test::contents_of(directory / "whole.mce"));
}

TEST(Runner, TellsHowItGetsOn) {
  const test::TemporaryDirectory directory;
  Store store = Store::for_running(directory / "s.mce", small_protocol());
  StudyProgress last;
  run_study(store, {.threads = 2, .watch = [&](const StudyProgress& now) {
                      EXPECT_GE(now.evaluations, last.evaluations);
                      EXPECT_GE(now.runs, last.runs);
                      last = now;
                    }});
  EXPECT_EQ(last.runs, 27U);
  EXPECT_EQ(last.all_runs, 27U);
  EXPECT_EQ(last.evaluations, 27U * 1500U);
  EXPECT_EQ(last.all_evaluations, last.evaluations);
}

TEST(Runner, ATreatmentThatWasCompleteButNotMeasuredIsMeasured) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = small_protocol();
  test::complete_study(directory / "whole.mce", protocol);
  {
    Store store = Store::for_running(directory / "late.mce", protocol);
    const std::atomic<bool> stop = false;
    std::atomic<std::uint64_t> evaluations = 0;
    for (const RunKey& key : store.missing()) store.add(make_run(protocol, key, stop, evaluations).value());
    EXPECT_TRUE(store.missing().empty());
    EXPECT_FALSE(store.states()[0].measured);
  }
  test::complete_study(directory / "late.mce", protocol);
  EXPECT_EQ(test::contents_of(directory / "late.mce"), test::contents_of(directory / "whole.mce"));
}

TEST(Runner, TheSameRepetitionOfEverySelectorStartsFromTheSamePopulation) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", small_protocol());
  const Store store = Store::for_reading(directory / "s.mce");
  for (std::uint32_t treatment = 0; treatment < 3; ++treatment) {
    const auto start = [&](std::uint32_t selector, std::uint32_t repetition) {
      return store.curve({treatment, selector, repetition}).front().summary;
    };
    for (const std::uint32_t selector : {1U, 2U}) EXPECT_EQ(start(selector, 1), start(0, 1));
    EXPECT_NE(start(0, 0), start(0, 1));
  }
}

TEST(Runner, AFailureOfOneThreadEndsAllAndIsReported) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  {
    const Store store = Store::for_running(path, small_protocol());
  }
  test::tamper(path,
               "CREATE TRIGGER t BEFORE INSERT ON run WHEN NEW.treatment = 1 BEGIN SELECT RAISE(FAIL, 'no'); END");
  Store store = Store::for_running(path, small_protocol());
  EXPECT_THROW(run_study(store, {.threads = 2}), Error);
}

}  // namespace
}  // namespace mce
