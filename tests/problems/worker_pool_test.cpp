// SPDX-License-Identifier: MIT
// With real processes: workers that do everything wrong.
#include "mce/problems/worker_pool.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "mce/core/error.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

namespace mce::worker_pool_test {
namespace {

using std::chrono::milliseconds;
using test::expect_mentions;
using test::has;
using test::message_of;
using test::slurp;
using test::TemporaryDirectory;
using Clock = std::chrono::steady_clock;
using Results = std::map<std::uint64_t, Evaluated>;

/// In the order of worker.py.
enum Fault : std::uint8_t {
  none,
  exits,
  killed,
  garbage,
  half_a_line,
  long_line,
  wrong_id,
  closed_output,
  child_left,
  hangs,
  stubborn,
  late,
  told,
  told_once,
  nan,
  null,
  infinite,
  no_features,
  few_features,
  many_features,
  text_features,
  says_error,
  twice,
};

std::size_t descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

bool is_alive(const std::string& process) {
  const std::string state = slurp("/proc/" + process + "/stat");
  return !state.empty() && !has(state, ") Z") && !has(state, ") X");
}

bool within(milliseconds time, const std::function<bool()>& condition) {
  for (const auto end = Clock::now() + time; Clock::now() < end; std::this_thread::sleep_for(milliseconds(5))) {
    if (condition()) return true;
  }
  return condition();
}

/// The n-th candidate; its fitness is n + what its fault is.
void submit(WorkerPool& pool, std::uint64_t id, Fault fault = none) {
  pool.submit(id, std::array{static_cast<double>(fault), static_cast<double>(id)});
}

Results collect(WorkerPool& pool) {
  std::vector<Evaluated> results;
  const auto end = Clock::now() + std::chrono::seconds(30);
  while (pool.outstanding() > 0 && Clock::now() < end) pool.collect(results, milliseconds(1000));
  EXPECT_EQ(pool.outstanding(), 0U);
  Results by_id;
  for (Evaluated& each : results) EXPECT_TRUE(by_id.emplace(each.id, std::move(each)).second);
  return by_id;
}

std::set<std::uint64_t> failed(const Results& results) {
  std::set<std::uint64_t> ids;
  for (const auto& [id, each] : results) {
    EXPECT_TRUE(!each.error.empty() || each.features.size() == 2);
    if (!each.error.empty()) ids.insert(id);
  }
  return ids;
}

/// Checks after each test that nothing is left: no child, no open file.
class Pool : public testing::Test {
 protected:
  void TearDown() override {
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    EXPECT_EQ(descriptors(), descriptors_before_);
  }

  [[nodiscard]] WorkerProgram program(std::uint32_t workers, const std::vector<std::string>& options = {},
                                      double timeout = 30) const {
    WorkerProgram result{
        .command = {"python3", "-S", "-E", "worker.py"}, .folder = MCE_TESTS "/problems", .workers = workers};
    result.command.insert(result.command.end(), options.begin(), options.end());
    result.timeout = timeout;
    return result;
  }
  [[nodiscard]] WorkerPool pool(const WorkerProgram& of) const { return {of, 2, directory_ / "log"}; }

  TemporaryDirectory directory_;

 private:
  std::size_t descriptors_before_ = descriptors();
};

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

TEST_F(Pool, ForgetsWhatIsAbandoned) {
  WorkerPool pool = this->pool(program(3));
  for (std::uint64_t id = 0; id < 3; ++id) submit(pool, id, id == 1 ? none : hangs);
  std::vector<Evaluated> results;
  while (results.empty()) pool.collect(results, milliseconds(1000));
  EXPECT_EQ(results.front().id, 1U);
  pool.abandon();
  EXPECT_EQ(pool.outstanding(), 0U);
  EXPECT_EQ(pool.state().busy, 0U);
  EXPECT_EQ(pool.state().breakdowns, 0U);
  for (std::uint64_t id = 0; id < 3; ++id) submit(pool, id);
  EXPECT_EQ(failed(collect(pool)), std::set<std::uint64_t>{});
}

TEST_F(Pool, EndsWorkersThatAreBusyAtOnce) {
  const auto begin = Clock::now();
  {
    WorkerPool pool = this->pool(program(2));
    submit(pool, 0, stubborn);
    submit(pool, 1, hangs);
    std::vector<Evaluated> results;
    pool.collect(results, milliseconds(200));
    EXPECT_TRUE(results.empty());
    EXPECT_EQ(pool.state().busy, 2U);
  }
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
}

TEST_F(Pool, ASignalEndsTheWait) {
  struct sigaction before{};
  struct sigaction action{};
  action.sa_handler = [](int) {};
  ::sigaction(SIGALRM, &action, &before);
  WorkerPool pool = this->pool(program(1));
  submit(pool, 0, hangs);
  std::vector<Evaluated> results;
  pool.collect(results, milliseconds(100));
  const auto begin = Clock::now();
  ::ualarm(50'000, 0);
  pool.collect(results, std::chrono::seconds(20));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
  ::sigaction(SIGALRM, &before, nullptr);
}

/// A worker and its child, whose numbers are in the log.
std::vector<std::string> family(const std::filesystem::path& log) {
  std::istringstream numbers(slurp(log));
  std::vector<std::string> all{"", ""};
  numbers >> all[0] >> all[1];
  return all;
}

TEST_F(Pool, NoCandidateFailsBecauseItsWorkerWasToldToEnd) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const std::string number = std::to_string(signal);
    WorkerPool pool = this->pool(program(1, {"--once", directory_ / number, number}));
    submit(pool, 7, told_once);
    EXPECT_EQ(collect(pool).at(7).error, "") << number;
    EXPECT_EQ(pool.state().breakdowns, 1U);
  }
}

TEST_F(Pool, EndsWhatWorkersHaveStarted) {
  {
    WorkerPool pool = this->pool(program(1, {"--family"}));
    submit(pool, 0);
    collect(pool);
    for (const std::string& each : family(directory_ / "log")) EXPECT_TRUE(is_alive(each));
  }
  const auto gone = [&] { return std::ranges::none_of(family(directory_ / "log"), is_alive); };
  EXPECT_TRUE(within(milliseconds(5000), gone));
}

TEST_F(Pool, NothingIsLeftWhenThisProcessIsKilled) {
  for (const int signal : {SIGKILL, SIGTERM}) {
    const std::filesystem::path log = directory_ / ("log" + std::to_string(signal));
    const pid_t child = ::fork();
    if (child == 0) {
      WorkerPool pool(program(1, {"--family"}), 2, log);
      submit(pool, 0);
      std::vector<Evaluated> results;
      while (results.empty()) pool.collect(results, milliseconds(1000));
      submit(pool, 1, stubborn);
      pool.collect(results, milliseconds(100));
      ::raise(signal);
      ::_exit(1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status));
    const auto gone = [&] { return std::ranges::none_of(family(log), is_alive); };
    EXPECT_FALSE(family(log)[1].empty());
    EXPECT_TRUE(within(milliseconds(5000), gone));
  }
}

TEST_F(Pool, WrongProgramsAreRefused) {
  WorkerProgram wrong = program(1);
  wrong.timeout = 0;
  EXPECT_THROW(static_cast<void>(pool(wrong)), std::invalid_argument);
}

}  // namespace
}  // namespace mce::worker_pool_test
