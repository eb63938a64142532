// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace mce::app {

/// A text as one word of a shell's command line: as it is, or quoted if it would mean something else there.
std::string shell_word(std::string_view text);
/// A path likewise; one that begins with a dash is not taken for an option.
std::string shell_path(const std::string& path);

}  // namespace mce::app
