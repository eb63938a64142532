// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "commands.hpp"

namespace mce::app {

/// Whether the file is the journal of a problem's run, and not a checkpoint.
bool is_journal(const std::string& path);

/// `mce run` for a problem that workers evaluate: started, or resumed from its journal.
int run_problem(const RunOptions& options);

}  // namespace mce::app
