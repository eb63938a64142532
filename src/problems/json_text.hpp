// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace mce {

/// The text as JSON, with its quotes and in one line. Bytes that are not UTF-8 become U+FFFD.
inline std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The other way. False if it is no text of JSON.
inline bool read_json_text(std::string_view json, std::string& text) {
  nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
  if (!value.is_string()) return false;
  text = std::move(value.get_ref<std::string&>());
  return true;
}

}  // namespace mce
