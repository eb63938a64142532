// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace mce::app {

/// A whole number that was given to an option. Throws std::invalid_argument that names both.
std::uint64_t whole_option(const char* option, const std::string& text, std::uint64_t low, std::uint64_t high);
/// What --threads says: as many as there are cores if it says nothing.
unsigned thread_count(const std::string& text);

}  // namespace mce::app
