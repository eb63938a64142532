// SPDX-License-Identifier: MIT
#include "mce/study/run_json.hpp"

#include <fmt/core.h>

#include "mce/core/error.hpp"
#include "mce/core/version.hpp"
#include "settings_json.hpp"

namespace mce {
namespace {

Json settings_json(const RunSettings& settings) {
  return {{"profile", settings.profile},
          {"testbed", settings.testbed},
          {"testbed_settings", object(settings.testbed_settings)},
          {"selector", settings.selector},
          {"selector_settings", object(settings.selector_settings)},
          {"seed", settings.seed},
          {"initial", settings.initial},
          {"resolution", settings.resolution},
          {"evaluations", settings.evaluations},
          {"batch", settings.batch},
          {"save_points", settings.save_points}};
}

}  // namespace

std::string to_json(const RunSettings& settings) { return settings_json(settings).dump(); }

RunSettings settings_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    return {.profile = json.at("profile"),
            .testbed = json.at("testbed"),
            .testbed_settings = settings_of(json.at("testbed_settings")),
            .selector = json.at("selector"),
            .selector_settings = settings_of(json.at("selector_settings")),
            .seed = json.at("seed"),
            .initial = json.at("initial"),
            .resolution = json.at("resolution"),
            .evaluations = json.at("evaluations"),
            .batch = json.at("batch"),
            .save_points = json.at("save_points")};
  } catch (const Json::exception& error) {
    throw Error(fmt::format("run settings: {}", error.what()));
  }
}

std::string to_json(const Run& run, double seconds) {
  const MapSummary map = run.summary();
  const Json json = {
      {"version", version()},
      {"settings", settings_json(run.settings())},
      {"complete", run.finished()},
      {"evaluations", run.evaluations()},
      {"wall_seconds", seconds},
      {"signature", fmt::format("{:016x}", run.archive().signature())},
      {"filled", map.filled},
      {"cells", run.archive().grid().cells()},
      {"coverage", map.coverage},
      {"best", map.best},
      {"qd_score", map.qd_score},
      {"selection_entropy", map.selection_entropy},
      {"rejected_nan", run.archive().rejected()},
  };
  return json.dump(2) + "\n";
}

}  // namespace mce
