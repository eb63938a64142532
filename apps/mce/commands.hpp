// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "mce/study/run.hpp"

/// The commands of the program. They print to stdout, throw on failure, and know nothing of how options are parsed.
namespace mce::app {

inline constexpr int kFailed = 1;
inline constexpr int kInterrupted = 130;

/// What the command line of `mce run` says, as text; empty where it says nothing.
struct RunOptions {
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

/// Returns the exit code: 0, or kInterrupted.
int run(const RunOptions& options);
void list();
void print_signatures();

/// Parses the command line and does what it says. Throws std::invalid_argument with one clear line.
int run_program(int argc, char** argv);

}  // namespace mce::app
