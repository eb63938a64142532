// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "mce/study/protocol.hpp"

namespace mce {

/// Reads a protocol file (docs/protocols.md), with every list expanded and every run checked. Throws
/// std::invalid_argument with file, line and column for what is wrong in it, Error for a file that cannot be read.
Protocol read_protocol(const std::filesystem::path& path);
/// Reads a text; `source_name` is what errors call it, and its stem the name of a protocol that has none.
Protocol parse_protocol(std::string_view text, std::string_view source_name);

}  // namespace mce
