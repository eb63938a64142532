// SPDX-License-Identifier: MIT
#include "mce/selectors/greedy.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "support/archives.hpp"
#include "support/events.hpp"
#include "support/picks.hpp"
#include "support/scan.hpp"

namespace mce::greedy_test {
namespace {

TEST(Greedy, PicksUniformlyAmongTheFittest) {
  Archive archive = test::empty_archive(6);
  for (const auto& [cell, fitness] : {std::pair{0U, 1.0}, {1U, 3.0}, {2U, 2.0}, {4U, 3.0}, {5U, 3.0}}) {
    test::put(archive, cell, fitness);
  }
  Greedy selector;
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {1, 4, 5});
}

TEST(Greedy, AgreesWithAScanWhileElitesComeAndGo) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    Archive archive = test::empty_archive(50);
    test::put(archive, 0, -5);
    Greedy selector;
    selector.rebuild(archive);
    for (int step = 0; step < 2000; ++step) {
      test::random_step(archive, selector, rng);
      ASSERT_EQ(test::sorted(selector.candidates(archive)), test::sorted(test::ScanGreedy::candidates(archive)));
    }
    Greedy rebuilt;
    rebuilt.rebuild(archive);
    EXPECT_EQ(rebuilt.candidates(archive), selector.candidates(archive)) << "even the order is the same";
  }
}

TEST(Greedy, AgreesWithAScanWhereElitesGetWorseOrLeave) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    Archive archive = test::empty_archive(8);
    Greedy selector;
    selector.rebuild(archive);
    for (int step = 0; step < 1000; ++step) {
      const CellIndex cell = rng.bounded(8);
      if (archive.contains(cell) && rng.bounded(3) == 0) {
        archive.remove(cell);
        selector.remove(archive, cell);
      } else {
        const double rival = archive.fitness(cell);
        const double fitness = rng.bounded(4);
        test::put(archive, cell, fitness);
        selector.update(archive, cell);
        Outcome outcome;
        outcome.fitness = fitness;
        outcome.cell = cell;
        outcome.rival = rival;
        selector.observe(archive, outcome);
      }
      ASSERT_EQ(test::sorted(selector.candidates(archive)), test::sorted(test::ScanGreedy::candidates(archive)));
      Greedy rebuilt;
      rebuilt.rebuild(archive);
      ASSERT_EQ(rebuilt.candidates(archive), selector.candidates(archive)) << "even the order is the same";
    }
  }
}

TEST(Greedy, TakesInfiniteFitnessAsItIs) {
  Archive archive = test::empty_archive(3);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  test::put(archive, 0, -kInfinity);
  Greedy selector;
  selector.rebuild(archive);
  EXPECT_EQ(selector.candidates(archive), std::vector<CellIndex>{0});
  test::put(archive, 1, kInfinity);
  selector.update(archive, 1);
  EXPECT_EQ(selector.candidates(archive), std::vector<CellIndex>{1});
}

}  // namespace
}  // namespace mce::greedy_test
