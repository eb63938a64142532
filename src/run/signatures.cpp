// SPDX-License-Identifier: MIT
#include "mce/run/signatures.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "mce/core/rng.hpp"
#include "mce/run/profile.hpp"
#include "mce/run/run.hpp"
#include "mce/search/any_search.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {
namespace {

constexpr std::string_view kProfileOfSearches = "search";

/// A search with several candidates in flight, on a function of our own.
std::uint64_t search_signature(const std::string& variation, const std::string& selector) {
  constexpr std::uint32_t kGenes = 4;
  constexpr std::uint64_t kInFlight = 8;
  constexpr std::uint64_t kIndividuals = 5'000;
  const std::vector<Interval> bounds(2, {.low = -1, .high = 1});
  AnySearch search = make_search({.genome = std::vector<Interval>(kGenes, {.low = -1, .high = 1}),
                                  .variation = variation,
                                  .selector = selector,
                                  .parameters = {.seed = 42, .initial = 100}},
                                 Grid(bounds, {32}));
  for (Ticket next = 1; next <= kIndividuals; ++next) {
    while (search.open() < kInFlight) search.ask();
    const auto genome = search.genome(next);
    double fitness = 0;
    for (const double gene : genome) fitness -= gene * gene;
    if (genome[3] > 0.9) {
      search.fail(next);
    } else {
      search.tell(next, fitness, std::array{genome[0], genome[1] * genome[2]});
    }
  }
  return search.archive().signature();
}

}  // namespace

std::string_view pinned_signatures_text();  // data/signatures.txt

std::vector<Signature> behaviour_signatures() {
  std::vector<Signature> signatures;
  for (const Profile& profile : profiles()) {
    for (const TestbedKind& testbed : testbed_kinds()) {
      for (const SelectorKind& selector : selector_kinds()) {
        const auto run = Run::make(complete({.profile = profile.name,
                                             .testbed = testbed.name,
                                             .selector = selector.name,
                                             .run_settings = {{"resolution", "32"}, {"evaluations", 10'000.0}},
                                             .seed = 42}));
        run->advance(run->plan().evaluations);
        signatures.push_back({profile.name, testbed.name, selector.name, run->archive().signature()});
      }
    }
  }
  for (const VariationKind& variation : variation_kinds()) {
    for (const SelectorKind& selector : selector_kinds()) {
      signatures.push_back({std::string(kProfileOfSearches), variation.name, selector.name,
                            search_signature(variation.name, selector.name)});
    }
  }
  return signatures;
}

std::string signature_table(const std::vector<Signature>& signatures) {
  std::string text;
  for (const auto& [profile, testbed, selector, value] : signatures) {
    text += fmt::format("{} {} {} {:016x}\n", profile, testbed, selector, value);
  }
  return text;
}

const std::vector<Signature>& pinned_signatures() {
  static const std::vector<Signature> pinned = [] {
    std::vector<Signature> all;
    for (const std::string& line : split(pinned_signatures_text(), '\n')) {
      const auto words = split(line, ' ');
      if (words.size() != 4) continue;
      Signature& each = all.emplace_back(Signature{words[0], words[1], words[2]});
      std::from_chars(words[3].data(), words[3].data() + words[3].size(), each.value, 16);
    }
    return all;
  }();
  return pinned;
}

std::uint64_t behaviour(std::string_view testbed, std::string_view selector) {
  std::uint64_t digest = 0;
  for (const Signature& each : pinned_signatures()) {
    if (each.testbed == testbed && each.selector == selector) digest = mix64(digest + each.value);
  }
  return digest;
}

const std::string& behaviour_name(const Plan& plan) { return plan.problem ? plan.problem->variation : plan.testbed; }

std::uint64_t behaviour(const Plan& plan) { return behaviour(behaviour_name(plan), plan.selector); }

std::uint64_t behaviour_of_all_in_0_1_0() {
  constexpr std::array<std::string_view, 3> kTestbeds = {"rastrigin", "arm", "maze"};
  std::uint64_t digest = 0;
  for (const Signature& each : pinned_signatures()) {
    const bool was_there =
        std::ranges::count(kTestbeds, each.testbed) > 0 && std::ranges::count(paper_selectors(), each.selector) > 0;
    if (was_there) digest = mix64(digest + each.value);
  }
  return digest;
}

}  // namespace mce
