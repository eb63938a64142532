// SPDX-License-Identifier: MIT
#include "mce/core/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mce {
namespace {

double number_of(const ParameterValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::get<double>(value) : parse_number(*text);
}

bool contains(const Range& range, double value) {
  if (!(value >= range.low && value <= range.high)) return false;
  if (range.least != 0 && value != 0 && value < range.least) return false;
  return range.steps == 0 || std::round(value * range.steps) / range.steps == value;
}

std::string text_of(const Range& range) {
  std::string text = range.least != 0 ? fmt::format("0, and {} to {}", range.least, range.high)
                                      : fmt::format("{} to {}", range.low, range.high);
  if (range.steps != 0) text += fmt::format(" in steps of {}", 1 / range.steps);
  return text;
}

/// Calls `action`; what is wrong then names the parameter, its owner and what is allowed.
template <class Action>
void explain(const Parameter& parameter, std::string_view owner, Action action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(
        fmt::format("{} of {}: {}; allowed: {}", parameter.key, owner, error.what(), parameter.allowed));
  }
}

}  // namespace

std::string value_text(const ParameterValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? number_text(std::get<double>(value)) : *text;
}

Parameter real_parameter(std::string key, double& field, const Range& range, std::string meaning) {
  return {.key = std::move(key),
          .meaning = std::move(meaning),
          .allowed = text_of(range),
          .set =
              [&field, range](const ParameterValue& value) {
                const double number = number_of(value);
                if (!contains(range, number)) {
                  throw std::invalid_argument(fmt::format("{} is out of range", in_quotes(value_text(value))));
                }
                field = number;
              },
          .get = [&field] { return field; }};
}

template <class Whole>
Parameter whole_parameter(const std::string& key, Whole& field, std::uint32_t low, std::uint32_t high,
                          const std::string& meaning) {
  return {.key = key,
          .meaning = meaning,
          .allowed = fmt::format("whole numbers from {} to {}", low, high),
          .set =
              [&field, low, high](const ParameterValue& value) {
                const std::string text = value_text(value);
                try {
                  field = static_cast<Whole>(parse_whole(text, low, high));
                } catch (const std::invalid_argument&) {
                  throw std::invalid_argument(fmt::format("{} is no whole number in this range", in_quotes(text)));
                }
              },
          .get = [&field] { return static_cast<double>(field); }};
}
template Parameter whole_parameter(const std::string&, std::uint32_t&, std::uint32_t, std::uint32_t,
                                   const std::string&);
template Parameter whole_parameter(const std::string&, std::uint64_t&, std::uint32_t, std::uint32_t,
                                   const std::string&);

Parameter text_parameter(std::string key, std::string meaning, std::string allowed,
                         std::function<void(const std::string&)> parse, std::function<std::string()> print) {
  return {.key = std::move(key),
          .meaning = std::move(meaning),
          .allowed = std::move(allowed),
          .set = [parse = std::move(parse)](const ParameterValue& value) { parse(value_text(value)); },
          .get = [print = std::move(print)] { return print(); }};
}

void apply(const Settings& settings, std::span<const Parameter> parameters, std::string_view owner) {
  for (const auto& [key, value] : settings) {
    const auto found = std::ranges::find(parameters, key, &Parameter::key);
    if (found == parameters.end()) {
      if (parameters.empty()) {
        throw std::invalid_argument(fmt::format("{} has no parameters, not {}", owner, in_quotes(key)));
      }
      std::vector<std::string> keys;
      for (const Parameter& parameter : parameters) keys.push_back(parameter.key);
      throw std::invalid_argument(unknown_name(fmt::format("parameter of {}", owner), key, keys));
    }
    explain(*found, owner, [&] { found->set(value); });
  }
}

void check(std::span<const Parameter> parameters, std::string_view owner) {
  for (const Parameter& each : parameters) {
    explain(each, owner, [&] { each.set(each.get()); });
  }
}

Settings values_of(std::span<const Parameter> parameters) {
  Settings settings;
  for (const Parameter& each : parameters) settings.emplace_back(each.key, each.get());
  return settings;
}

std::vector<ParameterInfo> describe(std::span<const Parameter> parameters) {
  std::vector<ParameterInfo> infos;
  for (const Parameter& each : parameters) {
    infos.push_back({each.key, value_text(each.get()), each.allowed, each.meaning});
  }
  return infos;
}

std::pair<std::string, Settings> parse_choice(std::string_view text, std::string_view what) {
  const auto colon = text.find(':');
  std::pair<std::string, Settings> choice(text.substr(0, colon), Settings());
  if (colon == std::string_view::npos) return choice;
  for (const std::string& setting : split(text.substr(colon + 1), ',')) {
    choice.second.emplace_back(parse_setting(setting, fmt::format("{} {}", what, in_quotes(text))));
  }
  return choice;
}

std::pair<std::string, std::string> parse_setting(std::string_view text, std::string_view where) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw std::invalid_argument(fmt::format("{} in {}: key=value is needed", in_quotes(text), where));
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

}  // namespace mce
