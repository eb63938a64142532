// SPDX-License-Identifier: MIT
#include "study/packed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "mce/core/error.hpp"

namespace mce {
namespace {

template <class Number>
void expect_same_after_packing(const std::vector<Number>& numbers) {
  const auto packed = pack(std::span<const Number>(numbers));
  const auto found = unpack<Number>(packed);
  ASSERT_EQ(found.size(), numbers.size());
  EXPECT_TRUE(numbers.empty() || std::memcmp(found.data(), numbers.data(), numbers.size() * sizeof(Number)) == 0);
}

TEST(Packed, GivesBackEveryBit) {
  expect_same_after_packing(std::vector<double>{});
  expect_same_after_packing(std::vector<double>{0.0, -0.0, std::numeric_limits<double>::quiet_NaN(), -1e300,
                                                std::numeric_limits<double>::infinity(), 5e-324});
  expect_same_after_packing(std::vector<std::uint8_t>{0, 1, 255});
  expect_same_after_packing(std::vector<std::uint16_t>{0, 1, 65535});
  expect_same_after_packing(std::vector<std::uint32_t>{0, 1, 1U << 31, UINT32_MAX});
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> many(100'003);
  for (auto& each : many) each = random();
  expect_same_after_packing(many);
}

TEST(Packed, TakesLittleSpaceForNumbersThatAreAlike) {
  std::vector<std::uint32_t> small(10'000);
  for (std::size_t i = 0; i < small.size(); ++i) small[i] = static_cast<std::uint32_t>(i % 100);
  EXPECT_LT(pack(std::span<const std::uint32_t>(small)).size(), small.size() / 10);

  std::mt19937_64 random(2);
  std::vector<double> close(10'000);  // the low bytes are noise; sign, exponent and some of the mantissa are not
  for (double& each : close) each = 100 + std::uniform_real_distribution<double>(0, 1)(random);
  EXPECT_LT(pack(std::span<const double>(close)).size(), close.size() * 68 / 10);
}

TEST(Packed, DamageIsAnError) {
  const std::vector<double> numbers(1000, 1.5);
  const auto good = pack(std::span<const double>(numbers));
  EXPECT_THROW(unpack<double>({}), Error);
  EXPECT_THROW(unpack<double>(std::span(good).first(good.size() - 3)), Error);
  auto not_ours = good;
  not_ours[0] ^= std::byte{1};
  EXPECT_THROW(unpack<double>(not_ours), Error);
  const std::vector<std::uint8_t> three = {1, 2, 3};
  EXPECT_THROW(unpack<double>(pack(std::span<const std::uint8_t>(three))), Error) << "not a whole number of doubles";
}

}  // namespace
}  // namespace mce
