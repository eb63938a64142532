// SPDX-License-Identifier: MIT
#include <string>

#include "mce/core/version.hpp"
#include "study_json.hpp"

namespace mce {
namespace {

Json features_of(const Plan& plan) {
  const std::vector<std::string> names = feature_names(plan);
  const std::vector<Interval> bounds = feature_bounds(plan);
  Json features = Json::array();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    features.push_back({{"name", names[i]}, {"low", bounds[i].low}, {"high", bounds[i].high}});
  }
  return features;
}

/// One number of bins may stand for all features.
Json resolution_of(const Plan& plan, std::size_t features) {
  if (plan.resolution.empty()) return nullptr;
  std::vector<std::uint32_t> bins = plan.resolution;
  bins.resize(features, bins.front());
  return bins;
}

Json treatment_json(const Treatment& treatment) {
  const Plan& plan = treatment.plan;
  const Json features = features_of(plan);
  return {{"name", treatment.name},
          {"testbed", plan.testbed},
          {"problem", plan.problem.has_value()},
          {"settings", settings_json(plan.testbed_settings)},
          {"features", features},
          {"resolution", resolution_of(plan, features.size())},
          {"centroids", plan.centroids.count},
          {"cells", cell_count(plan)},
          {"solution_size", solution_size(plan)},
          {"evaluations", plan.evaluations},
          {"initial", plan.initial},
          {"batch", plan.batch}};
}

}  // namespace

Json facts_json(const Results& results) {
  const Protocol& protocol = results.protocol();
  Json metrics = Json::array();
  for (const MetricKind& each : results.metrics()) metrics.push_back({{"key", each.key}, {"title", each.title}});
  Json selectors = Json::array();
  for (const SelectorEntry& each : protocol.selectors) {
    selectors.push_back({{"label", each.label},
                         {"short", short_label(each)},
                         {"name", each.name},
                         {"settings", settings_json(each.settings)}});
  }
  Json treatments = Json::array();
  for (const Treatment& each : protocol.treatments) treatments.push_back(treatment_json(each));
  return {{"kind", results.store() != nullptr ? "study" : "run"},
          {"name", protocol.name},
          {"version", version()},
          {"profile", protocol.profile},
          {"keep", to_text(protocol.keep)},
          {"repetitions", protocol.repetitions},
          {"metrics", metrics},
          {"selectors", selectors},
          {"treatments", treatments}};
}

Json state_json(const Results& results, const std::string& identity) {
  // Whether it runs is asked first: a study that ends meanwhile is then asked for once more.
  const bool running = results.running();
  Json treatments = Json::array();
  for (const TreatmentState& each : results.states()) {
    treatments.push_back({{"runs", each.runs}, {"measured", each.measured}});
  }
  return {{"identity", identity}, {"running", running}, {"treatments", treatments}};
}

}  // namespace mce
