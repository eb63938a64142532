// SPDX-License-Identifier: MIT
#include "mce/core/detail/large_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace mce::large_array_test {
namespace {

/// Small ones that share pages with others, and large ones that come straight from the system.
constexpr std::size_t kSizes[] = {0, 1, 100, 65'536, 2'097'152, 5'000'000};

TEST(LargeArray, IsAllZerosFromTheStartOfACacheLine) {
  for (const std::size_t size : kSizes) {
    for (int again = 0; again < 3; ++again) {  // memory that was used before is zeroed too
      LargeArray<std::uint8_t> array(size);
      if (size == 0) continue;
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(&array[0]) % 64, 0U);
      std::size_t not_zero = 0;
      for (std::size_t i = 0; i < size; ++i) not_zero += std::exchange(array[i], 1);
      ASSERT_EQ(not_zero, 0U) << size;
    }
  }
}

TEST(LargeArray, KeepsItsContentsWhenMoved) {
  for (const std::size_t size : {100UL, 1'000'000UL}) {
    LargeArray<std::uint64_t> from(size);
    from[size - 1] = 42;
    const std::uint64_t* where = &from[0];
    LargeArray<std::uint64_t> to;
    to = std::move(from);
    EXPECT_EQ(&to[0], where);
    EXPECT_EQ(to[size - 1], 42U);
  }
}

TEST(LargeArray, SaysWhenThereIsNotEnoughMemory) {
  EXPECT_THROW(LargeArray<std::uint64_t>(std::size_t{1} << 58), std::bad_alloc);
}

}  // namespace
}  // namespace mce::large_array_test
