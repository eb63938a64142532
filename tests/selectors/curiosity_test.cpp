// SPDX-License-Identifier: MIT
#include "mce/selectors/curiosity.hpp"

#include <gtest/gtest.h>

#include "support/archives.hpp"
#include "support/picks.hpp"
#include "support/wheel.hpp"

namespace mce::curiosity_test {
namespace {

TEST(Curiosity, PicksFollowTheRouletteWheel) {
  // Scores 0, +1, −0.5, +3, −2, 0.5; the smallest is −2, so cell 4 is never picked.
  const Archive archive = test::archive_with({{0, 0}, {1, 1}, {1, 0}, {3, 3}, {4, 0}, {2, 1}});
  Curiosity selector;
  selector.rebuild(archive);
  const auto expected = test::wheel(archive);
  EXPECT_FALSE(expected.contains(4));
  EXPECT_NEAR(expected.at(3), 5 / 14.0, 1e-12);
  test::expect_picks(selector, archive, expected, 100'000);
}

TEST(Curiosity, IsUniformIfAllScoresAreEqual) {
  const Archive untouched = test::archive_with({{0, 0}, {0, 0}, {0, 0}});
  Curiosity selector;
  selector.rebuild(untouched);
  test::expect_uniform_picks(selector, untouched, {0, 1, 2});
  const Archive level = test::archive_with({{3, 1}, {0, 0}, {6, 2}});  // 1 − 2·½ = 0 and 2 − 4·½ = 0
  selector.rebuild(level);
  test::expect_uniform_picks(selector, level, {0, 1, 2});
}

TEST(Curiosity, PicksTheOnlyElite) {
  const Archive archive = test::archive_with({{100'000, 3}});
  Curiosity selector;
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {0}, 100);
}

TEST(Curiosity, FollowsTheWheelWithOtherRewardsAndPenalties) {
  const Archive archive = test::archive_with({{5, 2}, {9, 1}, {1, 1}, {0, 0}, {40, 7}});
  for (const Curiosity::Parameters parameters : {Curiosity::Parameters{.reward = 0.3, .penalty = 0.1},
                                                 {.reward = 0, .penalty = 0.125},
                                                 {.reward = 1000, .penalty = 0.001},
                                                 {.reward = 2, .penalty = 0},
                                                 {.reward = 0, .penalty = 0}}) {
    Curiosity selector(parameters);
    selector.rebuild(archive);
    test::expect_picks(selector, archive, test::wheel(archive, parameters), 50'000);
  }
}

TEST(Curiosity, FollowsTheWheelAfterLongHistories) {
  for (const Curiosity::Parameters parameters : {Curiosity::Parameters{}, {.reward = 0.7, .penalty = 0.9}}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Rng rng(seed);
      Archive archive = test::empty_archive(30);
      test::put(archive, 0, 0);
      Curiosity selector(parameters);
      selector.rebuild(archive);
      for (int round = 0; round < 4; ++round) {
        for (int step = 0; step < 1000; ++step) test::random_step(archive, selector, rng);
        test::expect_picks(selector, archive, test::wheel(archive, parameters));
      }
    }
  }
}

TEST(Curiosity, GoesOnFromASavedOrderPickForPick) {
  Rng rng(8);
  Archive archive = test::empty_archive(60);
  test::put(archive, 0, 0);
  Curiosity selector;
  selector.rebuild(archive);
  for (int step = 0; step < 3000; ++step) test::random_step(archive, selector, rng);
  ByteWriter out;
  selector.save(out);
  ByteReader in(out.bytes());
  Curiosity loaded;
  loaded.load(in, archive);
  Rng other(rng.state());
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(selector.select(archive, rng), loaded.select(archive, other));
}

TEST(Curiosity, RefusesRewardsItCannotCountExactly) {
  EXPECT_THROW(Curiosity({.reward = -1, .penalty = 0.5}), std::invalid_argument);
  EXPECT_THROW(Curiosity({.reward = 1, .penalty = 0.0005}), std::invalid_argument);
  EXPECT_THROW(Curiosity({.reward = 1001, .penalty = 0.5}), std::invalid_argument);
  EXPECT_NO_THROW(Curiosity({.reward = 1000, .penalty = 0.001}));
  const Archive large(Grid({{.low = 0, .high = 1}}, {10'000'000}), 1);
  Curiosity fine({.reward = 1, .penalty = 0.001});
  EXPECT_THROW(fine.rebuild(large), std::invalid_argument) << "the wheel would not fit into 64 bits";
  EXPECT_THROW(fine.check_cells(10'000'000), std::invalid_argument) << "known before an archive is made";
  EXPECT_NO_THROW(fine.check_cells(2'000'000));
  EXPECT_NO_THROW(Curiosity({.reward = 0.002, .penalty = 0.001}).check_cells(10'000'000)) << "2:1 in whole numbers";
}

}  // namespace
}  // namespace mce::curiosity_test
