// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "commands.hpp"
#include "mce/run/profile.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce::app {
namespace {

/// A parameter, its default, what it means and what is allowed; and its value in the published profile where that is
/// another.
void print_parameters(const std::vector<ParameterInfo>& paper, const std::vector<ParameterInfo>& published) {
  for (std::size_t i = 0; i < paper.size(); ++i) {
    const auto& [key, value, allowed, meaning] = paper[i];
    const std::string other =
        published[i].value == value ? "" : fmt::format(" ({} in profile published)", published[i].value);
    fmt::print("      {} = {}{}\n          {}; allowed: {}\n", key, value, other, meaning, allowed);
  }
}

void print_testbeds() {
  fmt::print("Testbeds (mce run TESTBED --set key=value)\n");
  for (const TestbedKind& kind : testbed_kinds()) {
    fmt::print("\n  {}: {}\n", kind.name, kind.meaning);
    print_parameters(kind.parameters(profile("paper").testbed(kind.name).settings),
                     kind.parameters(profile("published").testbed(kind.name).settings));
    const Plan paper = complete({.profile = "paper", .testbed = kind.name, .selector = ""});
    const Plan published = complete({.profile = "published", .testbed = kind.name, .selector = ""});
    fmt::print("      {} evaluations on {} cells, from {} random genomes{}\n", paper.evaluations,
               fmt::join(paper.resolution, " × "), paper.initial,
               published.initial == paper.initial ? "" : fmt::format(" ({} in profile published)", published.initial));
  }
}

void print_selectors() {
  fmt::print("\nSelectors (--selector NAME or NAME:key=value,…; ties are broken uniformly)\n\n");
  for (const SelectorKind& kind : selector_kinds()) {
    fmt::print("  {:<19} {:<3} {}\n", kind.name, kind.symbol, kind.meaning);
    print_parameters(kind.parameters(profile("paper").selector(kind.name)),
                     kind.parameters(profile("published").selector(kind.name)));
  }
  fmt::print("  {:<23} the one for a problem that you do not know: {}\n", "recommended", kRecommendedSelector);
}

void print_variations() {
  fmt::print("\nVariations of a problem's genomes (--variation NAME or NAME:key=value,…)\n\n");
  for (const VariationKind& kind : variation_kinds()) {
    fmt::print("  {:<23} {}\n", kind.name, kind.meaning);
    const std::vector<ParameterInfo> parameters = kind.parameters({});
    print_parameters(parameters, parameters);
  }
}

void print_profiles() {
  fmt::print("\nProfiles (--profile NAME): where the defaults come from\n\n");
  for (const Profile& each : profiles()) fmt::print("  {:<10} {}\n", each.name, each.meaning);
}

}  // namespace

void list() {
  print_testbeds();
  print_selectors();
  print_variations();
  print_profiles();
}

}  // namespace mce::app
