// SPDX-License-Identifier: MIT
#include "mce/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <utility>

namespace mce {
namespace {

/// Levenshtein distance: letters to insert, drop or change.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({changed, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

/// "12.5e3" as a whole number, by its digits: a double would round a large one.
std::optional<std::uint64_t> exact_whole(std::string_view text) {
  const auto e = std::min(text.find_first_of("eE"), text.size());
  std::string digits(text.substr(0, e));
  int exponent = 0;
  if (e < text.size()) {
    std::string_view power = text.substr(e + 1);
    if (power.starts_with('+') && !power.starts_with("+-")) power.remove_prefix(1);
    const auto [end, error] = std::from_chars(power.data(), power.data() + power.size(), exponent);
    if (error != std::errc() || end != power.data() + power.size() || exponent > 40 || exponent < -40) return {};
  }
  if (const auto point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  for (; exponent > 0; --exponent) digits += '0';
  for (; exponent < 0 && digits.size() > 1 && digits.ends_with('0'); ++exponent) digits.pop_back();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return {};
  if (exponent < 0 && value != 0) return {};
  return value;
}

/// The number that the whole text is.
std::optional<double> read_number(std::string_view text) {
#ifdef __cpp_lib_to_chars
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
#else
  // libc++ 19 cannot do that. strtod takes more: blanks, a plus, words, hexadecimal numbers, and what it rounds to 0.
  if (text.starts_with('+') || text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return {};
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (copy.empty() || end != copy.c_str() + copy.size()) return {};
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  if (value == 0 && digits.find_first_of("123456789") != std::string_view::npos) return {};
  return value;
#endif
}

}  // namespace

double parse_number(std::string_view text) {
  const auto value = read_number(text);
  if (!value || !std::isfinite(*value)) throw std::invalid_argument(fmt::format("{} is not a number", in_quotes(text)));
  return *value;
}

std::uint64_t parse_whole(std::string_view text, std::uint64_t low, std::uint64_t high) {
  const auto value = exact_whole(text);
  if (!value || *value < low || *value > high) {
    throw std::invalid_argument(fmt::format("{}: allowed are whole numbers from {} to {}", in_quotes(text), low, high));
  }
  return *value;
}

std::string number_text(double value) { return fmt::format("{}", value); }

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(text, separator)) parts.emplace_back(part.begin(), part.end());
  if (parts.empty()) parts.emplace_back();
  return parts;
}

bool is_file_name(std::string_view name) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return !name.empty() && name.size() <= 100 && name.front() != '.' &&
         name.find_first_not_of(kLetters) == std::string_view::npos;
}

std::string one_line(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x20 || code == 0x7f) {
      result += fmt::format("\\x{:02x}", code);
    } else {
      result += letter;
    }
  }
  return result;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 200;
  if (text.size() <= kMost) return fmt::format("'{}'", one_line(text));
  std::size_t end = kMost;
  while (end > kMost - 3 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // no letter is cut in two
  return fmt::format("'{}…'", one_line(text.substr(0, end)));
}

std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string> valid) {
  const std::string_view begin = name.substr(0, 100);  // comparing takes time with the square of the length
  const auto nearest = std::ranges::min_element(valid, {}, [&](const auto& each) { return distance(begin, each); });
  std::string suggestion;
  if (nearest != valid.end() && distance(begin, *nearest) <= std::max<std::size_t>(2, begin.size() / 2)) {
    suggestion = fmt::format(" (did you mean '{}'?)", *nearest);
  }
  return fmt::format("unknown {} {}{}; allowed: {}", what, in_quotes(name), suggestion, fmt::join(valid, ", "));
}

}  // namespace mce
