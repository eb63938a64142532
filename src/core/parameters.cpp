// SPDX-License-Identifier: MIT
#include "mce/core/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <ranges>
#include <stdexcept>

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

}  // namespace

double parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    throw std::invalid_argument(fmt::format("'{}' is not a number", text));
  }
  return value;
}

std::uint64_t parse_whole(std::string_view text, std::uint64_t low, std::uint64_t high) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool valid = error == std::errc() && end == text.data() + text.size();
  if (!valid) {  // perhaps 1e6
    const double number = parse_number(text);
    valid = number >= 0 && number <= 0x1p53 && number == std::floor(number);
    if (valid) value = static_cast<std::uint64_t>(number);
  }
  if (!valid || value < low || value > high) {
    throw std::invalid_argument(fmt::format("'{}': allowed are whole numbers from {} to {}", text, low, high));
  }
  return value;
}

std::string number_text(double value) { return fmt::format("{}", value); }

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(text, separator)) parts.emplace_back(part.begin(), part.end());
  if (parts.empty()) parts.emplace_back();
  return parts;
}

std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string> valid) {
  const auto nearest = std::ranges::min_element(valid, {}, [&](const auto& each) { return distance(name, each); });
  std::string suggestion;
  if (nearest != valid.end() && distance(name, *nearest) <= std::max<std::size_t>(2, name.size() / 2)) {
    suggestion = fmt::format(" (did you mean '{}'?)", *nearest);
  }
  return fmt::format("unknown {} '{}'{}; allowed: {}", what, name, suggestion, fmt::join(valid, ", "));
}

Parameter real_parameter(std::string key, double& field, double low, double high, std::string meaning) {
  return {.key = std::move(key),
          .meaning = std::move(meaning),
          .allowed = fmt::format("{} to {}", low, high),
          .parse =
              [&field, low, high](std::string_view text) {
                const double value = parse_number(text);
                if (value < low || value > high) {
                  throw std::invalid_argument(fmt::format("'{}' is out of range", text));
                }
                field = value;
              },
          .print = [&field] { return number_text(field); }};
}

Parameter whole_parameter(std::string key, std::uint32_t& field, std::uint32_t low, std::uint32_t high,
                          std::string meaning) {
  return {.key = std::move(key),
          .meaning = std::move(meaning),
          .allowed = fmt::format("{} to {}", low, high),
          .parse = [&field, low,
                    high](std::string_view text) { field = static_cast<std::uint32_t>(parse_whole(text, low, high)); },
          .print = [&field] { return std::to_string(field); }};
}

void apply(const Settings& settings, std::span<const Parameter> parameters, std::string_view owner) {
  for (const auto& [key, value] : settings) {
    const auto found = std::ranges::find(parameters, key, &Parameter::key);
    if (found == parameters.end()) {
      if (parameters.empty()) throw std::invalid_argument(fmt::format("{} has no parameters, not '{}'", owner, key));
      std::vector<std::string> keys;
      for (const Parameter& parameter : parameters) keys.push_back(parameter.key);
      throw std::invalid_argument(unknown_name(fmt::format("parameter of {}", owner), key, keys));
    }
    try {
      found->parse(value);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("{} of {}: {}; allowed: {}", key, owner, error.what(), found->allowed));
    }
  }
}

std::vector<ParameterInfo> describe(std::span<const Parameter> parameters) {
  std::vector<ParameterInfo> infos;
  for (const Parameter& each : parameters) infos.push_back({each.key, each.print(), each.allowed, each.meaning});
  return infos;
}

std::pair<std::string, std::string> parse_setting(std::string_view text, std::string_view where) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw std::invalid_argument(fmt::format("'{}' in {}: key=value is needed", text, where));
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

}  // namespace mce
