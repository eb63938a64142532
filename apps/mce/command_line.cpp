// SPDX-License-Identifier: MIT
// The only file that knows CLI11.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "commands.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/version.hpp"

namespace mce::app {
namespace {

/// Names a person may have meant: of the commands, or of a command's options.
std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) names.push_back(option->get_name());
  }
  return names;
}

/// The two complaints of CLI11 that are hard to understand ("--seed: 1 required N missing"), in plain words.
std::string plainly(const std::string& complaint) {
  const std::string option = complaint.substr(0, complaint.find(':'));
  if (complaint.ends_with(" missing")) return fmt::format("{}: its value is missing", option);
  if (complaint.find("At Most 1 required") != std::string::npos) return fmt::format("{}: given more than once", option);
  return complaint;
}

/// CLI11's complaint about the command line in one line of our own.
std::string explain(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  const auto unexpected = program.remaining(true);
  if (unexpected.empty()) return fmt::format("{} (see: mce {} --help)", plainly(error.what()), command.get_name());
  const std::string& first = unexpected.front();
  if (first.starts_with('-')) return unknown_name("option", first, option_names(command));
  if (chosen.empty()) return unknown_name("command", first, command_names(program));
  return fmt::format("unexpected '{}' (see: mce {} --help)", first, command.get_name());
}

/// What can only be said of a command line as a whole.
void check(const CLI::App& command, const RunOptions& options) {
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

void add_run(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("run", "Evolve one map, and show it");
  auto options = std::make_shared<RunOptions>();
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
    exit_code = run(*options);
  });
}

/// A summary that did not reach its reader is a failure too, say on a full disk.
void flush_output() {
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category(), "cannot write the output");
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App program("Monte Carlo Elites: MAP-Elites with parent selection as a multi-armed bandit problem.", "mce");
  program.set_version_flag("--version", fmt::format("mce {}", version()));
  program.require_subcommand(1);
  program.footer("Start with:  mce run rastrigin\nThen:        mce list");
  int exit_code = 0;
  add_run(program, exit_code);
  program.add_subcommand("list", "Testbeds, selectors and profiles, with their parameters")->callback(list);
  program
      .add_subcommand("signature", "Behaviour signature of every profile, testbed and selector, equal on every machine")
      ->callback(print_signatures);
  if (argc < 2) {
    fmt::print(stderr, "{}", program.help());
    return kFailed;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw std::invalid_argument(explain(program, error));
    program.exit(error);  // --help or --version
  }
  flush_output();
  return exit_code;
}

}  // namespace mce::app
