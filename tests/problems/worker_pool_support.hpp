// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mce/problems/worker_pool.hpp"
#include "support/files.hpp"

/// Pools of real processes, worker.py, that do wrong what they are told.
namespace mce::test {

using std::chrono::milliseconds;
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

inline std::size_t descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// The n-th candidate; its fitness is n + what its fault is.
inline void submit(WorkerPool& pool, std::uint64_t id, Fault fault = none) {
  pool.submit(id, std::array{static_cast<double>(fault), static_cast<double>(id)});
}

inline Results collect(WorkerPool& pool) {
  std::vector<Evaluated> results;
  const auto end = Clock::now() + std::chrono::seconds(30);
  while (pool.outstanding() > 0 && Clock::now() < end) pool.collect(results, milliseconds(1000));
  EXPECT_EQ(pool.outstanding(), 0U);
  Results by_id;
  for (Evaluated& each : results) EXPECT_TRUE(by_id.emplace(each.id, std::move(each)).second);
  return by_id;
}

inline std::set<std::uint64_t> failed(const Results& results) {
  std::set<std::uint64_t> ids;
  for (const auto& [id, each] : results) {
    EXPECT_TRUE(!each.error.empty() || each.features.size() == 2);
    if (!each.error.empty()) ids.insert(id);
  }
  return ids;
}

/// Checks after each test that nothing is left: no child, no open file.
class PoolTest : public testing::Test {
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

}  // namespace mce::test
