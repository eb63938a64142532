// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "mce/run/run.hpp"

namespace mce::app {

/// Writes elites.csv, curve.csv and run.json; each whole or not at all.
void write_results(const std::filesystem::path& directory, const Run& run, double seconds);

}  // namespace mce::app
