// SPDX-License-Identifier: MIT
#include "request.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "exceptions.hpp"
#include "mce/core/text.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce::page {
namespace {

/// Throws if the value is wrong by itself. A key that is not there is left to `complete`, whose message is whole.
void check_setting(const Kind& kind, const std::string& key, const ParameterValue& value) {
  for (const ParameterInfo& parameter : kind.parameters({})) {
    if (parameter.key != key) continue;
    const WhileSetting now(key + " of " + kind.name, parameter.allowed);
    kind.complete({{key, value}});
  }
}

void check_run_setting(const std::string& key, const std::string& value) {
  Plan any;
  for (const Parameter& parameter : any.table()) {
    if (parameter.key != key) continue;
    const WhileSetting now(key, key == "centroids" ? "" : parameter.allowed);
    parameter.set(value);
  }
}

std::uint64_t seed_of(const std::string& text) {
  const WhileSetting now("seed", "");
  return parse_whole(text, 0, UINT64_MAX);
}

void check(const PlanRequest& request) {
  const TestbedKind& testbed = testbed_kind(request.testbed);
  for (const auto& [key, value] : request.testbed_settings) check_setting(testbed, key, value);
  for (const auto& [key, value] : request.run_settings) check_run_setting(key, value_text(value));
  if (request.selector.empty()) return;
  const SelectorChoice selector = parse_selector(request.selector);
  for (const auto& [key, value] : selector.settings) check_setting(selector_kind(selector.name), key, value);
}

}  // namespace

Plan read_request(std::string_view text) {
  PlanRequest request{.selector = ""};
  for (const std::string& line : split(text, '\n')) {
    const auto blank = std::min(line.find(' '), line.size());
    const std::string name = line.substr(0, blank);
    const std::string value = line.substr(std::min(blank + 1, line.size()));
    if (name.empty()) continue;
    if (name == "profile") {
      request.profile = value;
    } else if (name == "testbed") {
      request.testbed = value;
    } else if (name == "selector") {
      request.selector = value;
    } else if (name == "seed") {
      request.seed = seed_of(value);
    } else if (name == "set") {
      request.testbed_settings.emplace_back(parse_setting(value, "set"));
    } else {
      request.run_settings.emplace_back(name, value);
    }
  }
  check(request);
  return complete(request);
}

}  // namespace mce::page
