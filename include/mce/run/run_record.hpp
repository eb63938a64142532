// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "mce/run/run.hpp"

namespace mce {

/// What is to know of a run, as JSON: version, plan, how far it got, what it found, its signature.
std::string run_record(const Run& run, double seconds);

}  // namespace mce
