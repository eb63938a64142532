// SPDX-License-Identifier: MIT
#include "testbeds/genome_random.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "support/chi_square.hpp"

namespace mce::genome_random_test {
namespace {

using Genes = std::vector<double>;

std::uint64_t first(const Genes& genome, std::string_view purpose = "test") {
  return GenomeRandom(std::span<const double>(genome), purpose).next();
}

TEST(GenomeRandom, DependsOnTheGenomeAndThePurposeOnly) {
  EXPECT_EQ(first({1, 2, 3}), first({1, 2, 3}));
  const std::set<std::uint64_t> different = {
      first({1, 2, 3}),    first({1, 2, 3}, "other"),          first({1, 3, 2}), first({1, 2}), first({1, 2, 0}),
      first({1, 2, -0.0}), first({1, 2, std::nextafter(3, 4)})};
  EXPECT_EQ(different.size(), 7U);
}

TEST(GenomeRandom, TakesGenesOfWholeNumbersToo) {
  const std::vector<std::uint64_t> bits = {std::bit_cast<std::uint64_t>(1.5), std::bit_cast<std::uint64_t>(-2.0)};
  EXPECT_EQ(GenomeRandom(std::span<const std::uint64_t>(bits), "test").next(), first({1.5, -2}));
}

TEST(GenomeRandom, IsPinned) {
  EXPECT_EQ(first({1.5, -2}), 0xe2a32f45eac81b93ULL) << "changes the noise of all testbeds";
}

/// The cumulative distribution function of the normal distribution.
double normal_probability(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

TEST(GenomeRandom, MakesNormalNumbers) {
  std::vector<std::uint64_t> counts_of_first(50);
  std::vector<std::uint64_t> counts_of_second(50);
  std::vector<std::uint64_t> quadrants(4);
  for (int i = 0; i < 50'000; ++i) {
    const Genes genome = {i * 1e-3};
    const auto [one, other] = GenomeRandom(std::span<const double>(genome), "test").normals();
    ++counts_of_first[static_cast<std::size_t>(normal_probability(one) * 50)];
    ++counts_of_second[static_cast<std::size_t>(normal_probability(other) * 50)];
    ++quadrants[(one < 0 ? 1U : 0U) + (other < 0 ? 2U : 0U)];
  }
  EXPECT_GT(test::uniform_fit(counts_of_first), test::kSignificance);
  EXPECT_GT(test::uniform_fit(counts_of_second), test::kSignificance);
  EXPECT_GT(test::uniform_fit(quadrants), test::kSignificance);
}

}  // namespace
}  // namespace mce::genome_random_test
