// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Numbers and names as people write them, and how an error repeats them.
namespace mce {

/// Parses a number; 1e6 and 0.5 are numbers. The whole text has to be one, and finite. Throws std::invalid_argument.
double parse_number(std::string_view text);
/// Parses a whole number, exactly: 1e6 and 15.0 are whole numbers, 1.5 is not. Throws std::invalid_argument.
std::uint64_t parse_whole(std::string_view text, std::uint64_t low, std::uint64_t high);

/// The shortest text that reads back as the same number.
std::string number_text(double value);

/// Splits "a,b,c".
std::vector<std::string> split(std::string_view text, char separator);

/// Whether it can be the name of a file everywhere: 1 to 100 letters, digits, '-', '_' and '.', and no '.' at the
/// start.
bool is_file_name(std::string_view name);

/// The text in one line: control characters are escaped.
std::string one_line(std::string_view text);
/// The text in quotes and in one line, for an error; a long text is cut.
std::string in_quotes(std::string_view text);

/// The text of an error about a name that is not among the valid ones: it suggests the nearest and lists them all.
std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string> valid);

/// The names of things that have a `name`.
template <class Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  names.reserve(std::size(things));
  for (const auto& each : things) names.push_back(each.name);
  return names;
}

}  // namespace mce
