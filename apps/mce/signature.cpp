// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "commands.hpp"
#include "mce/study/signatures.hpp"

namespace mce::app {

void add_signature(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "signature", "Behaviour signature of every profile, testbed and selector; equal on every machine");
  command->callback([] { fmt::print("{}", signature_table(behaviour_signatures())); });
}

}  // namespace mce::app
