// SPDX-License-Identifier: MIT
#include "mce/study/protocol_json.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "mce/core/error.hpp"
#include "settings_json.hpp"

namespace mce {
namespace {

Json selector_json(const SelectorEntry& entry) {
  return {{"label", entry.label}, {"name", entry.name}, {"settings", object(entry.settings)}};
}

Json treatment_json(const Treatment& treatment) {
  return {{"name", treatment.name},
          {"testbed", treatment.testbed},
          {"settings", object(treatment.settings)},
          {"initial", treatment.initial},
          {"resolution", treatment.resolution},
          {"evaluations", treatment.evaluations},
          {"save_points", treatment.save_points},
          {"batch", treatment.batch}};
}

SelectorEntry selector_of(const Json& json) {
  return {.label = json.at("label"), .name = json.at("name"), .settings = settings_of(json.at("settings"))};
}

Treatment treatment_of(const Json& json) {
  return {.name = json.at("name"),
          .testbed = json.at("testbed"),
          .settings = settings_of(json.at("settings")),
          .initial = json.at("initial"),
          .resolution = json.at("resolution"),
          .evaluations = json.at("evaluations"),
          .save_points = json.at("save_points"),
          .batch = json.at("batch")};
}

}  // namespace

std::string to_json(const Protocol& protocol) {
  Json json = {{"name", protocol.name},          {"profile", protocol.profile},
               {"seed", protocol.seed},          {"repetitions", protocol.repetitions},
               {"keep", to_text(protocol.keep)}, {"selectors", Json::array()},
               {"treatments", Json::array()}};
  for (const SelectorEntry& each : protocol.selectors) json["selectors"].push_back(selector_json(each));
  for (const Treatment& each : protocol.treatments) json["treatments"].push_back(treatment_json(each));
  return json.dump();
}

Protocol protocol_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Protocol protocol{.name = json.at("name"),
                      .profile = json.at("profile"),
                      .seed = json.at("seed"),
                      .repetitions = json.at("repetitions"),
                      .keep = parse_retention(json.at("keep").get<std::string>()),
                      .selectors = {},
                      .treatments = {}};
    for (const Json& each : json.at("selectors")) protocol.selectors.push_back(selector_of(each));
    for (const Json& each : json.at("treatments")) protocol.treatments.push_back(treatment_of(each));
    return protocol;
  } catch (const Json::exception& error) {
    throw Error(fmt::format("protocol: {}", error.what()));
  } catch (const std::invalid_argument& error) {
    throw Error(fmt::format("protocol: {}", error.what()));
  }
}

}  // namespace mce
