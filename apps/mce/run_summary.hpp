// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "mce/run/run.hpp"

/// What is printed at the end of a run.
namespace mce::app {

/// `done_before`: evaluations that were made before this program started.
void print_summary(const Run& run, double seconds, std::uint64_t done_before);
/// Where the results are, if anywhere.
void print_written(const Run& run, const std::string& directory);

}  // namespace mce::app
