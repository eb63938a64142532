// SPDX-License-Identifier: MIT
#include "mce/study/signatures.hpp"

#include <fmt/core.h>

#include "mce/selectors/any_selector.hpp"
#include "mce/study/run.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {

std::vector<Signature> behaviour_signatures() {
  std::vector<Signature> signatures;
  for (const Profile& profile : profiles()) {
    for (const TestbedKind& testbed : testbed_kinds()) {
      for (const SelectorKind& selector : selector_kinds()) {
        const auto run = Run::make(complete({.profile = profile.name,
                                             .testbed = testbed.name,
                                             .testbed_settings = {},
                                             .selector = selector.name,
                                             .seed = 42,
                                             .batch = 1,
                                             .initial = {},
                                             .resolution = std::vector<std::uint32_t>{32},
                                             .evaluations = 10'000}));
        run->advance(run->settings().evaluations);
        signatures.push_back({profile.name, testbed.name, selector.name, run->archive().signature()});
      }
    }
  }
  return signatures;
}

std::uint64_t digest(const std::vector<Signature>& signatures) {
  std::uint64_t sum = 0;
  for (const Signature& each : signatures) sum = mix64(sum + each.value);
  return sum;
}

std::string signature_table(const std::vector<Signature>& signatures) {
  std::string text;
  for (const auto& [profile, testbed, selector, value] : signatures) {
    text += fmt::format("{} {} {} {:016x}\n", profile, testbed, selector, value);
  }
  return text;
}

}  // namespace mce
