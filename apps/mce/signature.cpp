// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "commands.hpp"
#include "mce/run/signatures.hpp"

namespace mce::app {

void print_signatures() { fmt::print("{}", signature_table(behaviour_signatures())); }

}  // namespace mce::app
