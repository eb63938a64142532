// SPDX-License-Identifier: MIT
#include "mce/study/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "map_picture.hpp"
#include "mce/core/evolution.hpp"
#include "mce/study/checkpoint.hpp"
#include "mce/study/files.hpp"
#include "progress.hpp"
#include "results.hpp"

namespace mce::app {
namespace {

struct Options {
  RunRequest request;
  std::vector<std::string> settings;
  std::string evaluations;
  std::string initial;
  std::string resolution;
  std::string seed = "1";
  std::string batch = "1";
  std::string directory;
  std::string checkpoint;
  std::string every;
  std::string resume;
  bool quiet = false;
};

std::atomic<bool> interrupted = false;  // set by the signal handler; lock-free

/// The first Ctrl-C ends the run in good order; a second one kills the program.
void watch_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

std::uint64_t whole_option(const char* option, const std::string& text, std::uint64_t low, std::uint64_t high) {
  try {
    return parse_whole(text, low, high);
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(
        fmt::format("{} '{}': allowed are whole numbers from {} to {}", option, text, low, high));
  }
}

/// "100" or "100x50".
std::vector<std::uint32_t> parse_resolution(const std::string& text) {
  std::vector<std::uint32_t> bins;
  try {
    for (const std::string& part : split(text, 'x')) {
      bins.push_back(static_cast<std::uint32_t>(parse_whole(part, 1, Grid::kMaxCells)));
    }
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(fmt::format(
        "--resolution '{}': allowed are whole numbers from 1 to {}, such as 100 or 100x50", text, Grid::kMaxCells));
  }
  return bins;
}

RunSettings settings_of(const Options& options) {
  RunRequest request = options.request;
  for (const std::string& text : options.settings) request.testbed_settings.push_back(parse_setting(text, "--set"));
  request.seed = whole_option("--seed", options.seed, 0, UINT64_MAX);
  request.batch = static_cast<std::uint32_t>(whole_option("--batch", options.batch, 1, UINT16_MAX));
  if (!options.initial.empty()) {
    request.initial = static_cast<std::uint32_t>(whole_option("--initial", options.initial, 1, 1'000'000'000));
  }
  if (!options.evaluations.empty()) {
    request.evaluations = whole_option("--evaluations", options.evaluations, 0, kMaxEvaluations);
  }
  if (!options.resolution.empty()) request.resolution = parse_resolution(options.resolution);
  return complete(request);
}

/// A run with the paths it writes to: started or resumed.
struct Job {
  std::unique_ptr<Run> run;
  double seconds_before = 0;
  std::string directory;
  std::string checkpoint;
  std::uint64_t every = 0;
};

Job start(const Options& options) {
  if (options.request.testbed.empty()) {
    throw std::invalid_argument("no testbed: say which (mce run rastrigin), or --resume FILE");
  }
  Job job{.run = nullptr, .directory = options.directory, .checkpoint = options.checkpoint};
  const RunSettings settings = settings_of(options);
  job.every = std::max<std::uint64_t>(settings.evaluations / 10, 1);
  job.run = Run::make(settings);
  return job;
}

Job resume(const Options& options) {
  Checkpoint checkpoint = read_checkpoint(options.resume);
  return {.run = std::move(checkpoint.run),
          .seconds_before = checkpoint.seconds,
          .directory = options.directory.empty() ? checkpoint.directory : options.directory,
          .checkpoint = options.checkpoint.empty() ? options.resume : options.checkpoint,
          .every = std::max<std::uint64_t>(checkpoint.every, 1)};
}

void print_summary(const Run& run, double seconds, std::uint64_t done_before) {
  const MapSummary map = run.summary();
  const RunSettings& settings = run.settings();
  fmt::print("{} · {} · seed {} · profile {}\n", settings.testbed, settings.selector, settings.seed, settings.profile);
  const auto made = static_cast<double>(run.evaluations() - done_before);
  fmt::print("  evaluations  {} of {} ({} per second)\n", run.evaluations(), settings.evaluations,
             seconds > 0 ? short_count(made / seconds) : "?");
  fmt::print("  coverage     {:.2f} % ({} of {} cells)\n", 100 * map.coverage, map.filled,
             run.archive().grid().cells());
  fmt::print("  best         {:.6g}\n", map.best);
  fmt::print("  QD-score     {:.8g}\n", map.qd_score);
  fmt::print("  signature    {:016x}\n", run.archive().signature());
  if (run.archive().rejected() > 0) {
    fmt::print("  rejected     {} individuals with a NaN fitness or feature\n", run.archive().rejected());
  }
}

int execute(const Options& options) {
  Job job = options.resume.empty() ? start(options) : resume(options);
  Run& run = *job.run;
  if (!options.every.empty()) job.every = whole_option("--every", options.every, 1, kMaxEvaluations);
  if (!job.directory.empty()) prepare_directory(job.directory);

  watch_for_interrupts();
  const std::uint64_t done_before = run.evaluations();
  Progress progress(stderr, done_before);
  const auto save = [&] {
    if (job.checkpoint.empty()) return;
    write_checkpoint(job.checkpoint, run, job.seconds_before + progress.seconds(), job.directory, job.every);
  };
  save();  // at once, so that a path that cannot be written is known before the work is done
  while (!run.finished() && !interrupted) {
    constexpr std::uint64_t kBetweenLooks = 256;  // less than a second of even the largest mazes
    const std::uint64_t saved = run.evaluations() / job.every;
    run.advance(std::min(kBetweenLooks, (saved + 1) * job.every - run.evaluations()));
    if (run.evaluations() / job.every > saved && !run.finished()) save();
    if (!options.quiet) progress.update(run);
  }
  const double seconds = progress.seconds();
  progress.finish();
  save();
  if (!job.directory.empty()) write_results(job.directory, run, job.seconds_before + seconds);

  if (!options.quiet) fmt::print("{}", draw_map(run.archive(), Terminal::of(stdout)));
  print_summary(run, seconds, done_before);
  if (!job.directory.empty()) fmt::print("  written      elites.csv, curve.csv, run.json in {}\n", job.directory);
  if (run.finished()) return 0;
  fmt::print("Interrupted.{}\n", job.checkpoint.empty() ? " Next time, --checkpoint FILE makes it possible to go on."
                                                        : " Go on with: mce run --resume " + job.checkpoint);
  return kInterrupted;
}

/// What can only be said of a command line as a whole.
void check(const CLI::App& command, const Options& options) {
  for (const CLI::Option* option : command.get_options()) {
    if (std::ranges::count(option->results(), "") > 0) {
      throw std::invalid_argument(fmt::format("{} '': a value is needed", option->get_name()));
    }
  }
  if (options.resume.empty()) return;
  constexpr std::array kGoWithResume = {"--out", "--checkpoint", "--every", "--resume", "--quiet"};
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() > 0 && std::ranges::count(kGoWithResume, option->get_name()) == 0) {
      throw std::invalid_argument(
          fmt::format("{} together with --resume: a checkpoint has its own settings; allowed beside it are {}",
                      option->get_name(), fmt::join(kGoWithResume, ", ")));
    }
  }
}

}  // namespace

void add_run(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("run", "Evolve one map, and show it");
  auto options = std::make_shared<Options>();
  const auto add = [command](const char* name, std::string& field, const char* type, const char* meaning) {
    return command->add_option(name, field, meaning)->type_name(type);
  };
  add("testbed", options->request.testbed, "", "rastrigin, arm or maze: see mce list");
  add("--selector", options->request.selector, "NAME", "how parents are selected: NAME or NAME:key=value,…")
      ->capture_default_str();
  add("--evaluations", options->evaluations, "N", "how many offspring to evaluate, such as 1e6");
  add("--initial", options->initial, "N", "random genomes to start from");
  add("--resolution", options->resolution, "N", "bins per feature, such as 100 or 100x50");
  add("--profile", options->request.profile, "NAME", "where defaults come from: paper or published")
      ->capture_default_str();
  add("--seed", options->seed, "N", "same seed, same result")->capture_default_str();
  command->add_option("--set", options->settings, "a parameter of the testbed; may be repeated")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  add("--batch", options->batch, "N", "parents selected before any feedback; 1 is the paper's loop")
      ->capture_default_str();
  add("--out", options->directory, "DIR", "directory for elites.csv, curve.csv and run.json");
  add("--checkpoint", options->checkpoint, "FILE", "file that keeps the whole state, to go on from");
  add("--every", options->every, "N", "evaluations between checkpoints (a tenth of the run)");
  add("--resume", options->resume, "FILE", "go on from this checkpoint, to the same end as if never interrupted");
  command->add_flag("--quiet", options->quiet, "no progress and no map, only the summary");
  command->footer(
      "Defaults come from the profile. Examples:\n"
      "  mce run rastrigin\n"
      "  mce run arm --selector ucb-cell:lambda=0.5 --evaluations 1e7 --out results\n"
      "  mce run maze --set size=16 --set fitness=path --set features=corners,horizontal-symmetry\n"
      "  mce run rastrigin --evaluations 1e9 --checkpoint long.mce-run    (Ctrl-C, and later:)\n"
      "  mce run --resume long.mce-run");
  command->callback([command, options, &exit_code] {
    check(*command, *options);
    exit_code = execute(*options);
  });
}

}  // namespace mce::app
