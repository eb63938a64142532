// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/recent_gains.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <vector>

namespace mce::recent_gains_test {
namespace {

/// The same by counting.
class Counted {
 public:
  explicit Counted(std::size_t memory) : memory_(memory) {}
  void add(const Gain& gain) {
    gains_.push_back(gain);
    if (gains_.size() > memory_) gains_.pop_front();
  }
  [[nodiscard]] std::uint32_t at_least(const Gain& gain) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(gains_, [&](const Gain& each) { return !(each < gain); }));
  }
  [[nodiscard]] std::vector<Gain> in_order() const { return {gains_.begin(), gains_.end()}; }

 private:
  std::size_t memory_;
  std::deque<Gain> gains_;
};

template <class MakeGain>
void expect_counts(std::uint32_t memory, int gains, MakeGain make) {
  RecentGains recent(memory);
  Counted counted(memory);
  for (int i = 0; i < gains; ++i) {
    const Gain gain = make(i);
    recent.add(gain);
    counted.add(gain);
    ASSERT_EQ(recent.at_least(gain), counted.at_least(gain)) << "gain " << i << " of memory " << memory;
    const Gain other = make(gains - i);
    ASSERT_EQ(recent.at_least(other), counted.at_least(other)) << "gain " << i << " of memory " << memory;
    ASSERT_EQ(recent.size(), counted.in_order().size());
  }
  ASSERT_EQ(recent.in_order(), counted.in_order());
}

TEST(Gain, IsMoreInANewCellThanAnywhereElse) {
  EXPECT_LT((Gain{.amount = 1e300, .new_cell = false}), (Gain{.amount = -1e300, .new_cell = true}));
  EXPECT_LT((Gain{.amount = 1, .new_cell = true}), (Gain{.amount = 2, .new_cell = true}));
  EXPECT_LT((Gain{.amount = 1, .new_cell = false}), (Gain{.amount = 2, .new_cell = false}));
  EXPECT_FALSE((Gain{.amount = 1, .new_cell = false}) < (Gain{.amount = 1, .new_cell = false}));
}

TEST(RecentGains, CountsRandomOnes) {
  for (const std::uint32_t memory : {1U, 2U, 7U, 100U, 1000U}) {
    Rng rng(memory);
    expect_counts(memory, 2500,
                  [&](int) { return Gain{.amount = rng.uniform(0, 1), .new_cell = rng.bounded(3) == 0}; });
  }
}

TEST(RecentGains, CountsEqualRisingAndFallingOnes) {
  expect_counts(50, 400, [](int) { return Gain{.amount = 1, .new_cell = false}; });
  expect_counts(50, 400, [](int i) { return Gain{.amount = static_cast<double>(i), .new_cell = false}; });
  expect_counts(50, 400, [](int i) { return Gain{.amount = static_cast<double>(-i), .new_cell = true}; });
  expect_counts(50, 400, [](int i) { return Gain{.amount = static_cast<double>(i % 3), .new_cell = i % 2 == 0}; });
}

TEST(RecentGains, CountsHugeTinyAndInfiniteOnes) {
  const std::vector<double> amounts = {1e300,    1e-300, 0, INFINITY, std::numeric_limits<double>::denorm_min(),
                                       -INFINITY};
  expect_counts(20, 200, [&](int i) {
    return Gain{.amount = amounts[static_cast<std::size_t>(i) % amounts.size()], .new_cell = i % 5 == 0};
  });
}

/// A tree without balance would be as deep as it is large, and this would take minutes.
TEST(RecentGains, IsFastForRisingGains) {
  constexpr std::uint32_t kMemory = 100'000;
  RecentGains recent(kMemory);
  for (std::uint32_t i = 0; i < 3 * kMemory; ++i) recent.add({.amount = static_cast<double>(i), .new_cell = false});
  EXPECT_EQ(recent.at_least({.amount = 2.5 * kMemory, .new_cell = false}), kMemory / 2);
}

}  // namespace
}  // namespace mce::recent_gains_test
