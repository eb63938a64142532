// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mce {

/// key=value pairs as a person writes them, in order; later ones win.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// One parameter of something, bound to the field it sets: how it is called, what it means, what it may be.
struct Parameter {
  std::string key;
  std::string meaning;
  std::string allowed;
  std::function<void(std::string_view)> parse;  ///< throws std::invalid_argument naming what is wrong with the value
  std::function<std::string()> print;           ///< the field's value, in a form that `parse` takes
};

Parameter real_parameter(std::string key, double& field, double low, double high, std::string meaning);
Parameter whole_parameter(std::string key, std::uint32_t& field, std::uint32_t low, std::uint32_t high,
                          std::string meaning);

/// A parameter with named values. `Enum` values are listed with their names.
template <class Enum>
Parameter choice_parameter(const std::string& key, Enum& field,
                           const std::vector<std::pair<std::string, Enum>>& choices, const std::string& meaning);

/// Applies the settings to the parameters of `owner` ("rastrigin"); the errors name it, the key and the value.
void apply(const Settings& settings, std::span<const Parameter> parameters, std::string_view owner);

/// A parameter with its present value, for people to read and files to keep.
struct ParameterInfo {
  std::string key;
  std::string value;
  std::string allowed;
  std::string meaning;
};
std::vector<ParameterInfo> describe(std::span<const Parameter> parameters);

/// Parses "key=value"; `where` says what it belongs to in the error.
std::pair<std::string, std::string> parse_setting(std::string_view text, std::string_view where);

/// Parses a number; 1e6 and 0.5 are numbers. The whole text has to be one. Throws std::invalid_argument.
double parse_number(std::string_view text);
/// A whole number; 1e6 is one, 1.5 is not.
std::uint64_t parse_whole(std::string_view text, std::uint64_t low, std::uint64_t high);

/// The shortest text that reads back as the same number.
std::string number_text(double value);

/// Splits "a,b,c".
std::vector<std::string> split(std::string_view text, char separator);

/// std::invalid_argument's text for a name that is not among the valid ones: suggests the nearest, lists them all.
std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string> valid);

template <class Enum>
Parameter choice_parameter(const std::string& key, Enum& field,
                           const std::vector<std::pair<std::string, Enum>>& choices, const std::string& meaning) {
  std::vector<std::string> names;
  std::string allowed;
  for (const auto& [name, value] : choices) {
    names.push_back(name);
    allowed += (allowed.empty() ? "" : " | ") + name;
  }
  return {.key = key,
          .meaning = meaning,
          .allowed = allowed,
          .parse =
              [&field, choices, names](std::string_view text) {
                for (const auto& [name, value] : choices) {
                  if (name == text) {
                    field = value;
                    return;
                  }
                }
                throw std::invalid_argument(unknown_name("value", text, names));
              },
          .print =
              [&field, choices] {
                for (const auto& [name, value] : choices) {
                  if (value == field) return name;
                }
                return std::string("?");
              }};
}

}  // namespace mce
