// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

/// Each command adds itself to the program; `exit_code` is what the chosen one ends with.
namespace mce::app {

inline constexpr int kFailed = 1;
inline constexpr int kInterrupted = 130;

void add_list(CLI::App& program);
void add_run(CLI::App& program, int& exit_code);
void add_signature(CLI::App& program);

}  // namespace mce::app
