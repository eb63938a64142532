// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "commands.hpp"

int main(int argc, char** argv) {
  // A full disk or a file-size limit is an error to report, not a reason to be killed; so is a closed pipe.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);

  CLI::App program("Monte Carlo Elites: MAP-Elites with parent selection as a multi-armed bandit problem.");
  program.set_version_flag("--version", "mce " MCE_VERSION);
  program.require_subcommand(1);
  program.footer("Start with:  mce run rastrigin\nThen:        mce list");
  int exit_code = 0;
  mce::app::add_run(program, exit_code);
  mce::app::add_list(program);
  mce::app::add_signature(program);

  try {
    program.parse(argc, argv);
    return exit_code;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : mce::app::kFailed;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "mce: not enough memory for a map of this size\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "mce: {}\n", error.what());
  }
  return mce::app::kFailed;
}
