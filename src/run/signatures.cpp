// SPDX-License-Identifier: MIT
#include "mce/run/signatures.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "mce/core/rng.hpp"
#include "mce/run/profile.hpp"
#include "mce/run/run.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {

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
