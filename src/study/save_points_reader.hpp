// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mce/problems/detail/toml_file.hpp"

namespace mce {

/// The save points of a run from an explicit list or a schedule; 0 and the last evaluation are always among them.
std::vector<std::uint64_t> read_save_points(const TomlFile& file, const TomlValue& value, std::uint64_t evaluations);

}  // namespace mce
