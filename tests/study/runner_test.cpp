// SPDX-License-Identifier: MIT
#include "mce/study/runner.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <new>

#include "mce/core/error.hpp"
#include "study/study_support.hpp"

namespace mce::runner_test {
namespace {

using test::small_protocol;

/// While it lives, the address space has room for few threads more.
class FewThreads {
 public:
  FewThreads() {
    ::getrlimit(RLIMIT_AS, &before_);
    std::ifstream sizes("/proc/self/statm");
    rlim_t pages = 0;
    sizes >> pages;
    const rlimit now{.rlim_cur = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (rlim_t{256} << 20),
                     .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_AS, &now);
  }
  FewThreads(const FewThreads&) = delete;
  FewThreads& operator=(const FewThreads&) = delete;
  ~FewThreads() { ::setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

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
    if (ended) {
      EXPECT_TRUE(store.missing().empty());
    }
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
    for (const RunKey& key : store.missing()) store.add(test::made_run(protocol, key));
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

/// Where the system has no more threads, nothing is run and nobody waits.
TEST(Runner, AThreadThatCannotBeStartedEndsTheStudyAtOnce) {
  const test::TemporaryDirectory directory;
  Protocol protocol = small_protocol("", R"("Uc", "G", "R")", 3000);
  for (Treatment& each : protocol.treatments) {
    each.plan.evaluations = 10'000'000;
    each.plan.save_points = {0, 10'000'000};
  }
  Store store = Store::for_running(directory / "s.mce", protocol);
  const auto start = std::chrono::steady_clock::now();
  std::string text;
  {
    const FewThreads few;
    text = test::message_of<Error>([&] { run_study(store, {.threads = 20'000}); });
  }
  EXPECT_TRUE(test::has(text, "cannot start thread ")) << text;
  EXPECT_TRUE(test::has(text, " of 20000")) << text;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  EXPECT_EQ(store.states()[0].runs + store.states()[1].runs + store.states()[2].runs, 0U);
}

TEST(Runner, ACallerThatFailsEndsTheStudyAtOnce) {
  const test::TemporaryDirectory directory;
  Protocol protocol = small_protocol();
  for (Treatment& each : protocol.treatments) {
    each.plan.evaluations = 1'000'000'000;
    each.plan.save_points = {0, 1'000'000'000};
  }
  Store store = Store::for_running(directory / "s.mce", protocol);
  EXPECT_THROW(run_study(store, {.threads = 2, .watch = [](const StudyProgress&) { throw std::bad_alloc(); }}),
               std::bad_alloc);
  EXPECT_EQ(store.missing().size(), 27U);
}

TEST(Runner, StopsBeforeAnythingIfItIsAskedTo) {
  const test::TemporaryDirectory directory;
  Store store = Store::for_running(directory / "s.mce", small_protocol());
  std::atomic<bool> stop = true;
  EXPECT_FALSE(run_study(store, {.threads = 2, .stop = &stop}));
  EXPECT_EQ(store.missing().size(), 27U);
}

}  // namespace
}  // namespace mce::runner_test
