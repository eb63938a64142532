// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "mce/study/run.hpp"

namespace mce {

/// Settings as JSON text, and back. Throws Error for text that is none.
std::string to_json(const RunSettings& settings);
RunSettings settings_from_json(std::string_view text);

/// What is to know of a run: version, settings, how far it got, what it found, its signature.
std::string to_json(const Run& run, double seconds);

}  // namespace mce
