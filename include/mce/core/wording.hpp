// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// How a report writes names and numbers.
namespace mce::wording {

/// "Rastrigin"
std::string title(std::string_view testbed);

std::string number(double value);
/// "p < 1e-12", "p = 0.021"; for what no test was made, "no test"
std::string p_value(double p);
/// "+12.3 %"
std::string percent(double share);
/// "1 treatment", "6 treatments"
std::string count(std::size_t number, std::string_view noun);
/// "10^5", "2000"
std::string evaluations(std::uint64_t number);
/// "a, b and c"
std::string list(std::span<const std::string> items);

}  // namespace mce::wording
