// SPDX-License-Identifier: MIT
// The command line of `mce study`.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "command_line_parts.hpp"
#include "commands.hpp"

namespace mce::app {
namespace {

void add_study_run(CLI::App& study, int& exit_code) {
  CLI::App* command = study.add_subcommand("run", "Make all runs of a protocol, or those that are missing");
  auto options = std::make_shared<StudyRunOptions>();
  command->add_option("protocol", options->protocol, "a protocol file, such as protocols/quick.toml")
      ->type_name("")
      ->required();
  command->add_option("--out", options->store, "the file of results, made or continued")->type_name("FILE")->required();
  command->add_option("--threads", options->threads, "runs at a time (as many as there are cores)")->type_name("N");
  command
      ->add_option("--shard", options->shard,
                   "only the I-th of N parts that take about equally long, for one machine of several; then merge them")
      ->type_name("I/N");
  add_repeated(*command, "--only", options->only, "KEY=PATTERN",
               "only a part of it, such as treatment=maze*,selector=ucb-cell; may be repeated");
  command->add_flag(
      "--rerun", options->rerun,
      "make finished runs again whose maps are gone, where new runs have to be measured together with them");
  command->add_flag("--quiet", options->quiet, "no progress and no tables");
  command->footer(
      "Run the same command again to continue after Ctrl-C, a crash or a power cut.\n"
      "A protocol may be extended by repetitions, selectors and treatments.\n"
      "Examples:\n"
      "  mce study run protocols/quick.toml --out quick.mce\n"
      "  mce study run protocols/published.toml --out part.mce --only treatment=arm\n"
      "  mce study run protocols/published.toml --shard 2/8 --out shard-2.mce");
  command->callback([command, options, &exit_code] {
    check_values(*command);
    exit_code = study_run(*options);
  });
}

void add_study_merge(CLI::App& study, int& exit_code) {
  CLI::App* command = study.add_subcommand("merge", "Put the shards of a study into one file, and measure it");
  auto options = std::make_shared<MergeCommandOptions>();
  command->add_option("out", options->out, "the file of the whole study, made or added to")->type_name("")->required();
  command->add_option("files", options->files, "the shards, or other files of the same study, in any order")
      ->type_name("")
      ->required();
  command->add_option("--threads", options->threads, "threads that measure (as many as there are cores)")
      ->type_name("N");
  command->add_flag("--rerun", options->rerun, "as of mce study run, where shards add repetitions or selectors");
  command->add_flag("--quiet", options->quiet, "no progress and no tables");
  command->footer(
      "The result is that of the study run in one piece. What is missing is named, with\n"
      "the command that makes it; then merge again. The exit code is 0 if nothing is\n"
      "missing, and 3 if something is. Example:\n"
      "  mce study merge published.mce shard-*.mce");
  command->callback([command, options, &exit_code] {
    check_values(*command);
    exit_code = study_merge(*options);
  });
}

/// A command about a file of results that needs nothing but the file.
void add_study_view(CLI::App& study, const char* name, const char* meaning, void (*view)(const std::string&)) {
  CLI::App* command = study.add_subcommand(name, meaning);
  auto store = std::make_shared<std::string>();
  add_study_file(*command, *store);
  command->footer(fmt::format("Example:\n  mce study {} quick.mce", name));
  command->callback([store, view] { view(*store); });
}

void add_study_compare(CLI::App& study) {
  CLI::App* command = study.add_subcommand("compare", "Who beats whom: the tables of the paper; or who is safe to use");
  auto options = std::make_shared<CompareOptions>();
  add_study_file(*command, options->store);
  command->add_option("--metric", options->metric, "all about one metric, such as qd-score")->type_name("NAME");
  CLI::Option* robustness = command->add_flag(
      "--robustness", options->robustness,
      "instead: how much each selector gains or loses on every treatment, compared with the best there (by qd-score)");
  command
      ->add_option("--reference", options->reference,
                   "the selectors among which the reference is the best (the nine of the paper)")
      ->type_name("A,B,…")
      ->needs(robustness);
  command->footer(
      "Examples:\n"
      "  mce study compare quick.mce --metric qd-score\n"
      "  mce study compare quick.mce --robustness --metric coverage --reference Ui,Uc");
  command->callback([command, options] {
    check_values(*command);
    compare(*options);
  });
}

}  // namespace

void add_study(CLI::App& program, int& exit_code) {
  CLI::App* study = program.add_subcommand("study", "Compare selectors over many runs");
  study->require_subcommand(1);
  study->footer("Start with:  mce study run protocols/quick.toml --out quick.mce");
  add_study_run(*study, exit_code);
  add_study_merge(*study, exit_code);
  add_study_view(*study, "status", "How far a study is, also while it runs", show_status);
  add_study_view(*study, "show", "Its protocol, and the state and speed of every treatment", show_study);
  add_study_compare(*study);
}

}  // namespace mce::app
