// SPDX-License-Identifier: MIT
#include "mce/core/evolution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include "support/script.hpp"

namespace mce::evolution_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using test::Script;

/// Selects what is written down, and remembers what it was told.
struct Listed {
  std::deque<CellIndex> picks;
  std::vector<CellIndex> updates;

  void rebuild(const Archive& /*archive*/) { updates.clear(); }
  CellIndex select(const Archive& /*archive*/, Rng& /*rng*/) {
    const CellIndex pick = picks.front();
    picks.pop_front();
    return pick;
  }
  void update(const Archive& /*archive*/, CellIndex cell) { updates.push_back(cell); }
};

EvolutionParameters parameters(std::uint32_t initial, std::uint32_t batch = 1) {
  return {.seed = 1, .initial = initial, .resolution = {10}, .batch = batch};
}

TEST(Evolution, InitialGenomesCountNeitherAsSelectionsNorAsEvaluations) {
  Evolution evolution(Script{{{1, 3.5}, {2, 3.5}, {0, 7.5}}}, Listed{}, parameters(3));
  EXPECT_EQ(evolution.evaluations(), 0U);
  EXPECT_EQ(evolution.archive().filled().size(), 2U);
  EXPECT_EQ(evolution.archive().fitness(3), 2);
  EXPECT_EQ(evolution.archive().cell_tally(3), Tally{});
}

TEST(Evolution, OffspringInAnEmptyCellSurvives) {
  Evolution evolution(Script{{{1, 3.5}, {0, 5.5}}}, Listed{{3}, {}}, parameters(1));
  evolution.step();
  EXPECT_EQ(evolution.archive().fitness(5), 0);
  EXPECT_EQ(evolution.archive().cell_tally(3), (Tally{1, 1}));
  EXPECT_EQ(evolution.archive().elite_tally(3), (Tally{1, 1}));
  EXPECT_EQ(evolution.archive().elite_tally(5), Tally{});
  EXPECT_EQ(evolution.selector().updates, (std::vector<CellIndex>{3, 3, 5}));
}

TEST(Evolution, OffspringOfEqualFitnessDoesNotSurvive) {
  Evolution evolution(Script{{{1, 3.5}, {1, 3.2}}}, Listed{{3}, {}}, parameters(1));
  evolution.step();
  EXPECT_EQ(evolution.archive().features(3)[0], 3.5);
  EXPECT_EQ(evolution.archive().elite_tally(3), (Tally{1, 0}));
  EXPECT_EQ(evolution.selector().updates, std::vector<CellIndex>{3});
}

TEST(Evolution, ParentReplacedByItsOwnOffspringKeepsTheCellTallyOnly) {
  Evolution evolution(Script{{{1, 3.5}, {2, 3.2}, {1, 9}}}, Listed{{3, 3}, {}}, parameters(1));
  evolution.step();
  EXPECT_EQ(evolution.archive().cell_tally(3), (Tally{1, 1}));
  EXPECT_EQ(evolution.archive().elite_tally(3), Tally{});
  evolution.step();
  EXPECT_EQ(evolution.archive().cell_tally(3), (Tally{2, 2}));
  EXPECT_EQ(evolution.archive().elite_tally(3), (Tally{1, 1}));
}

TEST(Evolution, NanIsANonSurvivalAndCountedSeparately) {
  Evolution evolution(Script{{{1, 3.5}, {kNaN, 4.5}, {5, kNaN}, {2, 6}}}, Listed{{3, 3, 3}, {}}, parameters(1));
  evolution.advance_to(3);
  EXPECT_EQ(evolution.archive().rejected(), 2U);
  EXPECT_EQ(evolution.archive().elite_tally(3), (Tally{3, 1}));
  EXPECT_EQ(evolution.archive().filled().size(), 2U);
}

TEST(Evolution, NeedsOneInitialGenomeWithoutNan) {
  try {
    Evolution evolution(Script{{{kNaN, 1}, {1, kNaN}}}, Listed{}, parameters(2));
    FAIL() << "there is no elite";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "no elite to start from: none of the 2 initial genomes has a fitness and features other than NaN");
  }
  EXPECT_THROW(Evolution(Script{}, Listed{}, parameters(0)), std::invalid_argument);
}

/// Looks at the tallies at the moment of each selection.
struct Watcher {
  std::vector<std::uint32_t> seen;
  CellIndex select(const Archive& archive, Rng& /*rng*/) {
    seen.push_back(archive.cell_tally(3).selections);
    return 3;
  }
};

TEST(Evolution, EachPickOfABatchCountsAtOnceAndItsRewardComesLater) {
  Evolution evolution(Script{{{1, 3.5}, {2, 3.2}, {3, 3.3}, {0, 4.5}}}, Watcher{}, parameters(1, 3));
  evolution.step();
  EXPECT_EQ(evolution.selector().seen, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(evolution.evaluations(), 3U);
  EXPECT_EQ(evolution.archive().cell_tally(3), (Tally{3, 3}));
  EXPECT_EQ(evolution.archive().elite_tally(3), Tally{})
      << "the new elite gets no reward for its predecessor's offspring";
  EXPECT_EQ(evolution.archive().fitness(3), 3);
}

TEST(Evolution, RefusesABatchOfNothingAndTooManyEvaluations) {
  EXPECT_THROW(Evolution(Script{{{1, 1}}}, Listed{}, parameters(1, 0)), std::invalid_argument);
  Evolution evolution(Script{{{1, 1}}}, Listed{}, parameters(1));
  EXPECT_THROW(evolution.advance_to(kMaxEvaluations + 1), std::invalid_argument);
}

/// A real, if small, problem with another type of gene; its selector needs nothing but the archive.
struct Bytes {
  using Gene = std::uint8_t;
  [[nodiscard]] static std::size_t genome_size() { return 5; }
  [[nodiscard]] static std::vector<Interval> bounds() { return {{.low = 0, .high = 256}, {.low = 0, .high = 256}}; }
  static void random(std::span<std::uint8_t> genome, Rng& rng) {
    for (auto& gene : genome) gene = static_cast<std::uint8_t>(rng.bounded(256));
  }
  static void mutate(std::span<std::uint8_t> genome, Rng& rng) {
    genome[rng.bounded(5)] = static_cast<std::uint8_t>(rng.bounded(256));
  }
  static double evaluate(std::span<const std::uint8_t> genome, std::span<double> features) {
    features[0] = genome[0];
    features[1] = genome[1];
    return genome[2] + genome[3] - genome[4];
  }
};

struct Latest {
  static CellIndex select(const Archive& archive, Rng& rng) {
    const auto cells = archive.filled();
    return cells[rng.bounded(2) == 0 ? cells.size() - 1 : rng.bounded(static_cast<std::uint32_t>(cells.size()))];
  }
};

TEST(Evolution, SavedAndLoadedGoesOnBitForBit) {
  const EvolutionParameters settings{.seed = 4, .initial = 20, .resolution = {16, 8}, .batch = 1};
  Evolution whole(Bytes{}, Latest{}, settings);
  whole.advance_to(5000);
  for (const std::uint64_t stop : {0, 1, 255, 256, 257, 1000, 4999, 5000}) {
    Evolution first(Bytes{}, Latest{}, settings);
    first.advance_to(stop);
    ByteWriter saved;
    first.save(saved);
    Evolution second(Bytes{}, Latest{}, settings);
    ByteReader in(saved.bytes());
    second.load(in);
    EXPECT_EQ(in.remaining(), 0U);
    second.advance_to(5000);
    ASSERT_EQ(second.archive().signature(), whole.archive().signature()) << "interrupted after " << stop;
  }
}

TEST(Evolution, InitialPopulationDependsOnTheSeedAlone) {
  const EvolutionParameters settings{.seed = 4, .initial = 20, .resolution = {16}, .batch = 1};
  const Evolution one(Bytes{}, Latest{}, settings);
  const Evolution other(Bytes{}, Listed{}, settings);
  EXPECT_EQ(one.archive().signature(), other.archive().signature());
  const Evolution reseeded(Bytes{}, Latest{}, {.seed = 5, .initial = 20, .resolution = {16}, .batch = 1});
  EXPECT_NE(one.archive().signature(), reseeded.archive().signature());
}

}  // namespace
}  // namespace mce::evolution_test
