// SPDX-License-Identifier: MIT
// The only file that knows toml++.
#include "mce/problems/detail/toml_file.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

#include "mce/core/parameters.hpp"

namespace mce {
namespace {

Place place_of(const toml::source_region& source) { return {.line = source.begin.line, .column = source.begin.column}; }

TomlValue converted(const toml::node& node) {
  using Kind = TomlValue::Kind;
  TomlValue value;
  value.place = place_of(node.source());
  if (const auto* text = node.as_string()) {
    value.kind = Kind::text;
    value.text = text->get();
  } else if (const auto* whole = node.as_integer()) {
    value.kind = Kind::number;
    value.text = std::to_string(whole->get());
  } else if (const auto* real = node.as_floating_point()) {
    value.kind = Kind::number;
    value.text = number_text(real->get());
  } else if (const auto* list = node.as_array()) {
    value.kind = Kind::list;
    for (const toml::node& item : *list) value.items.push_back(converted(item));
  } else if (const auto* table = node.as_table()) {
    value.kind = Kind::table;
    for (const auto& [key, item] : *table) {
      value.items.push_back(converted(item));
      value.items.back().key = key.str();
      value.items.back().key_place = place_of(key.source());
    }
    std::ranges::sort(value.items, {}, &TomlValue::key_place);  // toml++ sorts by key
  } else {
    value.kind = node.is_boolean() ? Kind::truth : Kind::date;
  }
  return value;
}

/// Where a text that begins here ends: at its last quotation mark, or at the end of the file.
std::size_t end_of_text(std::string_view file, std::size_t begin) {
  const char mark = file[begin];
  const bool long_one = file.substr(begin, 3) == std::string(3, mark);
  const std::string_view end = file.substr(begin, long_one ? 3 : 1);
  for (std::size_t i = begin + end.size(); i < file.size(); ++i) {
    if (file[i] == '\\' && mark == '"') {
      ++i;
    } else if (file.substr(i, end.size()) == end || (!long_one && file[i] == '\n')) {
      i += end.size() - 1;
      while (long_one && file.substr(i + 1, 1) == end.substr(0, 1)) ++i;  // marks of its own before the last three
      return i;
    }
  }
  return file.size() - 1;
}

std::string in_one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(line, [](char letter) { return letter >= 0 && letter < ' '; }, ' ');
  return line;
}

}  // namespace

const TomlValue* TomlValue::find(std::string_view wanted) const {
  const auto found = std::ranges::find(items, wanted, &TomlValue::key);
  return found == items.end() ? nullptr : &*found;
}

TomlFile::TomlFile(std::string_view text, std::string_view name) : name_(name) {
  check_nesting(text);
  try {
    root_ = converted(toml::parse(text, name));
  } catch (const toml::parse_error& error) {
    fail(place_of(error.source()), in_one_line(error.description()));
  }
}

// toml++ and the reader above call themselves for every table in a table: a file must not use up the stack.
void TomlFile::check_nesting(std::string_view text) const {
  constexpr int kDeepest = 32;
  int brackets = 0;
  int dots = 0;  // of one key; numbers and dates have one at most
  Place place;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '#') i = std::min(text.find('\n', i), text.size()) - 1;
    if (letter == '"' || letter == '\'') {
      const std::size_t end = end_of_text(text, i);
      for (; i < end; ++i) place = text[i] == '\n' ? Place{place.line + 1, 0} : Place{place.line, place.column + 1};
    }
    dots = letter == '.' ? dots + 1 : dots;
    if (letter == '=' || letter == ',' || letter == '\n' || letter == '[' || letter == '{') dots = 0;
    if (letter == '[' || letter == '{') ++brackets;
    if ((letter == ']' || letter == '}') && brackets > 0) --brackets;
    if (std::max(brackets, dots) > kDeepest) {
      fail(place, fmt::format("nested too deeply: {} levels are allowed", kDeepest));
    }
    place = letter == '\n' ? Place{place.line + 1, 1} : Place{place.line, place.column + 1};
  }
}

std::string TomlFile::at(Place place) const { return fmt::format("{}:{}:{}", name_, place.line, place.column); }

void TomlFile::fail(Place place, std::string_view message) const {
  throw std::invalid_argument(fmt::format("{}: {}", at(place), message));
}

void TomlFile::wrong_kind(const TomlValue& value, std::string_view what, std::string_view allowed) const {
  const std::string_view kind = [&]() -> std::string_view {
    switch (value.kind) {
      case TomlValue::Kind::text: return "text";
      case TomlValue::Kind::number: return value.text;
      case TomlValue::Kind::truth: return "true or false";
      case TomlValue::Kind::date: return "a date or time";
      case TomlValue::Kind::list: return value.items.empty() ? "an empty list" : "a list";
      case TomlValue::Kind::table: break;
    }
    return "a table";
  }();
  fail(value.place, fmt::format("{} is {}, {} is allowed", what, kind, allowed));
}

std::uint64_t TomlFile::whole(const TomlValue& value, std::string_view what, std::uint64_t low,
                              std::uint64_t high) const {
  const std::string allowed = fmt::format("a whole number from {} to {}", low, high);
  if (value.kind != TomlValue::Kind::number) wrong_kind(value, what, allowed);
  try {
    return parse_whole(value.text, low, high);
  } catch (const std::invalid_argument&) {
    wrong_kind(value, what, allowed);
  }
}

const std::string& TomlFile::text(const TomlValue& value, std::string_view what, std::string_view allowed) const {
  if (value.kind != TomlValue::Kind::text) wrong_kind(value, what, allowed);
  return value.text;
}

std::span<const TomlValue> TomlFile::list(const TomlValue& value, std::string_view what,
                                          std::string_view allowed) const {
  if (value.kind != TomlValue::Kind::list || value.items.empty()) wrong_kind(value, what, allowed);
  return value.items;
}

void TomlFile::check_keys(const TomlValue& table, std::string_view what, std::span<const std::string> allowed) const {
  for (const TomlValue& item : table.items) {
    if (std::ranges::count(allowed, item.key) == 0) fail(item.key_place, unknown_name(what, item.key, allowed));
  }
}

const TomlValue& TomlFile::need(const TomlValue& table, std::string_view key, std::string_view allowed) const {
  const TomlValue* value = table.find(key);
  if (value == nullptr) fail(table.place, fmt::format("{} is missing, {} is needed", key, allowed));
  return *value;
}

}  // namespace mce
