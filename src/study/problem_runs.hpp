// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>

#include "mce/problems/worker_pool.hpp"
#include "mce/run/problem_run.hpp"
#include "mce/study/protocol.hpp"

namespace mce {

/// How many workers a problem may have at a time.
std::uint32_t worker_count(const Problem& problem);

/// Removes the journals beside a store: those of a store that was there before it.
void remove_journals(const std::filesystem::path& store);
/// Removes what the runs of problems have left beside a store and nobody needs: an empty folder of journals, an empty
/// log. Not while workers run.
void tidy_problem_files(const std::filesystem::path& store);

/// What the runs of problems need, for one thread of a study: workers, which stay for the next run of the treatment,
/// and journals beside the store, from which an interrupted run goes on.
class ProblemRuns {
 public:
  /// So many threads share the workers.
  ProblemRuns(std::filesystem::path store, unsigned threads) : store_(std::move(store)), threads_(threads) {}

  /// The run of the plan; goes on from its journal if there is one. Only one at a time.
  std::unique_ptr<Run> make(const Plan& plan);
  /// Removes the journal of a run that is in the store.
  void forget(const Plan& plan) const;

 private:
  [[nodiscard]] std::filesystem::path journal_of(const Plan& plan) const;

  std::filesystem::path store_;
  unsigned threads_;
  WorkerProgram program_;  // of the workers
  std::unique_ptr<WorkerPool> pool_;
};

}  // namespace mce
