// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// What the command line is made of. Only command_line.cpp and the files of this header know CLI11.
namespace mce::app {

/// Throws std::invalid_argument for an option without a value (--out ''), which is never what was meant.
void check_values(const CLI::App& command);

/// An option that may be given several times, one value each.
CLI::Option* add_repeated(CLI::App& command, const char* name, std::vector<std::string>& field, const char* type,
                          const char* meaning);

/// The file that most commands are about.
void add_study_file(CLI::App& command, std::string& field);

/// `mce study` and the commands below it.
void add_study(CLI::App& program, int& exit_code);

}  // namespace mce::app
