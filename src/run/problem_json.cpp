// SPDX-License-Identifier: MIT
#include "problem_json.hpp"

#include <stdexcept>

namespace mce {
namespace {

Json intervals_json(const std::vector<Interval>& intervals) {
  Json list = Json::array();
  for (const auto& [low, high] : intervals) list.push_back(Json::array({low, high}));
  return list;
}

double number(const Json& json, const char* key) {
  if (!json.is_number()) throw Error(fmt::format("'{}' is missing or is not a number", key));
  return json.get<double>();
}

std::vector<Interval> intervals_field(const Json& object, const char* key) {
  const Json& list = field(object, key);
  std::vector<Interval> intervals;
  if (!list.is_array()) throw Error(fmt::format("'{}' is missing or is not a list", key));
  for (const Json& each : list) {
    if (!each.is_array() || each.size() != 2) throw Error(fmt::format("'{}' has something that is no range", key));
    intervals.push_back({number(each[0], key), number(each[1], key)});
  }
  return intervals;
}

std::vector<std::string> texts_field(const Json& object, const char* key) {
  const Json& list = field(object, key);
  std::vector<std::string> texts;
  if (!list.is_array()) throw Error(fmt::format("'{}' is missing or is not a list", key));
  for (const Json& each : list) {
    if (!each.is_string()) throw Error(fmt::format("'{}' has something that is no text", key));
    texts.push_back(each.get<std::string>());
  }
  return texts;
}

std::uint32_t small_whole_field(const Json& object, const char* key) {
  const std::uint64_t value = whole_field(object, key);
  if (value > UINT32_MAX) throw Error(fmt::format("'{}' is {}, which is too large", key, value));
  return static_cast<std::uint32_t>(value);
}

}  // namespace

Json problem_json(const Problem& problem) {
  return {{"name", problem.name},
          {"genome", intervals_json(problem.genome)},
          {"feature_names", problem.feature_names},
          {"features", intervals_json(problem.features)},
          {"variation", problem.variation},
          {"variation_settings", settings_json(problem.variation_settings)},
          {"in_flight", problem.in_flight},
          {"order", problem.order == TellOrder::asked ? "asked" : "arrival"},
          {"lowest_fitness", problem.lowest_fitness},
          {"command", problem.program.command},
          {"folder", problem.program.folder.string()},
          {"workers", problem.program.workers},
          {"timeout", problem.program.timeout},
          {"per_worker", problem.program.per_worker}};
}

Problem problem_from(const Json& json) {
  Problem problem{.name = text_field(json, "name"),
                  .genome = intervals_field(json, "genome"),
                  .feature_names = texts_field(json, "feature_names"),
                  .features = intervals_field(json, "features"),
                  .variation = text_field(json, "variation"),
                  .variation_settings = settings_field(json, "variation_settings"),
                  .in_flight = small_whole_field(json, "in_flight"),
                  .order = TellOrder::asked,
                  .lowest_fitness = number(field(json, "lowest_fitness"), "lowest_fitness"),
                  .program = {.command = texts_field(json, "command"),
                              .folder = text_field(json, "folder"),
                              .workers = small_whole_field(json, "workers"),
                              .timeout = number(field(json, "timeout"), "timeout"),
                              .per_worker = json.contains("per_worker") ? small_whole_field(json, "per_worker") : 0}};
  const std::string order = text_field(json, "order");
  if (order != "asked" && order != "arrival") throw Error(fmt::format("'order' is {}", in_quotes(order)));
  if (order == "arrival") problem.order = TellOrder::arrival;
  check(problem);
  check(problem.program);
  return problem;
}

}  // namespace mce
