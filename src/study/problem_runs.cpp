// SPDX-License-Identifier: MIT
#include "problem_runs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "mce/core/error.hpp"
#include "mce/core/rng.hpp"
#include "mce/run/files.hpp"

namespace mce {
namespace {

/// A journal that is there already is one that an earlier process has left.
Journal open_journal(const std::filesystem::path& path, const Plan& plan) {
  const std::string head = journal_head({.plan = plan, .directory = ""});
  if (!std::filesystem::exists(path)) return Journal::create(path, head);
  Journal journal = Journal::open(path);
  try {
    if (read_journal_head(journal.head()).plan != plan) throw Error("it is of another run");
  } catch (const Error& error) {
    throw Error(fmt::format("journal {}: {}", in_quotes(path.string()), error.what()));
  }
  return journal;
}

}  // namespace

std::uint32_t worker_count(const Problem& problem) {
  return problem.program.workers > 0 ? problem.program.workers : std::max(1U, std::thread::hardware_concurrency());
}

std::filesystem::path ProblemRuns::journal_of(const Plan& plan) const {
  // The treatment is known by the seed, which is derived from its name.
  std::string selector = plan.selector;
  for (const auto& [key, value] : plan.selector_settings) selector += key + value_text(value);
  return folder() / fmt::format("{}-{}-{:016x}.jsonl", plan.testbed, plan.selector, stream_seed(plan.seed, selector));
}

std::unique_ptr<Run> ProblemRuns::make(const Plan& plan) {
  if (!pool_ || problem_ != plan.problem) {
    WorkerProgram program = plan.problem->program;
    program.workers = std::max(1U, worker_count(*plan.problem) / threads_);
    pool_ = std::make_unique<WorkerPool>(program, static_cast<std::uint32_t>(plan.problem->features.size()), log());
    problem_ = plan.problem;
  }
  prepare_directory(folder());
  return std::make_unique<ProblemRun>(plan, *pool_, open_journal(journal_of(plan), plan));
}

ProblemRuns::~ProblemRuns() {
  pool_.reset();
  std::error_code ignored;
  if (std::filesystem::file_size(log(), ignored) == 0) std::filesystem::remove(log(), ignored);
}

void ProblemRuns::forget(const Plan& plan) const {
  std::error_code ignored;
  std::filesystem::remove(journal_of(plan), ignored);
  std::filesystem::remove(folder(), ignored);  // only if it was the last
}

}  // namespace mce
