// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "interrupts.hpp"
#include "mce/study/low_fitness.hpp"
#include "mce/study/protocol_reader.hpp"
#include "mce/study/runner.hpp"
#include "mce/study/shard.hpp"
#include "mce/study/store.hpp"
#include "options.hpp"
#include "overwriting.hpp"
#include "progress_bar.hpp"
#include "shell_words.hpp"

namespace mce::app {
namespace {

std::uint64_t runs_in(const std::vector<TreatmentState>& states) {
  return std::accumulate(states.begin(), states.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const TreatmentState& state) { return sum + state.runs; });
}

Shard shard_option(const std::string& text) {
  try {
    return parse_shard(text);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("--shard: {}", error.what()));
  }
}

/// "27 of 30", of its study or of its shard. A shard of a study that was extended may have runs that are others' now.
std::string runs_text(const Store& store, const std::vector<TreatmentState>& states) {
  if (!store.shard()) return fmt::format("{} of {}", runs_in(states), run_count(store.protocol()));
  const std::uint64_t all = ShardPlan(store.protocol(), store.shard()->count).runs(store.shard()->number);
  return fmt::format("{} of {}", all - store.missing().size(), all);
}

std::string command_to_continue(const StudyRunOptions& options) {
  std::string command =
      fmt::format("mce study run {} --out {}", shell_path(options.protocol), shell_path(options.store));
  if (!options.shard.empty()) command += " --shard " + shell_word(options.shard);
  for (const std::string& each : options.only) command += " --only " + shell_word(each);
  if (options.rerun) command += " --rerun";
  if (!options.threads.empty()) command += " --threads " + shell_word(options.threads);
  return command;
}

/// Runs of problems have journals.
std::string_view what_is_lost(const Protocol& protocol) {
  const auto is_problem = [](const Treatment& treatment) { return treatment.plan.problem.has_value(); };
  if (std::ranges::none_of(protocol.treatments, is_problem)) return "Only the runs in flight are lost.";
  if (std::ranges::all_of(protocol.treatments, is_problem)) return "No finished evaluation is lost.";
  return "Only the runs in flight are lost; those of problems lose no finished evaluation.";
}

/// "10 × 10", or the number of centroids.
std::string cells_text(const Plan& plan) {
  if (plan.centroids.count > 0) return fmt::format("{}", plan.centroids.count);
  const Partition partition = partition_of(plan);
  std::string text;
  for (std::uint32_t i = 0; i < partition.features(); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : " × ", partition.grid()->bins(i));
  }
  return text;
}

/// "840 of 900 runs, 9.1M evaluations/s and thread".
std::string state_text(const TreatmentState& state, std::uint64_t all) {
  std::string text = fmt::format("{} of {} runs", state.runs, all);
  if (state.measured) text = fmt::format("{} runs, measured", state.runs);
  if (state.seconds > 0) {
    text += fmt::format(", {} computing, {}/s on a core", duration_text(state.seconds),
                        short_count(static_cast<double>(state.evaluations) / state.seconds));
  }
  return text;
}

void print_head(const Store& store, const std::vector<TreatmentState>& states, bool being_run) {
  const Protocol& protocol = store.protocol();
  fmt::print("study {} · profile {} · seed {}\n", protocol.name, protocol.profile, protocol.seed);
  if (store.shard()) fmt::print("  shard        {}\n", to_text(*store.shard()));
  fmt::print("  runs         {}{}\n", runs_text(store, states), being_run ? ", being run now" : "");
  const bool whole = !store.shard();  // a shard has a part of the treatments, and of the runs of some
  fmt::print("  treatments   {}{} complete and measured\n", std::ranges::count_if(states, &TreatmentState::measured),
             whole ? fmt::format(" of {}", states.size()) : "");
  std::uint64_t evaluations = 0;
  double seconds = 0;
  for (const TreatmentState& state : states) {
    evaluations += state.evaluations;
    seconds += state.seconds;
  }
  const auto all_evaluations = static_cast<double>(evaluation_count(protocol));
  fmt::print("  evaluations  {}{}\n", short_count(static_cast<double>(evaluations)),
             whole ? fmt::format(" of {}", short_count(all_evaluations)) : "");
  fmt::print("  computing    {} of one core\n", duration_text(seconds));
}

}  // namespace

int study_run(const StudyRunOptions& options) {
  const unsigned threads = thread_count(options.threads);
  const Protocol protocol = read_protocol(options.protocol);
  check_not_study("--out", options.store, options.protocol);
  const StudyFilter only = parse_filter(options.only);
  std::optional<Shard> shard;
  if (!options.shard.empty()) shard = shard_option(options.shard);
  Store store = Store::for_running(options.store, protocol, options.rerun, shard);

  watch_for_interrupts();
  ProgressBar progress(stderr, 0, std::chrono::minutes(1));
  std::uint64_t evaluations = 0;
  const bool ended =
      run_study(store, {.threads = threads, .only = only, .stop = &interrupted, .watch = [&](const StudyProgress& now) {
                          evaluations = now.evaluations;
                          if (options.quiet) return;
                          progress.update(now.evaluations, now.all_evaluations, [&now] {
                            return std::vector{fmt::format("{} of {} runs", now.runs, now.all_runs), now.treatment};
                          });
                        }});
  const double seconds = progress.seconds();
  progress.finish();

  const auto states = store.states();
  fmt::print("{} {} in {}: {} runs; {} evaluations in {}, {} per second on {} thread{}\n",
             shard ? fmt::format("shard {} of study", to_text(*shard)) : "study", protocol.name,
             one_line(options.store), runs_text(store, states), short_count(static_cast<double>(evaluations)),
             duration_text(seconds), short_count(static_cast<double>(evaluations) / std::max(seconds, 1e-9)), threads,
             threads == 1 ? "" : "s");
  if (!ended) {
    fmt::print("Interrupted. {} Go on with: {}\n", what_is_lost(store.protocol()), command_to_continue(options));
    return kInterrupted;
  }
  if (shard) {
    fmt::print("With all shards: mce study merge {}.mce …\n", protocol.name);
    return 0;
  }
  if (!options.quiet) print_tables(store);
  for (const std::string& note : low_fitness_notes(store)) fmt::print("\nNote: {}\n", note);
  return 0;
}

void show_status(const std::string& path) {
  const bool being_run = Store::is_being_run(path);
  const Store store = Store::for_reading(path);
  print_head(store, store.states(), being_run);
}

void show_study(const std::string& path) {
  const bool being_run = Store::is_being_run(path);
  const Store store = Store::for_reading(path);
  const Protocol& protocol = store.protocol();
  const auto states = store.states();
  print_head(store, states, being_run);
  std::error_code gone;
  const auto size = std::filesystem::file_size(path, gone);
  fmt::print("  file         {} bytes\n", gone ? "?" : short_count(static_cast<double>(size)));
  fmt::print("  keep         {}\n", to_text(protocol.keep));
  fmt::print("  signature    {:016x}, of all its runs\n", store.signature());
  fmt::print("\n{} selectors × {} repetitions\n", protocol.selectors.size(), protocol.repetitions);
  for (const SelectorEntry& selector : protocol.selectors) {
    std::string settings;
    for (const auto& [key, value] : selector.settings) settings += fmt::format("  {}={}", key, value_text(value));
    fmt::print("  {}{}\n", selector.label, settings);
  }
  fmt::print("\n{} treatments\n", protocol.treatments.size());
  for (std::size_t i = 0; i < protocol.treatments.size(); ++i) {
    const Treatment& treatment = protocol.treatments[i];
    fmt::print("  {}\n      {} evaluations from {} genomes on {} cells, {} save points\n      {}\n", treatment.name,
               treatment.plan.evaluations, treatment.plan.initial, cells_text(treatment.plan),
               treatment.plan.save_points.size(),
               state_text(states[i], std::uint64_t{protocol.repetitions} * protocol.selectors.size()));
  }
}

}  // namespace mce::app
