// SPDX-License-Identifier: MIT
#include "save_points_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>

#include "mce/core/evolution.hpp"
#include "mce/run/plan.hpp"

namespace mce {
namespace {

using Spacing = SaveSchedule::Spacing;

SaveSchedule read_schedule(const TomlFile& file, const TomlValue& table) {
  static const std::array<std::string, 3> keys = {"spacing", "per_decade", "from"};
  static const std::array<std::string, 2> spacings = {"logarithmic", "linear"};
  file.check_keys(table, "key of save_points", keys);
  SaveSchedule schedule;
  constexpr const char* kAllowed = R"("logarithmic" or "linear")";
  const TomlValue& spacing = file.need(table, "spacing", kAllowed);
  const std::string& name = file.text(spacing, "spacing", kAllowed);
  if (std::ranges::count(spacings, name) == 0) file.fail(spacing.place, unknown_name("spacing", name, spacings));
  schedule.spacing = name == "linear" ? Spacing::linear : Spacing::logarithmic;
  if (const TomlValue* per_decade = table.find("per_decade")) {
    if (schedule.spacing == Spacing::linear) {
      file.fail(per_decade->key_place, "per_decade is for logarithmic spacing; linear has nine steps in every decade");
    }
    schedule.per_decade = static_cast<std::uint32_t>(file.whole(*per_decade, "per_decade", 1, 10));
    if (10 % schedule.per_decade != 0) file.wrong_kind(*per_decade, "per_decade", "1, 2, 5 or 10");
  }
  if (const TomlValue* from = table.find("from")) {
    schedule.from = file.whole(*from, "from", 1, kMaxEvaluations);
    std::uint64_t power = 1;
    while (power < schedule.from) power *= 10;
    if (power != schedule.from) file.wrong_kind(*from, "from", "a power of ten");
  }
  return schedule;
}

}  // namespace

std::vector<std::uint64_t> read_save_points(const TomlFile& file, const TomlValue& value, std::uint64_t evaluations) {
  if (value.kind == TomlValue::Kind::table) return read_schedule(file, value).points(evaluations);
  std::vector<std::uint64_t> points;
  for (const TomlValue& item :
       file.list(value, "save_points",
                 "a list of evaluations, or { spacing = \"logarithmic\", per_decade = 10, from = 100 }")) {
    const std::uint64_t point = file.whole(item, "a save point", 0, kMaxEvaluations);
    if (point > evaluations) {
      file.fail(item.place, fmt::format("save point {} is beyond the last of {} evaluations", point, evaluations));
    }
    if (!points.empty() && point <= points.back()) {
      file.fail(item.place, fmt::format("save points have to increase, not from {} to {}", points.back(), point));
    }
    points.push_back(point);
  }
  if (points.front() != 0) points.insert(points.begin(), 0);
  if (points.back() != evaluations) points.push_back(evaluations);
  if (points.size() > Plan::kMaxSavePoints) {
    file.fail(value.place, fmt::format("{} save points: allowed are up to {}", points.size(), Plan::kMaxSavePoints));
  }
  return points;
}

}  // namespace mce
