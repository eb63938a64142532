// SPDX-License-Identifier: MIT
#include "json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mce::page {

Json json(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    if (static_cast<unsigned char>(letter) < ' ') {
      quoted += fmt::format("\\u{:04x}", letter);
    } else {
      quoted += letter;
    }
  }
  return {quoted + '"'};
}

Json json(double number) { return {std::isfinite(number) ? number_text(number) : "null"}; }

Json json(const Settings& settings) {
  std::vector<std::pair<std::string_view, Json>> members;
  for (const auto& [key, value] : settings) {
    const auto* text = std::get_if<std::string>(&value);
    members.emplace_back(key, text == nullptr ? json(std::get<double>(value)) : json(*text));
  }
  return json_object(members);
}

Json json_object(std::span<const std::pair<std::string_view, Json>> members) {
  std::string text;
  for (const auto& [name, value] : members) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", json(name).text, value.text);
  }
  return {"{" + text + "}"};
}

Json json_list(const std::vector<Json>& values) {
  std::string text;
  for (const Json& value : values) text += (text.empty() ? "" : ",") + value.text;
  return {"[" + text + "]"};
}

const char* shown(const Json& json) {
  static std::string kept;
  kept = json.text;
  return kept.c_str();
}

}  // namespace mce::page
