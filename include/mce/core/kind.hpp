// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/parameters.hpp"

namespace mce {

/// Something that can be chosen by name: an entry of a table of selectors or testbeds.
struct Kind {
  std::string name;    ///< "ucb-cell"
  std::string symbol;  ///< "Uc"; accepted wherever the name is
  std::string meaning;
  /// Its parameters with these settings applied, to be shown. Throws std::invalid_argument.
  std::function<std::vector<ParameterInfo>(const Settings&)> parameters;
  /// The values of all its parameters. Throws std::invalid_argument.
  std::function<Settings(const Settings&)> complete;
};

/// A key by which a protocol asks for many settings of a testbed at once.
struct Sweep {
  std::string key;  ///< "metrics"
  std::string allowed;
  std::vector<std::string> replaces;  ///< the parameters that it sets
  /// All of them, given "all" or the chosen names. Throws std::invalid_argument.
  std::function<std::vector<Settings>(std::span<const std::string> chosen)> expand;
};

/// The parameters of what has none.
struct NoParameters {
  static std::vector<Parameter> table() { return {}; }
};

/// `T::Parameters` with these settings applied; `table()` of it lists them.
template <class T>
typename T::Parameters parameters_from(const Settings& settings, std::string_view name) {
  typename T::Parameters fields;
  apply(settings, fields.table(), name);
  return fields;
}

template <class T>
Kind make_kind(const std::string& name, const std::string& symbol, const std::string& meaning) {
  return {.name = name,
          .symbol = symbol,
          .meaning = meaning,
          .parameters =
              [name](const Settings& settings) {
                auto fields = parameters_from<T>(settings, name);
                return describe(fields.table());
              },
          .complete =
              [name](const Settings& settings) {
                auto fields = parameters_from<T>(settings, name);
                return values_of(fields.table());
              }};
}

/// The entry with that name or symbol. Throws std::invalid_argument with the nearest name.
template <class Kinds>
const auto& find_kind(const Kinds& kinds, std::string_view what, std::string_view name) {
  for (const auto& each : kinds) {
    if (each.name == name || (!each.symbol.empty() && each.symbol == name)) return each;
  }
  throw std::invalid_argument(unknown_name(what, name, names_of(kinds)));
}

}  // namespace mce
