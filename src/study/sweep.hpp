// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "toml_reader.hpp"

namespace mce {

/// A key with one of the values that a file gives it.
struct Assignment {
  std::string key;
  std::string value;
  Place place;
  bool swept = false;  ///< one value of a list
};
using Assignments = std::vector<Assignment>;
/// What a key can be, with one value or a list of them: alternatives, each of which may set several keys.
using Axis = std::vector<Assignments>;

/// Reads a value or a list of values; `read` checks one of them and gives its text.
Axis read_axis(const TomlFile& file, const TomlValue& value, const std::function<std::string(const TomlValue&)>& read);

/// Each maze metric as fitness × each pair of the others as features: of "all", or of a list of at least three.
Axis read_metrics(const TomlFile& file, const TomlValue& value);

/// How many combinations there are, or some number above `limit` if there are more.
std::uint64_t combination_count(std::span<const Axis> axes, std::uint64_t limit);

/// One alternative of each axis, in every combination, the last axis fastest.
std::vector<Assignments> combinations(std::span<const Axis> axes);

}  // namespace mce
