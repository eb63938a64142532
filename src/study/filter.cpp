// SPDX-License-Identifier: MIT
#include "mce/study/filter.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <stdexcept>

#include "mce/selectors/selector_kinds.hpp"

namespace mce {
namespace {

/// Splits at the commas before "treatment=" and "selector=" only: names may have commas of their own.
std::vector<std::string> clauses(const std::string& text) {
  std::vector<std::string> found;
  for (const std::string& part : split(text, ',')) {
    const bool starts = part.starts_with("treatment=") || part.starts_with("selector=");
    if (starts || found.empty()) {
      found.push_back(part);
    } else {
      found.back() += "," + part;
    }
  }
  return found;
}

bool matches(const std::string& pattern, const std::string& text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), FNM_NOESCAPE) == 0;
}

/// Marks what a pattern matches among things that go by several names each.
template <class Thing, class Names>
std::vector<bool> marked(const std::vector<std::string>& patterns, const std::vector<Thing>& things, Names names_of,
                         const char* what) {
  std::vector<bool> marks(things.size(), patterns.empty());
  std::vector<std::string> valid;
  valid.reserve(things.size());
  for (const Thing& thing : things) valid.push_back(names_of(thing).front());
  for (const std::string& pattern : patterns) {
    // "arm" is the treatment of that name, if there is one, and otherwise all treatments of that testbed.
    const bool is_name = std::ranges::count(valid, pattern) > 0;
    bool any = false;
    for (std::size_t i = 0; i < things.size(); ++i) {
      const auto names = names_of(things[i]);
      if (is_name ? names.front() != pattern
                  : std::ranges::none_of(names, [&](const std::string& name) { return matches(pattern, name); })) {
        continue;
      }
      marks[i] = true;
      any = true;
    }
    if (!any) throw std::invalid_argument(unknown_name(what, pattern, valid));
  }
  return marks;
}

}  // namespace

StudyFilter parse_filter(std::span<const std::string> texts) {
  StudyFilter filter;
  for (const std::string& text : texts) {
    for (const std::string& clause : clauses(text)) {
      const auto [key, value] = parse_setting(clause, "--only");
      if (key != "treatment" && key != "selector") {
        const std::vector<std::string> keys = {"treatment", "selector"};
        throw std::invalid_argument("--only: " + unknown_name("key", key, keys));
      }
      (key == "treatment" ? filter.treatments : filter.selectors).push_back(value);
    }
  }
  return filter;
}

FilteredStudy apply(const StudyFilter& filter, const Protocol& protocol) {
  return {.treatments = marked(
              filter.treatments, protocol.treatments,
              [](const Treatment& each) { return std::vector{each.name, each.plan.testbed}; }, "treatment"),
          .selectors = marked(
              filter.selectors, protocol.selectors,
              [](const SelectorEntry& each) {
                std::vector names = {each.label};
                if (each.label == each.name) names.push_back(selector_kind(each.name).symbol);
                return names;
              },
              "selector")};
}

}  // namespace mce
