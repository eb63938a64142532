// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mce/core/text.hpp"

namespace mce {

/// The value of a parameter: a number, or a text.
using ParameterValue = std::variant<double, std::string>;
/// A value as people write it.
std::string value_text(const ParameterValue& value);

/// Values by key, in order; later ones win.
using Settings = std::vector<std::pair<std::string, ParameterValue>>;

/// One parameter of something, bound to the field that it sets. This is the one place that says what it may be.
struct Parameter {
  std::string key;
  std::string meaning;
  std::string allowed;
  std::function<void(const ParameterValue&)> set;  ///< takes numbers as text too; throws std::invalid_argument
  std::function<ParameterValue()> get;
};

/// The numbers that a parameter may be.
struct Range {
  double low = 0;
  double high = 1;
  double least = 0;  ///< if it is not 0: the smallest that is not 0 itself
  double steps = 0;  ///< if it is not 0: so many steps to a unit, and nothing in between
};
Parameter real_parameter(std::string key, double& field, const Range& range, std::string meaning);
/// `Whole` is std::uint32_t or std::uint64_t.
template <class Whole>
Parameter whole_parameter(const std::string& key, Whole& field, std::uint32_t low, std::uint32_t high,
                          const std::string& meaning);
/// A parameter that is a text, with functions that read it and write it.
Parameter text_parameter(std::string key, std::string meaning, std::string allowed,
                         std::function<void(const std::string&)> parse, std::function<std::string()> print);
/// A parameter with named values.
template <class Enum>
Parameter choice_parameter(const std::string& key, Enum& field,
                           const std::vector<std::pair<std::string, Enum>>& choices, const std::string& meaning);

/// Sets the parameters of `owner` ("rastrigin"). Errors name it, the key, the value and what is allowed.
void apply(const Settings& settings, std::span<const Parameter> parameters, std::string_view owner);
/// Throws std::invalid_argument unless every field holds what is allowed.
void check(std::span<const Parameter> parameters, std::string_view owner);
/// The values of all fields.
Settings values_of(std::span<const Parameter> parameters);

/// A parameter with its present value, for people to read.
struct ParameterInfo {
  std::string key;
  std::string value;
  std::string allowed;
  std::string meaning;
};
std::vector<ParameterInfo> describe(std::span<const Parameter> parameters);

/// Parses "name" or "name:key=value,key=value"; `what` says what it is in errors.
std::pair<std::string, Settings> parse_choice(std::string_view text, std::string_view what);
/// Parses "key=value"; `where` says what it belongs to in the error.
std::pair<std::string, std::string> parse_setting(std::string_view text, std::string_view where);

template <class Enum>
Parameter choice_parameter(const std::string& key, Enum& field,
                           const std::vector<std::pair<std::string, Enum>>& choices, const std::string& meaning) {
  std::string allowed;
  for (const auto& [name, value] : choices) allowed += (allowed.empty() ? "" : " | ") + name;
  return text_parameter(
      key, meaning, allowed,
      [&field, choices](const std::string& text) {
        std::vector<std::string> names;
        for (const auto& [name, value] : choices) {
          if (name == text) {
            field = value;
            return;
          }
          names.push_back(name);
        }
        throw std::invalid_argument(unknown_name("value", text, names));
      },
      [&field, choices] {
        for (const auto& [name, value] : choices) {
          if (value == field) return name;
        }
        return std::string("?");
      });
}

}  // namespace mce
