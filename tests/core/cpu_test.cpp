// SPDX-License-Identifier: MIT
#include "mce/core/cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace mce::cpu_test {
namespace {

/// Rounds differently when multiplication and addition are fused.
double sum_of_products(const std::array<double, 64>& a, const std::array<double, 64>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST(Cpu, EveryMachineHasTheGenericLevelAndUsesOneItHas) {
  const auto levels = available_cpu_levels();
  EXPECT_EQ(levels.front(), CpuLevel::generic);
  EXPECT_TRUE(std::ranges::is_sorted(levels));
  EXPECT_NE(std::ranges::find(levels, cpu_level()), levels.end());
}

TEST(Cpu, LevelsHaveDifferentNames) {
  EXPECT_EQ(name(CpuLevel::generic), "generic");
  EXPECT_EQ(name(CpuLevel::avx2), "avx2");
  EXPECT_EQ(name(CpuLevel::avx512), "avx512");
}

TEST(Cpu, EveryVersionOfAFunctionGivesTheSameBits) {
  std::array<double, 64> a{};
  std::array<double, 64> b{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = 1.0 / static_cast<double>(i + 3);
    b[i] = (i % 2 == 0 ? 1.0 : -1.0) / static_cast<double>(7 * i + 1);
  }
  for (const CpuLevel level : available_cpu_levels()) {
    EXPECT_EQ(Versions<&sum_of_products>::at(level)(a, b), sum_of_products(a, b)) << name(level);
  }
}

}  // namespace
}  // namespace mce::cpu_test
