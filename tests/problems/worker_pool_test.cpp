// SPDX-License-Identifier: MIT
// With real processes: workers that do everything wrong.
#include "mce/problems/worker_pool.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

#include "mce/core/error.hpp"
#include "problems/worker_pool_support.hpp"
#include "support/complaint.hpp"

namespace mce::worker_pool_test {
namespace {

using namespace test;

class Pool : public PoolTest {};

TEST_F(Pool, EvaluatesWithAsManyWorkersAsThereIsWorkFor) {
  WorkerPool pool = this->pool(program(50));
  EXPECT_EQ(pool.state().workers, 0U);
  for (std::uint64_t id = 10; id < 13; ++id) submit(pool, id);
  EXPECT_EQ(pool.outstanding(), 3U);
  const Results results = collect(pool);
  ASSERT_EQ(results.size(), 3U);
  for (const auto& [id, each] : results) {
    EXPECT_EQ(each.error, "");
    EXPECT_EQ(each.fitness, static_cast<double>(id));
    EXPECT_EQ(each.features, (std::vector<double>{0, static_cast<double>(id)}));
  }
  EXPECT_GE(pool.state().workers, 1U);
  EXPECT_LE(pool.state().workers, 3U);
  EXPECT_EQ(pool.state().busy, 0U);
  EXPECT_EQ(pool.state().breakdowns, 0U);
}

TEST_F(Pool, NumbersArriveExactly) {
  WorkerPool pool = this->pool(program(1));
  const double odd = 0.1 + 0.2;
  pool.submit(0, std::array{0.0, odd, -5e-324, 1e300});
  const Results results = collect(pool);
  EXPECT_EQ(results.at(0).features[1], odd);
  EXPECT_EQ(results.at(0).fitness, 0.0 + odd + -5e-324 + 1e300);
}

/// Each fault between candidates that are fine.
void expect_reasons(WorkerPool& pool, const std::vector<std::pair<Fault, std::string>>& reasons) {
  for (std::uint64_t i = 0; i < reasons.size(); ++i) submit(pool, i, reasons[i].first);
  for (std::uint64_t i = 0; i < reasons.size(); ++i) submit(pool, 1000 + i);
  const Results results = collect(pool);
  for (std::uint64_t i = 0; i < reasons.size(); ++i) {
    const std::string& error = results.at(i).error;
    EXPECT_TRUE(error.starts_with(reasons[i].second)) << error << "\ninstead of " << reasons[i].second;
    EXPECT_LE(error.size(), 200U);
    EXPECT_EQ(results.at(i).breakdown, reasons[i].first < nan);
    EXPECT_EQ(results.at(1000 + i).error, "");
    EXPECT_FALSE(results.at(1000 + i).breakdown);
  }
}

TEST_F(Pool, EveryFaultFailsItsCandidateWithAReason) {
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  WorkerPool pool = this->pool(program(4));
  expect_reasons(pool, {
                           {exits, "the worker exited with code 3"},
                           {killed, "the worker was killed by SIGKILL"},
                           {told, "the worker was killed by SIGTERM"},
                           {closed_output, "the worker closed its standard output"},
                           {long_line, "the worker wrote a line of more than 1048576 bytes: 'xxxxx"},
                           {garbage, "the worker wrote 'Traceback (most recent call last)', which is no answer"},
                           {half_a_line, "the worker exited with code 0 in the middle of a line"},
                           {wrong_id, "the worker answered an id that it was not asked or has answered before"},
                           {child_left, "the worker exited with code 4"},
                           {nan, "fitness is NaN"},
                           {null, "fitness is null"},
                           {infinite, "feature 2 is -Infinity"},
                           {no_features, "the answer has no features"},
                           {few_features, "the answer has 1 features, not 2"},
                           {many_features, "the answer has 3 features, not 2"},
                           {text_features, "feature 1 is not a number"},
                           {says_error, "the ball\\x0ais lost"},
                       });
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 30'000);  // kB
}

TEST_F(Pool, AWorkerThatTakesTooLongIsEnded) {
  WorkerPool pool = this->pool(program(3, {}, 1.5));
  const std::string reason = "the worker did not answer for 1.5 s";
  expect_reasons(pool, {{hangs, reason}, {stubborn, reason}, {late, reason}});
}

TEST_F(Pool, TheSameCandidatesFailWhateverTheNumberOfWorkers) {
  const std::array faults{exits, nan, twice, garbage, killed, twice, says_error, wrong_id};
  for (const std::uint32_t workers : {1, 2, 7}) {
    WorkerPool pool = this->pool(program(workers, {"--delay"}));
    std::set<std::uint64_t> culprits;
    for (std::uint64_t id = 0; id < 56; ++id) {
      const Fault fault = id % 7 == 3 ? faults.at(id / 7) : none;
      if (fault != none && fault != twice) culprits.insert(id);
      submit(pool, id, fault);
    }
    EXPECT_EQ(failed(collect(pool)), culprits) << workers;
    EXPECT_GE(pool.state().breakdowns, 4U);
  }
}

TEST_F(Pool, OneWorkerSettlesWhoIsGuiltyAmongMany) {
  WorkerProgram one = program(1);
  one.per_worker = 6;
  WorkerPool pool = this->pool(one);
  for (std::uint64_t id = 0; id < 6; ++id) submit(pool, id, id == 2 || id == 4 ? exits : none);
  EXPECT_EQ(failed(collect(pool)), (std::set<std::uint64_t>{2, 4}));
}

TEST_F(Pool, AWorkerIsSentAsManyAsItMayHave) {
  WorkerProgram batches = program(1, {"--batch", "4"}, 5);  // another one could be left with less than a batch
  batches.per_worker = 4;
  {
    WorkerPool pool = this->pool(batches);
    for (std::uint64_t id = 0; id < 16; ++id) submit(pool, id);
    EXPECT_EQ(failed(collect(pool)), std::set<std::uint64_t>{});
  }
  batches.per_worker = 3;
  WorkerPool pool = this->pool(batches);
  for (std::uint64_t id = 0; id < 4; ++id) submit(pool, id);
  std::vector<Evaluated> results;
  pool.collect(results, milliseconds(200));
  EXPECT_TRUE(results.empty());
}

TEST_F(Pool, ThreadsHavePoolsOfTheirOwn) {
  std::vector<std::thread> threads;
  std::array<std::size_t, 3> answers{};
  for (std::size_t& each : answers) {
    threads.emplace_back([&] {
      WorkerPool pool = this->pool(program(2));
      for (std::uint64_t id = 0; id < 50; ++id) submit(pool, id, id == 20 ? exits : none);
      each = 50 - failed(collect(pool)).size();
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(answers, (std::array<std::size_t, 3>{49, 49, 49}));
}

TEST_F(Pool, WorkersMayExitAfterAnswers) {
  WorkerPool pool = this->pool(program(2, {"--recycle", "4"}));
  for (std::uint64_t id = 0; id < 30; ++id) submit(pool, id);
  EXPECT_EQ(failed(collect(pool)), std::set<std::uint64_t>{});
}

TEST_F(Pool, ACommandThatDoesNotExistIsAnErrorAtOnce) {
  WorkerProgram wrong = program(2);
  wrong.command = {"pythn3", "worker.py"};
  WorkerPool pool = this->pool(wrong);
  submit(pool, 1);
  std::vector<Evaluated> results;
  EXPECT_EQ(message_of<Error>([&] { pool.collect(results, milliseconds(1000)); }),
            "cannot start worker 'pythn3': No such file or directory");
  wrong = program(1);
  wrong.folder = "/no/such/folder";
  WorkerPool other = this->pool(wrong);
  submit(other, 1);
  expect_mentions(message_of<Error>([&] { other.collect(results, milliseconds(1000)); }),
                  {"cannot start worker 'python3' in '/no/such/folder': No such file"});
}

TEST_F(Pool, AProgramThatNeverWorksIsAnErrorWithItsLastLines) {
  WorkerProgram wrong = program(4);
  wrong.command = {"sh", "-c", "seq 30 >&2; echo 'no module\tnamed ball' >&2; exit 1"};
  WorkerPool pool = this->pool(wrong);
  for (std::uint64_t id = 0; id < 100; ++id) submit(pool, id);
  const auto begin = Clock::now();
  const std::string error = message_of<Error>([&] { collect(pool); });
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(20));
  expect_mentions(error, {"worker 'sh -c seq 30", "broke down 20 times in a row", "it exited with code 1",
                          (directory_ / "log").string(), "\n    no module named ball"});
  EXPECT_EQ(std::ranges::count(error, '\n'), 1 + 10);
}

TEST_F(Pool, AWorkerThatNeverReadsHangs) {
  WorkerPool pool = this->pool(program(2, {"--deaf"}, 0.4));
  const std::vector<double> large(100'000, 0.125);  // more than a pipe holds
  for (std::uint64_t id = 0; id < 3; ++id) pool.submit(id, large);
  const Results results = collect(pool);
  for (const auto& [id, each] : results) EXPECT_EQ(each.error, "the worker did not answer for 0.4 s");
}

TEST_F(Pool, WritingToAWorkerThatIsGoneIsNoSignal) {
  WorkerProgram gone = program(1);
  gone.command = {"sh", "-c", "exec <&-; sleep 0.2"};
  WorkerPool pool = this->pool(gone);
  pool.submit(0, std::vector<double>(100'000, 0.125));
  EXPECT_EQ(collect(pool).at(0).error, "the worker exited with code 0");
}

TEST_F(Pool, WrongProgramsAreRefused) {
  WorkerProgram wrong = program(1);
  wrong.timeout = 0;
  EXPECT_THROW(static_cast<void>(pool(wrong)), std::invalid_argument);
}

}  // namespace
}  // namespace mce::worker_pool_test
