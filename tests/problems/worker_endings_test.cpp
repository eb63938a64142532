// SPDX-License-Identifier: MIT
// How workers end, and what they have started: with their pool, with this process, or because somebody tells them to.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <sstream>
#include <thread>

#include "problems/worker_pool_support.hpp"
#include "support/complaint.hpp"

namespace mce::worker_endings_test {
namespace {

using namespace test;

class WorkerEndings : public PoolTest {};

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

TEST_F(WorkerEndings, ForgetsWhatIsAbandoned) {
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

TEST_F(WorkerEndings, EndsWorkersThatAreBusyAtOnce) {
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

TEST_F(WorkerEndings, ASignalEndsTheWait) {
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

TEST_F(WorkerEndings, NoCandidateFailsBecauseItsWorkerWasToldToEnd) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const std::string number = std::to_string(signal);
    WorkerPool pool = this->pool(program(1, {"--once", directory_ / number, number}));
    submit(pool, 7, told_once);
    EXPECT_EQ(collect(pool).at(7).error, "") << number;
    EXPECT_EQ(pool.state().breakdowns, 1U);
  }
}

TEST_F(WorkerEndings, EndsWhatWorkersHaveStarted) {
  {
    WorkerPool pool = this->pool(program(1, {"--family"}));
    submit(pool, 0);
    collect(pool);
    for (const std::string& each : family(directory_ / "log")) EXPECT_TRUE(is_alive(each));
  }
  const auto gone = [&] { return std::ranges::none_of(family(directory_ / "log"), is_alive); };
  EXPECT_TRUE(within(milliseconds(5000), gone));
}

TEST_F(WorkerEndings, NothingIsLeftWhenThisProcessIsKilled) {
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

}  // namespace
}  // namespace mce::worker_endings_test
