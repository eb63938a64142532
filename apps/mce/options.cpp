// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "mce/core/parameters.hpp"

namespace mce::app {

std::uint64_t whole_option(const char* option, const std::string& text, std::uint64_t low, std::uint64_t high) {
  try {
    return parse_whole(text, low, high);
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(
        fmt::format("{} {}: allowed are whole numbers from {} to {}", option, in_quotes(text), low, high));
  }
}

unsigned thread_count(const std::string& text) {
  if (text.empty()) return std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(whole_option("--threads", text, 1, 1024));
}

}  // namespace mce::app
