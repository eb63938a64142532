// SPDX-License-Identifier: MIT
#include "study/packed.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "mce/core/error.hpp"
#include "support/complaint.hpp"

namespace mce::packed_test {
namespace {

template <class Number>
void expect_same_after_packing(const std::vector<Number>& numbers) {
  const auto packed = pack(std::span<const Number>(numbers));
  const auto found = unpack<Number>(packed, numbers.size());
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
  EXPECT_THROW(unpack<double>({}, 0), Error);
  EXPECT_THROW(unpack<double>({}, 1000), Error);
  EXPECT_THROW(unpack<double>(std::span(good).first(good.size() - 3), 1000), Error);
  const std::vector<std::uint8_t> three = {1, 2, 3};
  const auto bytes = pack(std::span<const std::uint8_t>(three));
  EXPECT_THROW(unpack<double>(bytes, 0), Error) << "not a whole number of doubles";
}

TEST(Packed, AnotherNumberOfNumbersIsAnError) {
  const std::vector<double> numbers(1000, 1.5);
  const auto packed = pack(std::span<const double>(numbers));
  EXPECT_EQ(packed_count(packed, sizeof(double)), 1000U);
  for (const std::size_t count : {0U, 999U, 1001U}) {
    test::expect_mentions(test::message_of<Error>([&] { unpack<double>(packed, count); }),
                          {"1000 packed numbers, where " + std::to_string(count) + " belong"});
  }
}

/// Bit rot: nothing but the numbers that were packed ever comes out.
TEST(Packed, EveryFlippedBitIsNoticed) {
  std::vector<std::uint64_t> numbers(300);
  std::mt19937_64 random(5);
  for (auto& each : numbers) each = random() % 5 == 0 ? random() : 7;
  auto packed = pack(std::span<const std::uint64_t>(numbers));
  std::size_t noticed = 0;
  for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
    packed[bit / 8] ^= std::byte{1} << (bit % 8);
    try {
      EXPECT_EQ(unpack<std::uint64_t>(packed, numbers.size()), numbers) << bit;
    } catch (const Error&) {
      ++noticed;
    }
    packed[bit / 8] ^= std::byte{1} << (bit % 8);
  }
  EXPECT_GT(noticed, 8 * packed.size() * 98 / 100) << "few bits of a frame mean nothing";
}

TEST(Packed, FramesOfTheFirstVersionHaveNoChecksumAndAreRead) {
  const std::vector<double> numbers = {1, 2, 3};
  std::vector<std::byte> planes(24);
  for (std::size_t i = 0; i < 24; ++i) planes[i % 8 * 3 + i / 8] = std::as_bytes(std::span(numbers))[i];
  std::vector<std::byte> frame(ZSTD_compressBound(24));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), planes.data(), 24, 1));
  EXPECT_EQ(unpack<double>(frame, 3), numbers);
}

}  // namespace
}  // namespace mce::packed_test
