// SPDX-License-Identifier: MIT
#include <vector>

#include "json.hpp"
#include "mce/core/version.hpp"
#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce::page {
namespace {

Json parameter_json(const ParameterInfo& parameter) {
  return json_object({{"key", json(parameter.key)},
                      {"value", json(parameter.value)},
                      {"allowed", json(parameter.allowed)},
                      {"meaning", json(parameter.meaning)}});
}

Json kind_json(const Kind& kind, const Settings& defaults, const Json& run) {
  return json_object({{"name", json(kind.name)},
                      {"symbol", json(kind.symbol)},
                      {"meaning", json(kind.meaning)},
                      {"parameters", json_list(kind.parameters(defaults), parameter_json)},
                      {"run", run}});
}

Json testbed_json(const Profile& profile, const TestbedKind& kind) {
  Plan plan = complete({.profile = profile.name, .testbed = kind.name, .selector = ""});
  return kind_json(kind, profile.testbed(kind.name).settings, json_list(describe(plan.table()), parameter_json));
}

Json profile_json(const Profile& profile) {
  return json_object(
      {{"name", json(profile.name)},
       {"meaning", json(profile.meaning)},
       {"testbeds", json_list(testbed_kinds(), [&](const TestbedKind& kind) { return testbed_json(profile, kind); })},
       {"selectors", json_list(selector_kinds(), [&](const SelectorKind& kind) {
          return kind_json(kind, profile.selector(kind.name), json_list({}));
        })}});
}

}  // namespace

/// What there is to choose from, and what is usual: what `mce list` says, by profile.
extern "C" [[clang::export_name("tables")]] const char* tables() {
  return shown(json_object({{"version", json(version())},
                            {"recommended", json(kRecommendedSelector)},
                            {"profiles", json_list(profiles(), profile_json)}}));
}

}  // namespace mce::page
