// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mce::test {

inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The values of an attribute, in order.
inline std::vector<std::string> attributes(std::string_view text, std::string_view name) {
  const std::string begin = " " + std::string(name) + "=\"";
  std::vector<std::string> values;
  for (auto at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at)) {
    at += begin.size();
    values.emplace_back(text.substr(at, text.find('"', at) - at));
  }
  return values;
}

/// Text without anything that would have to be escaped.
inline bool is_escaped(std::string_view text) {
  std::size_t entities = 0;
  for (const char* entity : {"&amp;", "&lt;", "&gt;", "&quot;"}) entities += count_of(text, entity);
  return text.find_first_of("<>") == std::string_view::npos && count_of(text, "&") == entities;
}

/// What stands between < and >, without a slash at either end: a name, then attributes in quotes.
inline bool is_tag(std::string_view tag) {
  const auto is_name = [](std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    });
  };
  if (!is_name(tag.substr(0, tag.find(' ')))) return false;
  tag.remove_prefix(std::min(tag.find(' '), tag.size()));
  while (!tag.empty()) {
    const auto opens = tag.find("=\"");
    if (opens == std::string_view::npos || tag[0] != ' ' || !is_name(tag.substr(1, opens - 1))) return false;
    const auto closes = tag.find('"', opens + 2);
    if (closes == std::string_view::npos || !is_escaped(tag.substr(opens + 2, closes - opens - 2))) return false;
    tag.remove_prefix(closes + 1);
  }
  return true;
}

/// Whether XML without comments and declarations is one element, with tags that nest and all else escaped.
inline bool is_well_formed(std::string_view text) {
  std::vector<std::string_view> open;
  while (!text.empty()) {
    const auto begin = text.find('<');
    const auto end = text.find('>');
    if (begin != 0 || end == std::string_view::npos) return false;
    std::string_view tag = text.substr(1, end - 1);
    const bool closes = tag.starts_with('/');
    const bool is_empty = tag.ends_with('/');
    if (closes) tag.remove_prefix(1);
    if (is_empty) tag.remove_suffix(1);
    if (!is_tag(tag)) return false;
    if (closes) {
      if (open.empty() || open.back() != tag) return false;
      open.pop_back();
    } else if (!is_empty) {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
    text.remove_prefix(end + 1);
    const std::string_view between = text.substr(0, text.find('<'));
    if (!is_escaped(between)) return false;
    if (open.empty()) return text.find_first_not_of('\n') == std::string_view::npos;
    text.remove_prefix(between.size());
  }
  return false;
}

}  // namespace mce::test
