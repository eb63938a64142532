// SPDX-License-Identifier: MIT
#include "sweep.hpp"

#include <fmt/core.h>

#include <set>
#include <utility>

namespace mce {

Axis read_axis(const TomlFile& file, const TomlValue& value,
               const std::function<ParameterValue(const TomlValue&)>& read) {
  if (value.kind != TomlValue::Kind::list) {
    return {{{.key = value.key, .value = read(value), .place = value.place, .swept = false}}};
  }
  Axis axis;
  std::set<std::string> seen;
  for (const TomlValue& item : file.list(value, value.key, "a value or a list of values")) {
    ParameterValue one = read(item);
    const std::string text = value_text(one);
    if (!seen.insert(text).second) file.fail(item.place, fmt::format("{} has {} twice", value.key, in_quotes(text)));
    axis.push_back({{.key = value.key, .value = std::move(one), .place = item.place, .swept = true}});
  }
  return axis;
}

std::uint64_t combination_count(std::span<const Axis> axes, std::uint64_t limit) {
  std::uint64_t count = 1;
  for (const Axis& axis : axes) {
    if (count <= limit) count *= axis.size();
  }
  return count;
}

void for_each_combination(std::span<const Axis> axes, const std::function<void(const Assignments&)>& action) {
  std::vector<std::size_t> chosen(axes.size());  // which alternative of each axis
  for (;;) {
    Assignments all;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const Assignments& alternative = axes[i][chosen[i]];
      all.insert(all.end(), alternative.begin(), alternative.end());
    }
    action(all);
    std::size_t axis = axes.size();
    while (axis > 0 && ++chosen[axis - 1] == axes[axis - 1].size()) chosen[--axis] = 0;
    if (axis == 0) return;
  }
}

}  // namespace mce
