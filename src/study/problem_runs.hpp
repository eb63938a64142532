// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "mce/problems/worker_pool.hpp"
#include "mce/run/problem_run.hpp"
#include "mce/study/protocol.hpp"

namespace mce {

/// How many workers a problem may have at a time.
std::uint32_t worker_count(const Problem& problem);

/// What the runs of problems need, for one thread of a study: workers, which stay for the next run of the treatment,
/// and journals beside the store, from which an interrupted run goes on.
class ProblemRuns {
 public:
  /// So many threads share the workers.
  ProblemRuns(std::filesystem::path store, unsigned threads) : store_(std::move(store)), threads_(threads) {}
  ProblemRuns(const ProblemRuns&) = delete;
  ProblemRuns& operator=(const ProblemRuns&) = delete;
  /// Ends the workers.
  ~ProblemRuns();

  /// The run of the plan; goes on from its journal if there is one. Only one at a time.
  std::unique_ptr<Run> make(const Plan& plan);
  /// Removes the journal of a run that is in the store.
  void forget(const Plan& plan) const;

 private:
  [[nodiscard]] std::filesystem::path folder() const { return store_.string() + "-journals"; }
  [[nodiscard]] std::filesystem::path log() const { return store_.string() + "-workers.log"; }
  [[nodiscard]] std::filesystem::path journal_of(const Plan& plan) const;

  std::filesystem::path store_;
  unsigned threads_;
  std::optional<Problem> problem_;  // that the workers are for
  std::unique_ptr<WorkerPool> pool_;
};

}  // namespace mce
