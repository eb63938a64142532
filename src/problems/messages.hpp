// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "mce/problems/worker_pool.hpp"

/// What a worker is sent and what it answers: lines of JSON.
namespace mce {

/// Appends a request with its end of line.
void append_request(std::string& text, std::uint64_t id, std::span<const double> genome);

/// Reads an answer, which has so many features. If it says whose it is and the rest is wrong, its error tells what.
/// Returns false if the line is no answer at all.
bool read_answer(std::string_view line, std::uint32_t features, Evaluated& answer);

/// The text as one line of valid UTF-8 of at most so many bytes; a longer one is cut and ends with "…".
std::string shortened(std::string_view text, std::size_t most = 200);

/// The beginning of a line that a worker wrote, for the reason of a failure. It is without the number after "id", so
/// that equal faults of several candidates have equal reasons and are counted together.
std::string beginning(std::string_view line, std::size_t most);

}  // namespace mce
