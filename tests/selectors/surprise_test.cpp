// SPDX-License-Identifier: MIT
#include "mce/selectors/surprise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "support/event_scans.hpp"
#include "support/events.hpp"
#include "support/picks.hpp"

namespace mce::surprise_test {
namespace {

using Parameters = Surprise::Parameters;

using Scan = test::ScanSurprise;
using Scanned = test::ScannedSurprise;
using Checked = test::CheckedSelector<Scanned, Scan>;

TEST(Surprise, HasTheCandidatesOfAScanAtEveryStepOfRandomHistories) {
  for (const Parameters& parameters : {Parameters{},
                                       {.memory = 1},
                                       {.memory = 10, .youth = 3},
                                       {.youth = 1e-6, .beta = 0.3},
                                       {.new_cells = Surprise::NewCells::over_lowest},
                                       {.inheritance = Surprise::Inheritance::all},
                                       {.inheritance = Surprise::Inheritance::nothing}}) {
    for (const std::uint32_t batch : {1U, 7U}) {
      Archive archive = test::empty_archive(40);
      test::put(archive, 0, 0);
      Checked checked{Scanned(parameters), Scan(parameters)};
      checked.rebuild(archive);
      Rng rng(batch);
      for (int step = 0; step < 2000; ++step) {
        test::random_batch(archive, checked, rng, batch, test::some_fitness);
        ASSERT_FALSE(testing::Test::HasFailure()) << "batch " << batch << ", step " << step;
      }
    }
  }
}

TEST(Surprise, HasTheCandidatesOfAScanInLongRealRuns) {
  Evolution rastrigin(Rastrigin({}), Checked{Scanned(), Scan(), 97}, {.seed = 5, .resolution = {40}});
  rastrigin.advance_to(150'000);
  Evolution arm(Arm({.joints = 30}), Checked{Scanned(), Scan(), 97}, {.seed = 6, .resolution = {40}, .batch = 16});
  arm.advance_to(100'000);
  Evolution maze(Maze({}), Checked{Scanned(), Scan(), 97}, {.seed = 7, .resolution = {30}});
  maze.advance_to(50'000);
}

TEST(Surprise, PicksUniformlyAmongEquals) {
  Archive archive = test::empty_archive(6);
  for (const CellIndex cell : {0U, 2U, 3U, 5U}) test::put(archive, cell, cell);
  Surprise selector;
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {0, 2, 3, 5});
  selector.observe(archive, Pick{archive.pick(2)});
  test::expect_uniform_picks(selector, archive, {0, 3, 5});
}

TEST(Surprise, SelectsTheLeastSelectedCellNowAndThen) {
  // The cells are selected 4, 1, 1 and 1 times. Then cell 0 has a new elite that has inherited nothing: it leads, but
  // its cell is not the one selected least.
  const auto next_pick = [](std::uint32_t explore, Rng& rng) {
    Archive archive = test::empty_archive(4);
    for (const CellIndex cell : {0U, 1U, 2U, 3U}) test::put(archive, cell, 0);
    Surprise selector({.explore = explore, .inheritance = Surprise::Inheritance::nothing});
    selector.rebuild(archive);
    for (const CellIndex cell : {0U, 0U, 0U, 0U, 1U, 2U, 3U}) selector.observe(archive, Pick{archive.pick(cell)});
    test::put(archive, 0, 1);
    const Parent parent{.cell = 1, .births = 4};
    selector.observe(archive, Outcome{.parent = parent, .fitness = 1, .features = {}, .cell = 0, .rival = 0});
    EXPECT_EQ(selector.candidates(archive), std::vector<CellIndex>{0});
    EXPECT_EQ(selector.explores_next(archive), explore == 8) << "the eighth selection";
    return selector.select(archive, rng);
  };
  struct Next {
    decltype(next_pick)& pick;
    CellIndex select(const Archive& /*archive*/, Rng& rng) const { return pick(8, rng); }
  } eighth{next_pick};
  test::expect_uniform_picks(eighth, test::empty_archive(4), {1, 2, 3}, 3000);
  Rng rng(1);
  EXPECT_EQ(next_pick(0, rng), 0U) << "without exploration";
}

/// A made-up world in which a test says what happens.
struct World {
  World() : archive(test::empty_archive(20)) {
    test::put(archive, 0, 10);
    selector.rebuild(archive);
  }
  void offspring(CellIndex parent, CellIndex home, double fitness) {
    const Parent picked = archive.pick(parent);
    selector.observe(archive, Pick{picked});
    const std::array features = {home + 0.5};
    judge(archive, selector, picked, std::as_bytes(std::span(&fitness, 1)), fitness, features);
  }
  Archive archive;
  Surprise selector;
};

TEST(Surprise, RewardsByHowRareAGainIs) {
  World world;
  world.offspring(0, 1, 5);  // the first gain is no surprise
  EXPECT_EQ(world.selector.tally(0), (Tally{1, 0}));
  world.offspring(0, 2, 7);  // the larger of two: ln 2 = 0.69, 11 of 16 units
  EXPECT_EQ(world.selector.tally(0), (Tally{2, 11}));
  world.offspring(0, 3, 6);  // the second of three: ln 1.5 = 0.41
  EXPECT_EQ(world.selector.tally(0), (Tally{3, 17}));
  world.offspring(0, 1, 100);  // a replacement is less than any new cell: ln 1
  EXPECT_EQ(world.selector.tally(0), (Tally{4, 17}));
  world.offspring(0, 2, 6);  // does not survive
  EXPECT_EQ(world.selector.tally(0), (Tally{5, 17}));
}

TEST(Surprise, StopsCountingRewardAtTheLargestNumber) {
  World world;
  world.offspring(0, 1, 5);
  ByteWriter saved;
  world.selector.save(saved);
  std::vector<std::byte> bytes = saved.bytes();
  const Tally nearly{.selections = 1, .survivals = UINT32_MAX - 3};
  // The tallies come after the order of the two elites: cell 1 with n = 0, then cell 0.
  std::memcpy(bytes.data() + 2 * sizeof(CellIndex) + sizeof(Tally), &nearly, sizeof nearly);
  ByteReader in(bytes);
  world.selector.load(in, world.archive);
  ASSERT_EQ(world.selector.tally(0), nearly);
  world.offspring(0, 2, 7);
  EXPECT_EQ(world.selector.tally(0), (Tally{2, UINT32_MAX}));
}

TEST(Surprise, LetsANewEliteInheritByMerit) {
  World world;
  for (int i = 0; i < 12; ++i) world.offspring(0, 1, 5 - i);  // one new cell, then in vain
  EXPECT_EQ(world.selector.tally(0).selections, 12U);
  world.offspring(1, 0, 11);  // among two gains the smaller: all is inherited
  EXPECT_EQ(world.selector.tally(0), (Tally{12, 0}));
  world.offspring(1, 0, 13);  // two of three gains are as large: two thirds
  EXPECT_EQ(world.selector.tally(0), (Tally{8, 0}));
  EXPECT_EQ(world.selector.tally(1).selections, 2U);
}

TEST(Surprise, GivesTheRewardBeforeTheParentIsReplaced) {
  World world;
  world.offspring(0, 1, 0);
  world.offspring(0, 2, 1);                            // 11 units for 0
  world.offspring(0, 0, 11);                           // a replacement of itself: all gains are as large, no reward
  EXPECT_EQ(world.selector.tally(0), (Tally{3, 11}));  // and all is inherited
}

TEST(Surprise, IsUnmovedByTheScaleAndTheOriginOfFitness) {
  const auto run = [](double factor, double offset) {
    Archive archive = test::empty_archive(40);
    test::put(archive, 0, offset);
    Surprise selector;
    selector.rebuild(archive);
    Rng rng(3);
    // Whole numbers, so that scaled ones are exact.
    const auto fitness = [&](Rng& random, CellIndex cell) { return offset + factor * random.bounded(5 + cell % 7); };
    std::vector<Tally> tallies;
    for (int step = 0; step < 3000; ++step) test::random_batch(archive, selector, rng, 1, fitness);
    for (const CellIndex cell : archive.filled()) tallies.push_back(archive.cell_tally(cell));
    return tallies;
  };
  const std::vector<Tally> plain = run(1, 0);
  EXPECT_EQ(run(0x1p-1000, 0), plain);
  EXPECT_EQ(run(0x1p1000, 0), plain);
  EXPECT_EQ(run(1024, -1e9), plain);
}

TEST(Surprise, CopesWithWhateverFitnessThereIs) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> worlds = {
      {infinity, -infinity, 0, 1}, {1e300, -1e300, 1e-300, 0}, {-1e9, 1, 2, 3}, {NAN, 1, NAN, -infinity}, {1, 1, 1, 1}};
  for (std::size_t i = 0; i < 2 * worlds.size(); ++i) {
    const std::vector<double>& values = worlds[i / 2];
    const auto new_cells = i % 2 == 0 ? Surprise::NewCells::first : Surprise::NewCells::over_lowest;
    Archive archive = test::empty_archive(12);
    test::put(archive, 0, values[3]);
    const Parameters parameters{.memory = 20, .new_cells = new_cells};
    Checked checked{Scanned(parameters), Scan(parameters)};
    checked.observe(archive, test::first_elite(values[3]));
    checked.rebuild(archive);
    Rng rng(1);
    const auto fitness = [&](Rng& random, CellIndex) { return values[random.bounded(4)]; };
    for (int step = 0; step < 500; ++step) test::random_batch(archive, checked, rng, 2, fitness);
    ASSERT_FALSE(testing::Test::HasFailure()) << values[0];
    const double beta = checked.selector().beta();
    EXPECT_TRUE(beta >= RewardForecast::kLeast && beta <= 1) << beta;
  }
}

TEST(Surprise, GoesOnFromWhatItHasSaved) {
  for (const std::uint32_t memory : {5U, 1000U}) {
    test::expect_goes_on<Surprise>({.memory = memory, .youth = 0.25}, test::some_fitness);
  }
}

TEST(Surprise, RefusesASavedStateThatCannotBe) {
  Archive archive = test::empty_archive(10);
  test::put(archive, 0, 0);
  Surprise selector;
  selector.observe(archive, test::first_elite(0));
  selector.rebuild(archive);
  Rng rng(2);
  for (int step = 0; step < 50; ++step) test::random_batch(archive, selector, rng, 1, test::some_fitness);
  ByteWriter saved;
  selector.save(saved);
  const auto complaint_after = [&](std::size_t at, auto value) -> std::string {
    std::vector<std::byte> bytes = saved.bytes();
    std::memcpy(bytes.data() + at, &value, sizeof value);
    ByteReader in(bytes);
    try {
      Surprise().load(in, archive);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::size_t elites = archive.filled().size();
  const std::size_t tallies = elites * sizeof(CellIndex);
  const std::size_t counts = tallies + elites * (sizeof(Tally) + sizeof(CellIndex));
  const std::size_t gains = counts + elites * sizeof(std::uint32_t);
  const std::size_t end = saved.bytes().size();
  EXPECT_EQ(complaint_after(end - 8, std::uint64_t{60}), "") << "the state as it is can be read";
  EXPECT_NE(complaint_after(0, CellIndex{77}), "");
  EXPECT_NE(complaint_after(tallies, std::uint32_t{1000}), "") << "more selections than the cell has";
  EXPECT_NE(complaint_after(tallies, Tally{0, 5}), "") << "reward without a selection";
  EXPECT_NE(complaint_after(counts - elites * sizeof(CellIndex), CellIndex{77}), "");
  EXPECT_NE(complaint_after(counts, std::uint32_t{1000}), "") << "a count above that of the cell";
  EXPECT_NE(complaint_after(gains, std::uint32_t{1001}), "") << "more gains than fit";
  EXPECT_NE(complaint_after(gains + 4, double{NAN}), "");
  EXPECT_NE(complaint_after(gains + 12, std::uint8_t{2}), "");
  EXPECT_NE(complaint_after(end - 24 - sizeof(RewardForecast::Sums), -1.0), "") << "a negative sum";
  EXPECT_NE(complaint_after(end - 24 - sizeof(RewardForecast::Sums) + 16, double{INFINITY}), "");
  EXPECT_NE(complaint_after(end - 24, 1e9), "") << "a lowest fitness above that of an elite";
  EXPECT_NE(complaint_after(end - 24, double{NAN}), "");
  EXPECT_NE(complaint_after(end - 16, 1.5), "") << "a slope above 1";
  EXPECT_NE(complaint_after(end - 16, double{NAN}), "");
  EXPECT_NE(complaint_after(end - 8, std::uint64_t{1000}), "") << "a refresh that would come too late";
  ByteReader fixed(saved.bytes());
  EXPECT_THROW(Surprise({.beta = 0.37}).load(fixed, archive), Error) << "a slope that is not the fixed one";
  ByteReader shortened(std::span(saved.bytes()).first(end - 1));
  EXPECT_THROW(Surprise().load(shortened, archive), Error);
}

TEST(Surprise, RefusesImpossibleParameters) {
  EXPECT_THROW(Surprise({.memory = 0}), std::invalid_argument);
  EXPECT_THROW(Surprise({.memory = 2'000'000}), std::invalid_argument);
  EXPECT_THROW(Surprise({.youth = 0}), std::invalid_argument);
  EXPECT_THROW(Surprise({.youth = -1}), std::invalid_argument);
  EXPECT_THROW(Surprise({.youth = NAN}), std::invalid_argument);
  EXPECT_THROW(Surprise({.youth = INFINITY}), std::invalid_argument);
  EXPECT_THROW(Surprise({.explore = 1001}), std::invalid_argument);
  EXPECT_THROW(Surprise({.beta = 2}), std::invalid_argument);
  EXPECT_THROW(Surprise({.beta = 1e-9}), std::invalid_argument);
}

}  // namespace
}  // namespace mce::surprise_test
