// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "commands.hpp"
#include "mce/core/parameters.hpp"

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

/// A summary that did not reach its reader is a failure too, say on a full disk.
void flush_output() {
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category(), "cannot write the output");
}

int run_program(int argc, char** argv) {
  CLI::App program("Monte Carlo Elites: MAP-Elites with parent selection as a multi-armed bandit problem.", "mce");
  program.set_version_flag("--version", "mce " MCE_VERSION);
  program.require_subcommand(1);
  program.footer("Start with:  mce run rastrigin\nThen:        mce list");
  int exit_code = 0;
  add_run(program, exit_code);
  add_list(program);
  add_signature(program);
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

}  // namespace
}  // namespace mce::app

int main(int argc, char** argv) {
  // A full disk or a file-size limit is an error to report, not a reason to be killed; so is a closed pipe.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return mce::app::run_program(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "mce: not enough memory for a map of this size\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "mce: {}\n", error.what());
  }
  return mce::app::kFailed;
}
