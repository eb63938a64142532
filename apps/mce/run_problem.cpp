// SPDX-License-Identifier: MIT
#include "run_problem.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "interrupts.hpp"
#include "map_picture.hpp"
#include "mce/core/error.hpp"
#include "mce/core/wording.hpp"
#include "mce/run/files.hpp"
#include "mce/run/problem_run.hpp"
#include "mce/search/variation.hpp"
#include "options.hpp"
#include "overwriting.hpp"
#include "progress_bar.hpp"
#include "run_output.hpp"
#include "run_summary.hpp"
#include "shell_words.hpp"

namespace mce::app {
namespace {

namespace fs = std::filesystem;

/// A run of a problem, and where it is kept.
struct ProblemJob {
  Plan plan;
  std::string journal_path;
  std::string directory;
  std::optional<Journal> journal;
};

/// The problem's file, with what the command line says instead.
ProblemFile problem_of(const RunOptions& options) {
  ProblemFile file = read_problem(options.problem);
  if (!options.variation.empty()) {
    const VariationChoice variation = parse_variation(options.variation);
    file.problem.variation = variation.name;
    file.problem.variation_settings = variation.settings;
    file.variation_place.clear();
  }
  return file;
}

void set_workers(Plan& plan, const RunOptions& options) {
  if (options.workers.empty()) return;
  plan.problem->program.workers =
      static_cast<std::uint32_t>(whole_option("--workers", options.workers, 1, kMaxWorkers));
}

/// All that was evaluated is in the journal, so it always exists: where it was asked for, with the results, or here.
std::string journal_path(const RunOptions& options, const Plan& plan) {
  if (!options.checkpoint.empty()) return options.checkpoint;
  if (!options.directory.empty()) return (fs::path(options.directory) / "journal.jsonl").string();
  return fmt::format("{}-seed{}.journal.jsonl", plan.testbed, plan.seed);
}

/// Where workers write their standard error.
std::string log_path(fs::path journal) {
  if (journal.extension() == ".jsonl") journal.replace_extension();
  return journal.string() + ".workers.log";
}

bool has_no_entries(const std::string& journal) {
  try {
    return fs::is_empty(journal) || Journal::open(journal).entries().empty();
  } catch (const Error&) {
    return false;
  }
}

/// Throws if a new journal would replace something of value.
void check_place(const std::string& journal, bool force) {
  std::error_code ignored;
  if (!fs::exists(journal, ignored)) return;
  if (Journal::is_in_use(journal)) {
    throw Error(fmt::format("{} is in use: another process writes its journal there", in_quotes(journal)));
  }
  const bool ours = is_journal(journal) || (fs::is_regular_file(journal, ignored) && fs::is_empty(journal, ignored));
  if (ours && (force || has_no_entries(journal))) return;
  throw std::invalid_argument(fmt::format(
      "{} is there already{}", in_quotes(journal),
      ours ? fmt::format(", with what was evaluated: go on with --resume {}, choose another file with --checkpoint or "
                         "another --seed, or start again with --force",
                         shell_path(journal))
           : ", and is no journal: choose another file with --checkpoint"));
}

ProblemJob start_problem(const RunOptions& given) {
  RunOptions options = given;
  if (!options.every.empty()) throw std::invalid_argument("--every is for testbeds; a journal has everything at once");
  if (!options.request.testbed.empty()) {
    throw std::invalid_argument(
        fmt::format("testbed {} together with --problem: choose one", in_quotes(options.request.testbed)));
  }
  if (!options.settings.empty()) throw std::invalid_argument("--set is for testbeds; a problem has its file");
  options.request.problem = problem_of(options);
  ProblemJob job{.plan = plan_of(options), .journal_path = {}, .directory = options.directory, .journal = {}};
  set_workers(job.plan, options);
  job.journal_path = journal_path(options, job.plan);
  check_place(job.journal_path, options.force);
  if (!job.directory.empty()) {
    check_results(job.directory, options.force);
    check_not_result("--checkpoint", job.journal_path, job.directory);
    prepare_directory(job.directory);
  }
  const std::string directory = job.directory.empty() ? "" : fs::absolute(job.directory).string();
  fs::remove(job.journal_path);
  job.journal = Journal::create(job.journal_path, journal_head({.plan = job.plan, .directory = directory}));
  return job;
}

ProblemJob resume_problem(const RunOptions& options) {
  Journal journal = Journal::open(options.resume);
  ProblemJob job{.plan = {}, .journal_path = options.resume, .directory = {}, .journal = std::move(journal)};
  try {
    JournalHead head = read_journal_head(job.journal->head());
    job.plan = std::move(head.plan);
    job.directory = options.directory.empty() ? head.directory : options.directory;
  } catch (const Error& error) {
    throw Error(fmt::format("journal {}: {}", in_quotes(options.resume), error.what()));
  }
  if (!options.problem.empty()) {
    Problem now = read_problem(options.problem).problem;
    now.variation_settings = variation_kind(now.variation).complete(now.variation_settings);
    if (now != *job.plan.problem) {
      throw std::invalid_argument(
          fmt::format("--problem {}: not the problem of this journal; only command, workers, per_worker and timeout "
                      "may change meanwhile",
                      in_quotes(options.problem)));
    }
    job.plan.problem->program = now.program;
  }
  set_workers(job.plan, options);
  if (!job.directory.empty()) {
    check_results(job.directory, options.force);
    check_not_result("--resume", options.resume, job.directory);
    prepare_directory(job.directory);
  }
  return job;
}

void show_problem(ProgressBar& progress, const ProblemRun& run) {
  progress.update(run.told(), run.all(), [&run] {
    const PoolState workers = run.workers();
    std::vector facts = {fmt::format("{} of {} workers busy", workers.busy, workers.workers),
                         fmt::format("{} failed", run.archive().rejected())};
    if (run.archive().filled().empty()) return facts;
    const MapSummary map = run.summary();
    facts.push_back(fmt::format("coverage {:.1f} %", 100 * map.coverage));
    facts.push_back(fmt::format("best {:.4g}", map.best));
    return facts;
  });
}

bool is_empty_or_missing(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return error || size == 0;
}

/// How to go on after a run that did not reach its end.
std::string advice(const ProblemRun& run, const std::string& journal, bool failed) {
  if (!failed) return fmt::format("Interrupted. Go on with: mce run --resume {}", shell_path(journal));
  if (run.archive().filled().empty()) return "Stopped. When the problem is mended, start again with --force.";
  return fmt::format(
      "Stopped. Go on with: mce run --resume {} (and --problem FILE, if its command or timeout has changed)",
      shell_path(journal));
}

/// The commonest reasons first.
void print_failures(const ProblemRun& run, const std::string& log) {
  if (run.failures().empty()) return;
  std::vector<std::pair<std::string, std::uint64_t>> reasons(run.failures().begin(), run.failures().end());
  std::ranges::stable_sort(reasons, std::greater(), &std::pair<std::string, std::uint64_t>::second);
  fmt::print("  failed       {} of {} individuals\n", run.archive().rejected(), run.told());
  constexpr std::size_t kMostShown = 5;
  for (std::size_t i = 0; i < std::min(reasons.size(), kMostShown); ++i) {
    fmt::print("    {:>8} × {}\n", reasons[i].second, one_line(reasons[i].first));
  }
  if (!is_empty_or_missing(log)) fmt::print("  workers said {}\n", one_line(log));
}

/// QD-score needs to know what is bad; nobody says it of a new problem.
void print_low_fitness(const ProblemRun& run) {
  const double lowest = run.plan().problem->lowest_fitness;
  const auto below = std::ranges::count_if(run.archive().filled(),
                                           [&](CellIndex cell) { return run.archive().fitness(cell) < lowest; });
  if (below == 0) return;
  fmt::print(
      "  note         {} a fitness below lowest_fitness = {:g}, and count as 0 in the QD-score: set "
      "lowest_fitness in the problem's file\n",
      wording::count(static_cast<std::size_t>(below), "elite") + (below == 1 ? " has" : " have"), lowest);
}

}  // namespace

bool is_journal(const std::string& path) { return !path.empty() && head_of(path).starts_with(R"({"journal":"mce")"); }

int run_problem(const RunOptions& options) {
  ProblemJob job = options.resume.empty() ? start_problem(options) : resume_problem(options);
  const std::string log = log_path(job.journal_path);
  WorkerPool pool(job.plan.problem->program, static_cast<std::uint32_t>(job.plan.problem->features.size()), log);
  ProblemRun run(job.plan, pool, std::move(job.journal));

  watch_for_interrupts();
  ProgressBar progress(stderr, run.repeated(), std::chrono::seconds(5));
  if (!options.quiet) run.when_waiting([&] { show_problem(progress, run); });
  std::exception_ptr failure;
  try {
    while (!run.finished() && !interrupted) {
      constexpr std::uint64_t kBetweenLooks = 256;
      run.advance(kBetweenLooks, &interrupted);
      if (!options.quiet) show_problem(progress, run);
    }
  } catch (const Error&) {
    failure = std::current_exception();  // what was made so far is shown and kept all the same
  }
  const double seconds = progress.seconds();
  progress.finish();

  if (!run.archive().filled().empty()) {
    if (!job.directory.empty()) write_results(job.directory, run, seconds);
    if (!options.quiet) fmt::print("{}", draw_map(run.archive(), Terminal::of(stdout)));
    const std::uint64_t initial = run.plan().initial;
    print_summary(run, seconds, std::min(std::max(run.repeated(), initial) - initial, run.evaluations()));
    print_failures(run, log);
    print_low_fitness(run);
    print_written(run, job.directory);
  }
  std::error_code ignored;
  if (is_empty_or_missing(log)) fs::remove(log, ignored);
  if (failure && run.told() == 0) {
    fs::remove(job.journal_path, ignored);  // nothing was evaluated
    std::rethrow_exception(failure);
  }
  fmt::print("  journal      {}\n", one_line(job.journal_path));
  if (run.finished()) return 0;
  fmt::print("{}\n", advice(run, job.journal_path, failure != nullptr));
  if (failure) std::rethrow_exception(failure);
  return kInterrupted;
}

}  // namespace mce::app
