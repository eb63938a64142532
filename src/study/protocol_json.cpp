// SPDX-License-Identifier: MIT
#include "protocol_json.hpp"

#include <fmt/core.h>

#include <set>
#include <stdexcept>

#include "mce/run/detail/plan_json.hpp"
#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"

namespace mce {
namespace {

Json selector_json(const SelectorEntry& entry) {
  return {{"label", entry.label}, {"name", entry.name}, {"settings", settings_json(entry.settings)}};
}

Json treatment_json(const Treatment& treatment) {
  Json json = {{"name", treatment.name}};
  json.update(plan_json(treatment.plan));
  return json;
}

SelectorEntry selector_from(const Json& json) {
  const SelectorKind& kind = selector_kind(text_field(json, "name"));
  SelectorEntry entry{.label = text_field(json, "label"),
                      .name = kind.name,
                      .settings = kind.complete(settings_field(json, "settings"))};
  if (!entry.label.starts_with(entry.name))
    throw Error(fmt::format("label {} is not one of {}", in_quotes(entry.label), entry.name));
  return entry;
}

template <class Entry>
void add(std::vector<Entry>& entries, std::set<std::string>& names, const std::string& name, Entry entry) {
  if (name.empty() || !names.insert(name).second)
    throw Error(fmt::format("the name {} is empty or there twice", in_quotes(name)));
  entries.push_back(std::move(entry));
}

Protocol protocol_from(const Json& json) {
  Protocol protocol{.name = text_field(json, "name"),
                    .profile = text_field(json, "profile"),
                    .seed = whole_field(json, "seed"),
                    .repetitions = 0,
                    .keep = parse_retention(text_field(json, "keep")),
                    .selectors = {},
                    .treatments = {}};
  profile(protocol.profile);  // throws if there is none
  const std::uint64_t repetitions = whole_field(json, "repetitions");
  if (repetitions < 1 || repetitions > kMaxRepetitions) throw Error(fmt::format("{} repetitions", repetitions));
  protocol.repetitions = static_cast<std::uint32_t>(repetitions);
  std::set<std::string> labels;
  for (const Json& each : list_field(json, "selectors")) {
    const SelectorEntry entry = selector_from(each);
    add(protocol.selectors, labels, entry.label, entry);
  }
  std::set<std::string> names;
  for (const Json& each : list_field(json, "treatments")) {
    Plan plan = plan_from(each);
    plan.profile = protocol.profile;  // 0.1.0 did not repeat it
    const std::string name = text_field(each, "name");
    add(protocol.treatments, names, name, Treatment{.name = name, .plan = std::move(plan)});
  }
  if (protocol.selectors.empty() || protocol.treatments.empty()) throw Error("it has no runs");
  if (protocol.treatments.size() > kMaxTreatments || protocol.selectors.size() > kMaxSelectors) {
    throw Error(
        fmt::format("it has {} treatments and {} selectors", protocol.treatments.size(), protocol.selectors.size()));
  }
  if (run_count(protocol) > kMaxRuns) throw Error(fmt::format("it has {} runs", run_count(protocol)));
  check(protocol);
  return protocol;
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
    return protocol_from(parse_json(text));
  } catch (const std::exception& error) {
    throw Error(fmt::format("its protocol makes no sense: {}", error.what()));
  }
}

}  // namespace mce
