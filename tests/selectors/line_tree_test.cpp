// SPDX-License-Identifier: MIT
#include "mce/selectors/detail/line_tree.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "support/chi_square.hpp"

namespace mce::line_tree_test {
namespace {

struct Pair {
  double value;
  double weight;
};

/// A LineTree and a plain list of the same pairs.
class Twins {
 public:
  explicit Twins(std::uint32_t cells) : tree_(cells) {}
  void put(CellIndex cell, Pair pair) {
    tree_.put(cell, pair.value, pair.weight);
    pairs_[cell] = pair;
  }
  void remove(CellIndex cell) {
    tree_.remove(cell);
    pairs_.erase(cell);
  }
  [[nodiscard]] std::size_t size() const { return pairs_.size(); }
  void expect_same(double clock) {
    std::vector<CellIndex> best;
    double highest = 0;
    for (const auto& [cell, pair] : pairs_) {
      const double score = pair.value + clock * pair.weight;
      if (!best.empty() && score < highest) continue;
      if (!best.empty() && score > highest) best.clear();
      highest = score;
      best.push_back(cell);
    }
    const auto found = tree_.candidates(clock);
    ASSERT_EQ(std::vector(found.begin(), found.end()), best) << "clock " << clock;
  }

 private:
  LineTree tree_;
  std::map<CellIndex, Pair> pairs_;
};

/// Few different numbers, and thus many ties, or all different ones; values of both signs.
Pair random_pair(Rng& rng, bool tied) {
  if (tied) return {.value = 0.5 * rng.bounded(4) - 1, .weight = 0.25 * rng.bounded(3)};
  return {.value = rng.uniform(-1, 1), .weight = rng.uniform01()};
}

TEST(LineTree, HasTheCandidatesOfAScan) {
  for (const std::uint32_t cells : {1U, 2U, 5U, 33U, 200U}) {
    for (const bool tied : {false, true}) {
      Rng rng(cells);
      Twins twins(cells);
      twins.put(cells / 2, random_pair(rng, tied));
      double clock = 0;
      for (int step = 0; step < 2000; ++step) {
        twins.put(rng.bounded(cells), random_pair(rng, tied));
        if (twins.size() > 1 && rng.bounded(3) == 0) {
          const CellIndex cell = rng.bounded(cells);
          twins.remove(cell);
          if (twins.size() == 0) twins.put(cell, random_pair(rng, tied));
        }
        if (rng.bounded(3) == 0) clock += 0.001 * rng.uniform01() * rng.bounded(20);
        twins.expect_same(clock);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

/// As bandits have it: what is best gets worse by being selected, so that all scores are nearly equal.
TEST(LineTree, HasTheCandidatesOfAScanWhenAllScoresAreClose) {
  constexpr std::uint32_t kCells = 300;
  Rng rng(7);
  Twins twins(kCells);
  std::vector<double> n(kCells, 1);
  for (CellIndex cell = 0; cell < kCells; ++cell) twins.put(cell, {.value = rng.uniform01(), .weight = 1});
  for (int step = 1; step < 5000; ++step) {
    const double clock = 2 + step * 1e-3;
    twins.expect_same(clock);
    if (testing::Test::HasFatalFailure()) return;
    const CellIndex cell = rng.bounded(kCells);
    n[cell] += 1;
    twins.put(cell, {.value = rng.uniform01(), .weight = 1 / n[cell]});
  }
}

TEST(LineTree, FollowsAClockThatFallsOrJumps) {
  Rng rng(3);
  Twins twins(50);
  for (CellIndex cell = 0; cell < 50; ++cell) twins.put(cell, random_pair(rng, false));
  for (const double clock : {1.0, 0.5, 1e100, 0.0, 1e-100, 3.0, 2.9999, 0x1p300, 1.0}) {
    for (int again = 0; again < 10; ++again) twins.expect_same(clock);
  }
}

TEST(LineTree, PutsCellsWithoutAPairFirst) {
  LineTree tree(10);
  tree.put(3, 1e300, 1);
  tree.put_first(7);
  tree.put_first(2);
  const auto candidates = [&] {
    const auto cells = tree.candidates(1);
    return std::vector(cells.begin(), cells.end());
  };
  EXPECT_EQ(candidates(), (std::vector<CellIndex>{2, 7}));
  tree.put(2, -1, 0);
  EXPECT_EQ(candidates(), (std::vector<CellIndex>{7}));
  tree.put_first(3);
  tree.put(7, -1, 0);
  EXPECT_EQ(candidates(), (std::vector<CellIndex>{3}));
  tree.put(3, -1, 0);
  EXPECT_EQ(candidates(), (std::vector<CellIndex>{2, 3, 7})) << "all equal";
  tree.put_first(5);
  tree.remove(5);
  tree.remove(3);
  EXPECT_EQ(candidates(), (std::vector<CellIndex>{2, 7}));
}

TEST(LineTree, TakesZerosOfBothSignsForEqual) {
  LineTree tree(2);
  tree.put(0, -0.0, 0);
  tree.put(1, 0.0, 0);
  EXPECT_EQ(tree.candidates(0).size(), 2U);
  EXPECT_EQ(tree.candidates(5).size(), 2U);
}

TEST(LineTree, PicksEachOfTheBestEquallyOften) {
  LineTree tree(12);
  for (CellIndex cell = 0; cell < 12; ++cell) tree.put(cell, cell % 3, 0.5);
  Rng rng(5);
  std::vector<std::uint64_t> counts(12);
  for (int i = 0; i < 8000; ++i) ++counts[tree.pick(2, rng)];
  EXPECT_GT(test::uniform_fit(std::vector{counts[2], counts[5], counts[8], counts[11]}), test::kSignificance);
  EXPECT_EQ(counts[2] + counts[5] + counts[8] + counts[11], 8000U);
  tree.put_first(0);
  tree.put_first(1);
  counts.assign(12, 0);
  for (int i = 0; i < 8000; ++i) ++counts[tree.pick(2, rng)];
  EXPECT_GT(test::uniform_fit(std::vector{counts[0], counts[1]}), test::kSignificance);
  EXPECT_EQ(counts[0] + counts[1], 8000U);
}

}  // namespace
}  // namespace mce::line_tree_test
