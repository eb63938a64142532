// SPDX-License-Identifier: MIT
#include "mce/core/normal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "mce/core/cpu.hpp"
#include "support/chi_square.hpp"

namespace mce::normal_test {
namespace {

double probability_below(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

TEST(Normal, HasTheDistribution) {
  constexpr std::size_t kNumbers = 200'000;
  std::vector<double> numbers(kNumbers);
  Rng rng(1);
  fill_normal(numbers, rng);
  std::vector<std::uint64_t> counts(100);
  double sum = 0;
  double squares = 0;
  double fourth = 0;
  double products = 0;
  std::uint64_t beyond_three = 0;
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const double x = numbers[i];
    ++counts[static_cast<std::size_t>(probability_below(x) * 100)];
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    products += x * numbers[(i + 1) % kNumbers];
    beyond_three += std::abs(x) > 3 ? 1 : 0;
  }
  EXPECT_GT(test::uniform_fit(counts), test::kSignificance);
  // Five standard deviations each.
  const double root = std::sqrt(double{kNumbers});
  EXPECT_NEAR(sum / kNumbers, 0, 5 / root);
  EXPECT_NEAR(squares / kNumbers, 1, 5 * std::sqrt(2.0) / root);
  EXPECT_NEAR(fourth / kNumbers, 3, 5 * std::sqrt(96.0) / root);
  EXPECT_NEAR(products / kNumbers, 0, 5 / root) << "neighbours are independent";
  const double expected = 2 * kNumbers * probability_below(-3);
  EXPECT_NEAR(static_cast<double>(beyond_three), expected, 5 * std::sqrt(expected));
}

TEST(Normal, IsFiniteForAllBits) {
  const auto [far, zero] = normal_pair(0, 0);
  EXPECT_NEAR(far, 8.49, 0.01) << "the largest there is";
  EXPECT_EQ(zero, 0);
  const auto [none, nothing] = normal_pair(UINT64_MAX, UINT64_MAX);
  EXPECT_EQ(none, 0);
  EXPECT_EQ(nothing, 0);
}

TEST(Normal, IsPinned) {
  Rng rng(7);
  std::vector<double> numbers(5);
  fill_normal(numbers, rng);
  EXPECT_EQ(numbers, (std::vector<double>{0x1.65779946c987ap-1, 0x1.62008ff9ad455p-3, 0x1.22be062ef6c96p+0,
                                          0x1.904ddaaa276acp+0, -0x1.50ba9ccb42eep-1}));
}

TEST(Normal, MakesTwoAtATime) {
  Rng rng(3);
  Rng same(3);
  std::vector<double> three(3);
  fill_normal(three, rng);
  const auto [first, second] = normal_pair(same);
  const auto [third, unused] = normal_pair(same);
  EXPECT_EQ(three, (std::vector<double>{first, second, third}));
  EXPECT_EQ(rng.state(), same.state()) << "the fourth is not kept for later";
  fill_normal(std::span<double>(), rng);
  EXPECT_EQ(rng.state(), same.state());
}

/// Whatever their number, wherever they begin in the generator's block, and across its end.
TEST(Normal, IsTheSamePairByPairAtEveryLevel) {
  for (const CpuLevel level : available_cpu_levels()) {
    const auto fill = Versions<&fill_normal>::at(level);
    Rng rng(5);
    Rng same(5);
    for (int repetition = 0; repetition < 20; ++repetition) {
      for (std::size_t count = 0; count < 40; ++count) {
        std::vector<double> numbers(count);
        std::vector<double> expected(count + 1);
        fill(numbers, rng);
        for (std::size_t i = 0; i < count; i += 2) {
          const auto [first, second] = normal_pair(same);
          expected[i] = first;
          expected[i + 1] = second;
        }
        expected.resize(count);
        ASSERT_EQ(numbers, expected) << name(level);
        ASSERT_EQ(rng.state(), same.state()) << name(level) << ", " << count;
        ASSERT_EQ(rng.next(), same.next());
      }
    }
  }
}

}  // namespace
}  // namespace mce::normal_test
