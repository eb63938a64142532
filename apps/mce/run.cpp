// SPDX-License-Identifier: MIT
#include "mce/run/run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "interrupts.hpp"
#include "map_picture.hpp"
#include "mce/core/evolution.hpp"
#include "mce/run/checkpoint.hpp"
#include "mce/run/files.hpp"
#include "options.hpp"
#include "overwriting.hpp"
#include "progress_bar.hpp"
#include "run_output.hpp"
#include "run_problem.hpp"
#include "run_summary.hpp"
#include "shell_words.hpp"

namespace mce::app {
namespace {

/// So that the error names the option.
void check_run_setting(const std::string& key, const std::string& value) {
  Plan any;
  for (const Parameter& parameter : any.table()) {
    if (parameter.key != key) continue;
    try {
      parameter.set(value);
    } catch (const std::invalid_argument&) {
      throw std::invalid_argument(fmt::format("--{} {}: allowed are {}", key, in_quotes(value), parameter.allowed));
    }
  }
}

}  // namespace

Plan plan_of(const RunOptions& options) {
  PlanRequest request = options.request;
  for (const std::string& text : options.settings) request.testbed_settings.emplace_back(parse_setting(text, "--set"));
  for (const auto& [key, value] : options.run_settings) {
    if (value.empty()) continue;
    check_run_setting(key, value);
    request.run_settings.emplace_back(key, value);
  }
  request.seed = whole_option("--seed", options.seed, 0, UINT64_MAX);
  if (request.selector.empty()) request.selector = request.problem ? "recommended" : "ucb-cell";
  return complete(request);
}

namespace {

/// A run with the paths it writes to: started or resumed.
struct Job {
  std::unique_ptr<TestbedRun> run;
  double seconds_before = 0;
  std::string directory;
  std::string checkpoint;
  std::uint64_t every = 0;
};

Job start(const RunOptions& options) {
  if (options.request.testbed.empty()) {
    throw std::invalid_argument("no testbed: say which (mce run rastrigin), or --problem FILE, or --resume FILE");
  }
  for (const auto& [option, value] : {std::pair("--workers", options.workers), {"--variation", options.variation}}) {
    if (!value.empty()) throw std::invalid_argument(fmt::format("{} is for problems: see --problem", option));
  }
  Job job{.run = nullptr, .directory = options.directory, .checkpoint = options.checkpoint};
  const Plan plan = plan_of(options);
  job.every = std::max<std::uint64_t>(plan.evaluations / 10, 1);
  job.run = Run::make(plan);
  return job;
}

Job resume(const RunOptions& options) {
  Checkpoint checkpoint = read_checkpoint(options.resume);
  return {.run = std::move(checkpoint.run),
          .seconds_before = checkpoint.seconds,
          .directory = options.directory.empty() ? checkpoint.directory : options.directory,
          .checkpoint = options.checkpoint.empty() ? options.resume : options.checkpoint,
          .every = std::max<std::uint64_t>(checkpoint.every, 1)};
}

/// A checkpoint may hold weeks of work: nothing but --force replaces one.
void check_checkpoint(const std::string& path, bool force) {
  std::error_code ignored;
  if (!force && std::filesystem::is_regular_file(path, ignored)) {
    throw std::invalid_argument(
        fmt::format("--checkpoint {} is there already: go on from it with --resume, choose another file, or replace it "
                    "with --force",
                    in_quotes(path)));
  }
}

/// Throws if the job would write over something it should not, before any work is done.
void check_outputs(const Job& job, const RunOptions& options) {
  const bool goes_on_in_place = !options.resume.empty() && is_same_file(job.checkpoint, options.resume);
  if (!job.checkpoint.empty() && !goes_on_in_place) check_checkpoint(job.checkpoint, options.force);
  if (job.directory.empty()) return;
  if (!options.resume.empty()) check_not_result("--resume", options.resume, job.directory);
  if (!job.checkpoint.empty()) check_not_result("--checkpoint", job.checkpoint, job.directory);
  check_results(job.directory, options.force);
}

void show(ProgressBar& progress, const Run& run) {
  progress.update(run.evaluations(), run.plan().evaluations, [&run] {
    const MapSummary map = run.summary();
    return std::vector{fmt::format("coverage {:.1f} %", 100 * map.coverage), fmt::format("best {:.4g}", map.best),
                       fmt::format("QD-score {:.6g}", map.qd_score)};
  });
}

}  // namespace

int run(const RunOptions& options) {
  if (!options.problem.empty() || is_journal(options.resume)) return run_problem(options);
  Job job = options.resume.empty() ? start(options) : resume(options);
  TestbedRun& evolution = *job.run;
  if (!options.every.empty()) job.every = whole_option("--every", options.every, 1, kMaxEvaluations);
  check_outputs(job, options);
  if (!job.directory.empty()) prepare_directory(job.directory);

  watch_for_interrupts();
  const std::uint64_t done_before = evolution.evaluations();
  ProgressBar progress(stderr, done_before, std::chrono::seconds(5));
  // Kept as an absolute path: the run may be resumed from elsewhere.
  const std::string directory = job.directory.empty() ? "" : std::filesystem::absolute(job.directory).string();
  const auto save = [&] {
    if (job.checkpoint.empty()) return;
    write_checkpoint(job.checkpoint, evolution, job.seconds_before + progress.seconds(), directory, job.every);
  };
  save();  // at once, so that a path that cannot be written is known before the work is done
  while (!evolution.finished() && !interrupted) {
    constexpr std::uint64_t kBetweenLooks = 256;  // less than a second of even the largest mazes
    const std::uint64_t saved = evolution.evaluations() / job.every;
    evolution.advance(std::min(kBetweenLooks, (saved + 1) * job.every - evolution.evaluations()), &interrupted);
    if (evolution.evaluations() / job.every > saved && !evolution.finished()) save();
    if (!options.quiet) show(progress, evolution);
  }
  const double seconds = progress.seconds();
  progress.finish();
  save();
  if (!job.directory.empty()) write_results(job.directory, evolution, job.seconds_before + seconds);

  if (!options.quiet) fmt::print("{}", draw_map(evolution.archive(), Terminal::of(stdout)));
  print_summary(evolution, seconds, done_before);
  print_written(evolution, job.directory);
  if (evolution.finished()) return 0;
  fmt::print("Interrupted.{}\n", job.checkpoint.empty()
                                     ? " Next time, --checkpoint FILE makes it possible to go on."
                                     : " Go on with: mce run --resume " + shell_path(job.checkpoint));
  return kInterrupted;
}

}  // namespace mce::app
