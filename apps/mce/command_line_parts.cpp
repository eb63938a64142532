// SPDX-License-Identifier: MIT
#include "command_line_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace mce::app {

void check_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (std::ranges::count(option->results(), "") > 0) {
      throw std::invalid_argument(fmt::format("{} '': a value is needed", option->get_name()));
    }
  }
}

CLI::Option* add_repeated(CLI::App& command, const char* name, std::vector<std::string>& field, const char* type,
                          const char* meaning) {
  return command.add_option(name, field, meaning)->type_name(type)->take_all()->allow_extra_args(false);
}

void add_study_file(CLI::App& command, std::string& field) {
  command.add_option("file", field, "the results of a study")->type_name("")->required();
}

}  // namespace mce::app
