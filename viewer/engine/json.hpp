// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mce/core/parameters.hpp"

/// What the page is told, as JSON.
namespace mce::page {

/// A piece of JSON text.
struct Json {
  std::string text;
};

Json json(std::string_view text);
/// null unless it is finite.
Json json(double number);
Json json(const Settings& settings);

/// {"name": value, …}
Json json_object(std::span<const std::pair<std::string_view, Json>> members);
inline Json json_object(std::initializer_list<std::pair<std::string_view, Json>> members) {
  return json_object(std::span(members.begin(), members.size()));
}
/// [value, …]
Json json_list(const std::vector<Json>& values);

/// What `make` makes of each of these.
template <class Things, class Make>
Json json_list(const Things& things, Make make) {
  std::vector<Json> values;
  for (const auto& each : things) values.push_back(make(each));
  return json_list(values);
}

/// For the page, which reads it at once: the text stays until the next call.
const char* shown(const Json& json);

}  // namespace mce::page
