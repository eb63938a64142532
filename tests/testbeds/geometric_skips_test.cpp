// SPDX-License-Identifier: MIT
#include "testbeds/geometric_skips.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "support/chi_square.hpp"

namespace mce::geometric_skips_test {
namespace {

TEST(GeometricSkips, HaveTheirDistribution) {
  struct Case {
    double probability;
    std::uint32_t most;
  };
  for (const auto& [probability, most] : {Case{0.02, 64}, Case{0.02, 256}, Case{0.0001, 64}, Case{0.3, 9},
                                          Case{0.5, 16}, Case{0.999, 4}, Case{0.02, 1}}) {
    const GeometricSkips skips(probability, most);
    Rng rng(most);
    std::vector<std::uint64_t> counts(most + 1);
    for (int i = 0; i < 300'000; ++i) ++counts.at(skips.draw(rng));
    std::vector<double> expected;
    for (std::uint32_t k = 0; k < most; ++k) expected.push_back(std::pow(1 - probability, k) * probability);
    expected.push_back(std::pow(1 - probability, most));
    EXPECT_GT(test::fit(counts, expected), test::kSignificance) << probability << ", " << most;
  }
}

TEST(GeometricSkips, OfCertaintiesAreCertain) {
  const GeometricSkips never(0, 4096);
  const GeometricSkips always(1, 4096);
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(never.draw(rng), 4096U);
    EXPECT_EQ(always.draw(rng), 0U);
  }
}

}  // namespace
}  // namespace mce::geometric_skips_test
