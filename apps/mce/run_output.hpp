// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "mce/run/run.hpp"

namespace mce::app {

/// Throws std::invalid_argument if `path`, which `option` names, is one of the files that `write_results` writes.
void check_not_result(const char* option, const std::filesystem::path& path, const std::filesystem::path& directory);
/// Throws std::invalid_argument if the directory has files of these names that are no results of a run, unless `force`.
void check_results(const std::filesystem::path& directory, bool force);

/// Writes elites.csv, curve.csv and run.json, and pictures.jsonl if there are pictures; each whole or not at all.
void write_results(const std::filesystem::path& directory, const Run& run, double seconds);

}  // namespace mce::app
