// SPDX-License-Identifier: MIT
#include "sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "mce/core/parameters.hpp"
#include "mce/testbeds/maze.hpp"

namespace mce {
namespace {

constexpr const char* kAllowedMetrics = "\"all\" or a list of at least three metrics";

/// The metrics named, in the order of the table of metrics: a longer list later gives the same names of treatments.
std::vector<std::string> chosen_metrics(const TomlFile& file, const TomlValue& value) {
  std::vector<std::string> all(Maze::kMetricNames.begin(), Maze::kMetricNames.end());
  if (value.kind == TomlValue::Kind::text && value.text == "all") return all;
  std::array<bool, Maze::kMetricNames.size()> chosen{};
  for (const TomlValue& item : file.list(value, "metrics", kAllowedMetrics)) {
    const std::string& name = file.text(item, "a metric", "text");
    const auto found = std::ranges::find(all, name);
    if (found == all.end()) file.fail(item.place, unknown_name("metric", name, all));
    if (std::exchange(chosen[found - all.begin()], true)) {
      file.fail(item.place, fmt::format("metrics has '{}' twice", name));
    }
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (chosen[i]) names.push_back(all[i]);
  }
  if (names.size() < 3) {
    file.fail(value.place, fmt::format("metrics has only {}, {} is allowed", names.size(), kAllowedMetrics));
  }
  return names;
}

}  // namespace

Axis read_axis(const TomlFile& file, const TomlValue& value, const std::function<std::string(const TomlValue&)>& read) {
  if (value.kind != TomlValue::Kind::list) {
    return {{{.key = value.key, .value = read(value), .place = value.place, .swept = false}}};
  }
  Axis axis;
  std::set<std::string> seen;
  for (const TomlValue& item : file.list(value, value.key, "a value or a list of values")) {
    const std::string text = read(item);
    if (!seen.insert(text).second) file.fail(item.place, fmt::format("{} has '{}' twice", value.key, text));
    axis.push_back({{.key = value.key, .value = text, .place = item.place, .swept = true}});
  }
  return axis;
}

Axis read_metrics(const TomlFile& file, const TomlValue& value) {
  const std::vector<std::string> names = chosen_metrics(file, value);
  Axis axis;
  for (const std::string& fitness : names) {
    for (auto first = names.begin(); first != names.end(); ++first) {
      for (auto second = first + 1; second != names.end(); ++second) {
        if (*first == fitness || *second == fitness) continue;
        axis.push_back({{.key = "fitness", .value = fitness, .place = value.place, .swept = true},
                        {.key = "features", .value = *first + "," + *second, .place = value.place, .swept = true}});
      }
    }
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

std::vector<Assignments> combinations(std::span<const Axis> axes) {
  std::vector<Assignments> all = {{}};
  for (const Axis& axis : axes) {
    std::vector<Assignments> longer;
    for (const Assignments& before : all) {
      for (const Assignments& alternative : axis) {
        longer.push_back(before);
        longer.back().insert(longer.back().end(), alternative.begin(), alternative.end());
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace mce
