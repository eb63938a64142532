// SPDX-License-Identifier: MIT
#include "mce/run/signatures.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <set>

#include "support/runs.hpp"

namespace mce::signatures_test {
namespace {

TEST(Signatures, TableHasALineForEachInSixteenHexDigits) {
  EXPECT_EQ(signature_table({{"paper", "arm", "greedy", 0xabc}, {"published", "maze", "uniform", UINT64_MAX}}),
            "paper arm greedy 0000000000000abc\n"
            "published maze uniform ffffffffffffffff\n");
}

TEST(Signatures, TheBehaviourOfTheEngineIsAsCheckedIn) {
  const auto signatures = behaviour_signatures();
  EXPECT_EQ(signatures.size(), 2U * 3U * 9U);
  EXPECT_EQ(signature_table(signatures), test::slurp(std::filesystem::path(MCE_STUDY_TESTS) / "signatures.txt"))
      << "The engine behaves differently than when the signatures were checked in. If that is meant to be:\n"
         "    build/release/mce signature > tests/study/signatures.txt";
  EXPECT_EQ(digest(signatures), kBehaviour) << fmt::format("Then kBehaviour has to be 0x{:016x}.", digest(signatures));
  std::set<std::uint64_t> different;
  for (const Signature& each : signatures) different.insert(each.value);
  // Selectors without parameters do the same in both profiles on the arm, which is the same in both; U_i differs.
  EXPECT_EQ(different.size(), signatures.size() - 8);
}

}  // namespace
}  // namespace mce::signatures_test
