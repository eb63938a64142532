// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "commands.hpp"

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
