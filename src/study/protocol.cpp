// SPDX-License-Identifier: MIT
#include "mce/study/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "mce/core/rng.hpp"
#include "mce/selectors/selector_kinds.hpp"

namespace mce {
namespace {

const std::array<std::string, 3>& retention_names() {
  static const std::array<std::string, 3> names = {"curves", "first", "all"};
  return names;
}

std::uint64_t run_seed(std::uint64_t study_seed, std::string_view treatment, std::uint32_t repetition) {
  return mix64(stream_seed(study_seed, treatment) + (repetition + 1ULL) * kGolden) >> 11;
}

/// Collects what has changed, a line each.
class Changes {
 public:
  void compare(std::string_view owner, std::string_view what, const auto& old, const auto& now, bool plural = false) {
    if (old == now) return;
    const std::string_view verb = plural ? "were" : "was";
    lines_.push_back(fmt::format("{}{} {} {}, now {}", owner, what, verb, old, now));
  }

  void compare(std::string_view owner, const Settings& old, const Settings& now) {
    const auto value = [](const Settings& settings, const std::string& key) -> std::string {
      const auto found = std::ranges::find(settings, key, &Settings::value_type::first);
      return found == settings.end() ? "nothing" : value_text(found->second);
    };
    Settings all = old;
    std::ranges::copy_if(now, std::back_inserter(all), [&](const auto& each) {
      return std::ranges::count(old, each.first, &Settings::value_type::first) == 0;
    });
    for (const auto& [key, ignored] : all) compare(owner, key, value(old, key), value(now, key));
  }

  /// What the table of a plan does not show: other points in the same file.
  void compare_centroids(std::string_view owner, const CentroidChoice& old, const CentroidChoice& now) {
    if (old.points == now.points || old.text() != now.text()) return;
    lines_.push_back(fmt::format("{}the points in {} have changed", owner, in_quotes(now.text())));
  }

  void compare_points(std::string_view owner, const std::vector<std::uint64_t>& old,
                      const std::vector<std::uint64_t>& now) {
    std::vector<std::uint64_t> gone;
    std::vector<std::uint64_t> added;
    std::ranges::set_difference(old, now, std::back_inserter(gone));
    std::ranges::set_difference(now, old, std::back_inserter(added));
    if (!gone.empty()) lines_.push_back(fmt::format("{}save points {} were removed", owner, fmt::join(gone, ", ")));
    if (!added.empty()) lines_.push_back(fmt::format("{}save points {} were added", owner, fmt::join(added, ", ")));
  }

  /// Calls compare_entry(old entry, new one) for all old ones that are still there.
  template <class Entry>
  void compare_entries(std::string_view what, std::string Entry::* name, const std::vector<Entry>& old,
                       const std::vector<Entry>& now, auto compare_entry) {
    std::unordered_map<std::string_view, const Entry*> by_name;  // there may be a million of them
    for (const Entry& each : now) by_name.emplace(each.*name, &each);
    for (const Entry& each : old) {
      const auto found = by_name.find(each.*name);
      if (found == by_name.end()) {
        lines_.push_back(fmt::format("{} {} was removed", what, in_quotes(each.*name)));
      } else if (each != *found->second) {
        compare_entry(fmt::format("{} {}: ", what, in_quotes(each.*name)), each, *found->second);
      }
    }
  }

  void add(std::string line) { lines_.push_back(std::move(line)); }

  [[nodiscard]] std::vector<std::string> lines() && { return std::move(lines_); }

 private:
  std::vector<std::string> lines_;
};

}  // namespace

std::string to_text(Retention keep) { return retention_names()[static_cast<std::size_t>(keep)]; }

Retention parse_retention(std::string_view text) {
  const auto& names = retention_names();
  const auto* const found = std::ranges::find(names, text);
  if (found == names.end()) throw std::invalid_argument(unknown_name("value of keep", text, names));
  return static_cast<Retention>(found - names.begin());
}

std::string short_label(const SelectorEntry& selector) {
  const std::string& symbol = selector_kind(selector.name).symbol;
  if (symbol.empty()) return selector.label;
  return symbol + selector.label.substr(selector.name.size());
}

std::vector<std::string> short_labels(const Protocol& protocol) {
  std::vector<std::string> labels;
  labels.reserve(protocol.selectors.size());
  for (const SelectorEntry& each : protocol.selectors) labels.push_back(short_label(each));
  return labels;
}

std::vector<std::string> testbeds(const Protocol& protocol) {
  std::vector<std::string> names;
  for (const Treatment& each : protocol.treatments) {
    if (std::ranges::find(names, each.plan.testbed) == names.end()) names.push_back(each.plan.testbed);
  }
  return names;
}

Plan plan_of(const Protocol& protocol, std::size_t treatment, std::size_t selector, std::uint32_t repetition) {
  assert(repetition < protocol.repetitions);
  const Treatment& chosen = protocol.treatments.at(treatment);
  const SelectorEntry& entry = protocol.selectors.at(selector);
  Plan plan = chosen.plan;
  plan.selector = entry.name;
  plan.selector_settings = entry.settings;
  plan.seed = run_seed(protocol.seed, chosen.name, repetition);
  return plan;
}

void check(const Protocol& protocol) {
  std::set<std::uint32_t> seen;  // maps of one size are all alike to a selector
  for (const Treatment& treatment : protocol.treatments) {
    const std::uint32_t cells = cell_count(treatment.plan);
    if (!seen.insert(cells).second) continue;
    for (const SelectorEntry& selector : protocol.selectors) {
      try {
        check_selector(selector.name, selector.settings, cells);
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("treatment {} with selector '{}': {}", in_quotes(treatment.name),
                                                selector.label, error.what()));
      }
    }
  }
}

bool keeps_maps(const Protocol& protocol, std::uint32_t repetition) {
  return protocol.keep == Retention::all || (protocol.keep == Retention::first && repetition == 0);
}

std::uint64_t run_count(const Protocol& protocol) {
  return std::uint64_t{protocol.treatments.size()} * protocol.selectors.size() * protocol.repetitions;
}

std::uint64_t evaluation_count(const Protocol& protocol) {
  std::uint64_t count = 0;
  for (const Treatment& each : protocol.treatments) count += each.plan.evaluations;
  return count * protocol.selectors.size() * protocol.repetitions;
}

std::vector<std::string> differences(const Protocol& old, const Protocol& now) {
  Changes changes;
  changes.compare("", "name", old.name, now.name);
  changes.compare("", "profile", old.profile, now.profile);
  changes.compare("", "seed", old.seed, now.seed);
  changes.compare("", "keep", to_text(old.keep), to_text(now.keep));
  if (now.repetitions < old.repetitions) changes.compare("", "repetitions", old.repetitions, now.repetitions, true);
  changes.compare_entries("selector", &SelectorEntry::label, old.selectors, now.selectors,
                          [&](const std::string& owner, const SelectorEntry& before, const SelectorEntry& after) {
                            changes.compare(owner, "selector", before.name, after.name);
                            changes.compare(owner, before.settings, after.settings);
                          });
  changes.compare_entries("treatment", &Treatment::name, old.treatments, now.treatments,
                          [&](const std::string& owner, const Treatment& was, const Treatment& is) {
                            Plan before = was.plan;
                            Plan after = is.plan;
                            // The same points in a file of another name are no change.
                            if (before.centroids == after.centroids) after.centroids.file = before.centroids.file;
                            changes.compare(owner, "testbed", before.testbed, after.testbed);
                            changes.compare(owner, before.testbed_settings, after.testbed_settings);
                            if (before.problem != after.problem) changes.add(owner + "the problem has changed");
                            changes.compare(owner, values_of(before.table()), values_of(after.table()));
                            changes.compare_centroids(owner, before.centroids, after.centroids);
                            changes.compare_points(owner, before.save_points, after.save_points);
                          });
  return std::move(changes).lines();
}

}  // namespace mce
