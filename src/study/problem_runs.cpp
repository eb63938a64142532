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

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& store) { return store.string() + "-journals"; }
fs::path log_of(const fs::path& store) { return store.string() + "-workers.log"; }

/// A journal that is there already is one that an earlier process has left.
Journal open_journal(const fs::path& path, const Plan& plan) {
  const std::string head = journal_head({.plan = plan, .directory = ""});
  if (!fs::exists(path)) return Journal::create(path, head);
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
  return folder_of(store_) /
         fmt::format("{}-{}-{:016x}.jsonl", plan.testbed, plan.selector, stream_seed(plan.seed, selector));
}

std::unique_ptr<Run> ProblemRuns::make(const Plan& plan) {
  WorkerProgram program = plan.problem->program;
  const std::uint32_t workers = worker_count(*plan.problem);
  program.workers = workers / std::min(threads_, workers);  // as many threads run it
  if (!pool_ || program != program_) {
    pool_ = std::make_unique<WorkerPool>(program, static_cast<std::uint32_t>(plan.problem->features.size()),
                                         log_of(store_));
    program_ = program;
  }
  prepare_directory(folder_of(store_));
  return std::make_unique<ProblemRun>(plan, *pool_, open_journal(journal_of(plan), plan));
}

void ProblemRuns::forget(const Plan& plan) const {
  std::error_code ignored;
  fs::remove(journal_of(plan), ignored);
}

void remove_journals(const fs::path& store) {
  std::error_code ignored;
  for (const fs::directory_entry& each : fs::directory_iterator(folder_of(store), ignored)) {
    if (each.path().extension() == ".jsonl") fs::remove(each.path(), ignored);
  }
}

void tidy_problem_files(const fs::path& store) {
  std::error_code error;
  fs::remove(folder_of(store), error);  // only if it is empty
  const bool is_empty = fs::file_size(log_of(store), error) == 0;
  if (!error && is_empty) fs::remove(log_of(store), error);
}

}  // namespace mce
