// SPDX-License-Identifier: MIT
#include "mce/run/detail/plan_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "mce/problems/detail/json_depth.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "problem_json.hpp"

namespace mce {
namespace {

[[noreturn]] void fail(const char* key, std::string_view needed) {
  throw Error(fmt::format("'{}' is missing or is not {}", key, needed));
}

/// Whole numbers are written without a point, as people write them.
Json value_json(const ParameterValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  const double number = std::get<double>(value);
  constexpr double kExact = 0x1p53;
  if (std::floor(number) == number && std::abs(number) < kExact) return static_cast<std::int64_t>(number);
  return number;
}

/// Only what matters: the points if they were given, else how they are spread.
Json centroids_json(const CentroidChoice& choice) {
  if (choice.points.empty()) return {{"count", choice.count}, {"seed", choice.seed}};
  return {{"count", choice.count}, {"file", choice.file}, {"points", choice.points}};
}

CentroidChoice centroids_from(const Json& json) {
  if (!json.is_object()) fail("centroids", "an object");
  CentroidChoice choice;
  const std::uint64_t count = whole_field(json, "count");
  if (count == 0 || count > Centroids::kMaxCells) throw Error(fmt::format("{} centroids", count));
  choice.count = static_cast<std::uint32_t>(count);
  if (!json.contains("points")) {
    choice.seed = whole_field(json, "seed");
    return choice;
  }
  choice.file = text_field(json, "file");
  const Json& points = field(json, "points");
  if (!points.is_array() || points.empty()) fail("points", "a list of numbers");
  for (const Json& each : points) {
    if (!each.is_number()) fail("points", "a list of numbers");
    choice.points.push_back(each.get<double>());
  }
  return choice;
}

}  // namespace

Json parse_json(std::string_view text) {
  if (is_deep_json(text)) throw Error("is nested too deeply");
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) throw Error("is not a JSON object");
  return json;
}

const Json& field(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw Error(fmt::format("'{}' is missing", key));
  return *found;
}

std::string text_field(const Json& object, const char* key) {
  const Json& value = field(object, key);
  if (!value.is_string()) fail(key, "a text");
  return value.get<std::string>();
}

std::uint64_t whole_field(const Json& object, const char* key) {
  const Json& value = field(object, key);
  if (!value.is_number_unsigned()) fail(key, "a whole number");
  return value.get<std::uint64_t>();
}

std::vector<std::uint64_t> wholes_field(const Json& object, const char* key) {
  const Json& list = field(object, key);
  std::vector<std::uint64_t> numbers;
  if (!list.is_array()) fail(key, "a list of whole numbers");
  for (const Json& each : list) {
    if (!each.is_number_unsigned()) fail(key, "a list of whole numbers");
    numbers.push_back(each.get<std::uint64_t>());
  }
  return numbers;
}

const Json& list_field(const Json& object, const char* key) {
  const Json& list = field(object, key);
  if (!list.is_array()) fail(key, "a list");
  for (const Json& each : list) {
    if (!each.is_object()) fail(key, "a list of objects");
  }
  return list;
}

Settings settings_field(const Json& object, const char* key) {
  const Json& json = field(object, key);
  if (!json.is_object()) fail(key, "an object");
  Settings settings;
  for (const auto& [name, value] : json.items()) {
    if (value.is_string()) {
      settings.emplace_back(name, value.get<std::string>());
    } else if (value.is_number()) {
      settings.emplace_back(name, value.get<double>());
    } else {
      throw Error(fmt::format("'{}' in '{}' is neither a number nor a text", name, key));
    }
  }
  return settings;
}

Json settings_json(const Settings& settings) {
  Json json = Json::object();
  for (const auto& [key, value] : settings) json[key] = value_json(value);
  return json;
}

Json plan_json(const Plan& plan) {
  Json json = {{"profile", plan.profile}, {"testbed", plan.testbed}};
  if (plan.problem) {
    json["problem"] = problem_json(*plan.problem);
  } else {
    json["testbed_settings"] = settings_json(plan.testbed_settings);
  }
  if (!plan.selector.empty()) {
    json["selector"] = plan.selector;
    json["selector_settings"] = settings_json(plan.selector_settings);
    json["seed"] = plan.seed;
  }
  json["initial"] = plan.initial;
  if (plan.centroids.count > 0) {
    json["centroids"] = centroids_json(plan.centroids);
  } else {
    json["resolution"] = plan.resolution;
  }
  json["evaluations"] = plan.evaluations;
  json["batch"] = plan.batch;
  json["save_points"] = plan.save_points;
  return json;
}

Plan plan_from(const Json& json) {
  Plan plan;
  try {
    if (json.contains("profile")) plan.profile = text_field(json, "profile");
    plan.testbed = text_field(json, "testbed");
    if (json.contains("problem")) {
      plan.problem = problem_from(field(json, "problem"));
      if (plan.problem->name != plan.testbed) throw Error("the problem is called something else than the testbed");
    } else {
      const TestbedKind& testbed = testbed_kind(plan.testbed);
      plan.testbed = testbed.name;
      plan.testbed_settings =
          testbed.complete(settings_field(json, json.contains("settings") ? "settings" : "testbed_settings"));
    }
    if (json.contains("selector")) {
      const SelectorKind& selector = selector_kind(text_field(json, "selector"));
      plan.selector = selector.name;
      plan.selector_settings = selector.complete(settings_field(json, "selector_settings"));
      plan.seed = whole_field(json, "seed");
    }
    Settings run_settings;
    for (const char* key : {"initial", "evaluations", "batch"}) {
      run_settings.emplace_back(key, std::to_string(whole_field(json, key)));
    }
    if (json.contains("centroids")) {
      if (json.contains("resolution")) throw Error("it has both 'resolution' and 'centroids'");
      plan.resolution.clear();
      plan.centroids = centroids_from(field(json, "centroids"));
    } else {
      std::vector<std::string> bins;
      for (const std::uint64_t each : wholes_field(json, "resolution")) bins.push_back(std::to_string(each));
      run_settings.emplace_back("resolution", fmt::format("{}", fmt::join(bins, "x")));
    }
    apply(run_settings, plan.table(), "a run");
    plan.save_points = wholes_field(json, "save_points");
    check(plan);
  } catch (const std::invalid_argument& error) {
    throw Error(error.what());
  }
  return plan;
}

}  // namespace mce
