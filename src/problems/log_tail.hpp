// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace mce {

/// The last lines of a file for an error, indented, under a line that names the file. Each begins with an end of line.
std::string log_tail(const std::filesystem::path& path);

}  // namespace mce
