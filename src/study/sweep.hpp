// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/problems/detail/toml_file.hpp"

namespace mce {

/// A key with one of the values that a file gives it.
struct Assignment {
  std::string key;
  ParameterValue value;
  Place place;
  bool swept = false;  ///< one value of a list
};
using Assignments = std::vector<Assignment>;
/// What a key can be, with one value or a list of them: alternatives, each of which may set several keys.
using Axis = std::vector<Assignments>;

/// Reads a value or a list of values; `read` checks one of them.
Axis read_axis(const TomlFile& file, const TomlValue& value,
               const std::function<ParameterValue(const TomlValue&)>& read);

/// How many combinations there are, or some number above `limit` if there are more.
std::uint64_t combination_count(std::span<const Axis> axes, std::uint64_t limit);

/// One alternative of each axis, in every combination, the last axis fastest. They may be very many: there is never
/// more than one.
void for_each_combination(std::span<const Axis> axes, const std::function<void(const Assignments&)>& action);

}  // namespace mce
