// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mce {

/// A position in a file; both numbers count from 1.
struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  auto operator<=>(const Place&) const = default;
};

/// A value of a TOML file that knows where it stands.
struct TomlValue {
  enum class Kind : std::uint8_t { text, number, truth, date, list, table };
  Kind kind = Kind::table;
  Place place;
  std::string text;              ///< of a text; of a number, what parse_number and parse_whole take
  std::vector<TomlValue> items;  ///< of a list; of a table, its values as written
  std::string key;               ///< in a table, what the value is called, and where
  Place key_place;

  /// The value of a table with that key, or null.
  [[nodiscard]] const TomlValue* find(std::string_view wanted) const;
};

/// A TOML file, and its errors: std::invalid_argument "file:line:column: what is wrong".
class TomlFile {
 public:
  TomlFile(std::string_view text, std::string_view name);

  [[nodiscard]] const TomlValue& root() const { return root_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// "file:line:column"
  [[nodiscard]] std::string at(Place place) const;
  [[noreturn]] void fail(Place place, std::string_view message) const;

  /// The value as what it has to be; errors call it `what` and say which kind is allowed.
  [[nodiscard]] std::uint64_t whole(const TomlValue& value, std::string_view what, std::uint64_t low,
                                    std::uint64_t high) const;
  [[nodiscard]] const std::string& text(const TomlValue& value, std::string_view what, std::string_view allowed) const;
  /// Not empty either.
  [[nodiscard]] std::span<const TomlValue> list(const TomlValue& value, std::string_view what,
                                                std::string_view allowed) const;
  [[noreturn]] void wrong_kind(const TomlValue& value, std::string_view what, std::string_view allowed) const;

  /// Every key has to be one of `allowed`; `what` is "key of a treatment".
  void check_keys(const TomlValue& table, std::string_view what, std::span<const std::string> allowed) const;
  /// The value of a key that has to be there; `allowed` says with which value.
  [[nodiscard]] const TomlValue& need(const TomlValue& table, std::string_view key, std::string_view allowed) const;

  /// Calls `action`; what is wrong with its arguments then becomes an error at `place`.
  template <class Action>
  decltype(auto) located(Place place, Action action) const {
    try {
      return action();
    } catch (const std::invalid_argument& error) {
      fail(place, error.what());
    }
  }

 private:
  void check_nesting(std::string_view text) const;

  std::string name_;
  TomlValue root_;
};

}  // namespace mce
