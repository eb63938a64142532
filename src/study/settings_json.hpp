// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "mce/core/parameters.hpp"

namespace mce {

/// Keeps the order of its keys, which settings have too.
using Json = nlohmann::ordered_json;

inline Json object(const Settings& settings) {
  Json result = Json::object();
  for (const auto& [key, value] : settings) result[key] = value;
  return result;
}

inline Settings settings_of(const Json& json) {
  Settings settings;
  for (const auto& [key, value] : json.items()) settings.emplace_back(key, value.get<std::string>());
  return settings;
}

}  // namespace mce
