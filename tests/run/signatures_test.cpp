// SPDX-License-Identifier: MIT
#include "mce/run/signatures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "mce/core/rng.hpp"
#include "mce/run/profile.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "support/files.hpp"

namespace mce::signatures_test {
namespace {

TEST(Signatures, TableHasALineForEachInSixteenHexDigits) {
  EXPECT_EQ(signature_table({{"paper", "arm", "greedy", 0xabc}, {"published", "maze", "uniform", UINT64_MAX}}),
            "paper arm greedy 0000000000000abc\n"
            "published maze uniform ffffffffffffffff\n");
}

TEST(Signatures, TheBehaviourOfTheEngineIsAsCheckedIn) {
  const auto signatures = behaviour_signatures();
  EXPECT_EQ(signatures.size(),
            (profiles().size() * testbed_kinds().size() + variation_kinds().size()) * selector_kinds().size());
  EXPECT_EQ(signature_table(signatures), test::slurp(std::filesystem::path(MCE_DATA) / "signatures.txt"))
      << "The engine behaves differently than when the signatures were checked in. If that is meant to be:\n"
         "    build/release/mce signature > data/signatures.txt";
  EXPECT_EQ(signatures, pinned_signatures());
}

TEST(Signatures, DifferWhereverRunsDo) {
  std::set<std::uint64_t> different;
  for (const Signature& each : pinned_signatures()) different.insert(each.value);
  // The arm and the passage are the same in both profiles. Selectors do the same on them, except for U_i, which
  // differs.
  EXPECT_EQ(different.size(), pinned_signatures().size() - 2 * (selector_kinds().size() - 1));
}

TEST(Behaviour, IsANumberOfItsOwnForEveryTestbedAndSelector) {
  std::set<std::uint64_t> different;
  for (const TestbedKind& testbed : testbed_kinds()) {
    for (const SelectorKind& selector : selector_kinds()) different.insert(behaviour(testbed.name, selector.name));
  }
  EXPECT_EQ(different.size(), testbed_kinds().size() * selector_kinds().size());
  EXPECT_FALSE(different.contains(behaviour("sphere", "uniform"))) << "nothing is known of what is not in the table";
}

TEST(Behaviour, FollowsFromTheSignaturesOfItsPairAlone) {
  const auto signature = [](const char* profile) {
    const auto found = std::ranges::find_if(pinned_signatures(), [&](const Signature& each) {
      return each.profile == profile && each.testbed == "maze" && each.selector == "curiosity";
    });
    return found == pinned_signatures().end() ? 0 : found->value;
  };
  EXPECT_EQ(behaviour("maze", "curiosity"), mix64(mix64(signature("paper")) + signature("published")));
}

TEST(Behaviour, OfTheFirstVersionIsWhatItsFilesHold) { EXPECT_EQ(behaviour_of_all_in_0_1_0(), 0xce6440a32a01d6fdULL); }

}  // namespace
}  // namespace mce::signatures_test
