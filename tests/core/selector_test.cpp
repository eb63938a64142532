// SPDX-License-Identifier: MIT
// What a selector is told, when, and in which order.
#include "mce/core/selector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "mce/core/evolution.hpp"
#include "support/script.hpp"

namespace mce::selector_test {
namespace {

using test::Script;
using Log = std::vector<std::string>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string text(double value) {
  return std::isnan(value) ? "nan" : std::to_string(static_cast<std::int64_t>(std::llround(value * 10)));
}
std::string text(std::optional<CellIndex> cell) { return cell ? std::to_string(*cell) : "-"; }
std::string text(const Tally& tally) {
  return std::to_string(tally.survivals) + "/" + std::to_string(tally.selections);
}

/// Selects what is written down, and writes down all that it is told, with what the archive says at that moment.
/// Numbers are in tenths.
struct Recorder {
  std::deque<CellIndex> picks;
  Log log = {};

  void rebuild(const Archive& archive) { log.push_back("rebuild " + std::to_string(archive.filled().size())); }
  CellIndex select(const Archive& /*archive*/, Rng& /*rng*/) {
    const CellIndex pick = picks.front();
    picks.pop_front();
    log.push_back("select " + std::to_string(pick));
    return pick;
  }
  void update(const Archive& archive, CellIndex cell) {
    log.push_back("update " + std::to_string(cell) + " (" + text(archive.elite_tally(cell)) + ")");
  }
  void observe(const Archive& archive, const Pick& pick) {
    log.push_back("pick " + std::to_string(pick.parent.cell) + " (" + text(archive.elite_tally(pick.parent.cell)) +
                  ", birth " + std::to_string(pick.parent.births) + ")");
  }
  void observe(const Archive& archive, const Outcome& outcome) {
    std::string line = "outcome ";
    line += outcome.parent ? "of " + std::to_string(outcome.parent->cell) : "initial";
    line += ": " + text(outcome.fitness) + " at " + text(outcome.features[0]) + ", in " + text(outcome.cell) +
            ", rival " + text(outcome.rival);
    if (outcome.cell) {
      EXPECT_EQ(archive.fitness(*outcome.cell), outcome.fitness) << "told after the archive has taken it in";
    }
    log.push_back(line);
  }
};

EvolutionParameters parameters(std::uint32_t initial, std::uint32_t batch = 1) {
  return {.seed = 1, .initial = initial, .resolution = {10}, .batch = batch};
}

TEST(SelectorEvents, TellOfTheInitialPopulationBeforeItIsRebuilt) {
  const Evolution evolution(Script{{{1, 3.5}, {0, 3.2}, {2, 3.1}, {kNaN, 4.5}, {1, kNaN}}}, Recorder{}, parameters(5));
  EXPECT_EQ(evolution.selector().log,
            (Log{"outcome initial: 10 at 35, in 3, rival nan", "outcome initial: 0 at 32, in -, rival 10",
                 "outcome initial: 20 at 31, in 3, rival 10", "outcome initial: nan at 45, in -, rival nan",
                 "outcome initial: 10 at nan, in -, rival nan", "rebuild 1"}));
}

TEST(SelectorEvents, TellOfEveryStepInOrder) {
  // In turn: an empty cell, a worse one, an equal one, its own replaced, and NaN.
  Evolution evolution(Script{{{1, 3.5}, {0, 5.5}, {0, 3.2}, {1, 3.2}, {2, 3.1}, {kNaN, 8}, {3, kNaN}}},
                      Recorder{{3, 3, 3, 3, 5, 3}}, parameters(1));
  evolution.advance_to(6);
  EXPECT_EQ(evolution.selector().log, (Log{"outcome initial: 10 at 35, in 3, rival nan",
                                           "rebuild 1",
                                           "select 3",
                                           "update 3 (0/1)",
                                           "pick 3 (0/1, birth 1)",
                                           "update 3 (1/1)",
                                           "update 5 (0/0)",
                                           "outcome of 3: 0 at 55, in 5, rival nan",
                                           "select 3",
                                           "update 3 (1/2)",
                                           "pick 3 (1/2, birth 2)",
                                           "outcome of 3: 0 at 32, in -, rival 10",
                                           "select 3",
                                           "update 3 (1/3)",
                                           "pick 3 (1/3, birth 2)",
                                           "outcome of 3: 10 at 32, in -, rival 10",
                                           "select 3",
                                           "update 3 (1/4)",
                                           "pick 3 (1/4, birth 2)",
                                           "update 3 (2/4)",
                                           "update 3 (0/0)",
                                           "outcome of 3: 20 at 31, in 3, rival 10",
                                           "select 5",
                                           "update 5 (0/1)",
                                           "pick 5 (0/1, birth 3)",
                                           "outcome of 5: nan at 80, in -, rival nan",
                                           "select 3",
                                           "update 3 (0/1)",
                                           "pick 3 (0/1, birth 3)",
                                           "outcome of 3: 30 at nan, in -, rival nan"}));
}

TEST(SelectorEvents, OfABatchAreAllPicksThenAllOutcomes) {
  Evolution evolution(
      Script{{{1, 3.5}, {1, 7.5}, {0, 5.5}, {2, 3.1}, {kNaN, 3}, {1.5, 3.3}, {4, 5.1}, {5, 7.2}, {0, 7.9}}},
      Recorder{{3, 7, 3, 3, 7, 3, 7}}, parameters(2, 7));
  evolution.step();
  EXPECT_EQ(evolution.evaluations(), 7U);
  EXPECT_EQ(evolution.selector().log, (Log{"outcome initial: 10 at 35, in 3, rival nan",
                                           "outcome initial: 10 at 75, in 7, rival nan",
                                           "rebuild 2",
                                           "select 3",
                                           "update 3 (0/1)",
                                           "pick 3 (0/1, birth 2)",
                                           "select 7",
                                           "update 7 (0/1)",
                                           "pick 7 (0/1, birth 2)",
                                           "select 3",
                                           "update 3 (0/2)",
                                           "pick 3 (0/2, birth 2)",
                                           "select 3",
                                           "update 3 (0/3)",
                                           "pick 3 (0/3, birth 2)",
                                           "select 7",
                                           "update 7 (0/2)",
                                           "pick 7 (0/2, birth 2)",
                                           "select 3",
                                           "update 3 (0/4)",
                                           "pick 3 (0/4, birth 2)",
                                           "select 7",
                                           "update 7 (0/3)",
                                           "pick 7 (0/3, birth 2)",
                                           "update 3 (1/4)",
                                           "update 5 (0/0)",
                                           "outcome of 3: 0 at 55, in 5, rival nan",
                                           "update 7 (1/3)",
                                           "update 3 (0/0)",
                                           "outcome of 7: 20 at 31, in 3, rival 10",
                                           "outcome of 3: nan at 30, in -, rival nan",
                                           "outcome of 3: 15 at 33, in -, rival 20",
                                           "update 7 (2/3)",
                                           "update 5 (0/0)",
                                           "outcome of 7: 40 at 51, in 5, rival 0",
                                           "update 3 (0/0)",
                                           "update 7 (0/0)",
                                           "outcome of 3: 50 at 72, in 7, rival 10",
                                           "outcome of 7: 0 at 79, in -, rival 50"}));
  EXPECT_EQ(evolution.archive().cell_tally(3), (Tally{4, 2})) << "the dead parent's cell is rewarded all the same";
}

/// The same numbers as a Recorder, and nothing to hear them.
struct Deaf {
  std::deque<CellIndex> picks;
  CellIndex select(const Archive& /*archive*/, Rng& /*rng*/) {
    const CellIndex pick = picks.front();
    picks.pop_front();
    return pick;
  }
};

TEST(Selector, NeedsOnlySelect) {
  static_assert(Selector<Deaf> && !SavesState<Deaf>);
  const Script script{{{1, 3.5}, {0, 5.5}, {2, 3.1}, {kNaN, 8}}};
  Evolution deaf(script, Deaf{{3, 3, 5}}, parameters(1));
  Evolution listening(script, Recorder{{3, 3, 5}}, parameters(1));
  deaf.advance_to(3);
  listening.advance_to(3);
  EXPECT_EQ(deaf.archive().signature(), listening.archive().signature());
}

/// Listens to one of the events only.
struct Counter : Deaf {
  std::uint64_t dead = 0;
  void observe(const Archive& /*archive*/, const Outcome& outcome) { dead += outcome.cell ? 0 : 1; }
};

TEST(Selector, MayListenToOneEventOnly) {
  Evolution evolution(Script{{{1, 3.5}, {0, 3.5}, {2, 3.1}, {kNaN, 8}}}, Counter{{{3, 3, 3}}}, parameters(1));
  evolution.advance_to(3);
  EXPECT_EQ(evolution.selector().dead, 2U);
}

/// Has a memory of its own, which its picks depend on: how much fitness each pick has gained in the end.
struct Gains {
  std::vector<double> gains;

  [[nodiscard]] CellIndex select(const Archive& archive, Rng& /*rng*/) const {
    CellIndex best = archive.filled().front();
    for (const CellIndex cell : archive.filled()) best = gains[cell] > gains[best] ? cell : best;
    return best;
  }
  void observe(const Archive& archive, const Outcome& outcome) {
    gains.resize(archive.cells());
    if (!outcome.cell || !outcome.parent) return;
    gains[outcome.parent->cell] += std::isnan(outcome.rival) ? 1 : outcome.fitness - outcome.rival;
    gains[outcome.parent->cell] *= 0.75;
  }
  void save(ByteWriter& out) const {
    for (const double gain : gains) out.value(gain);
  }
  void load(ByteReader& in, const Archive& archive) {
    gains.resize(archive.cells());
    for (double& gain : gains) gain = in.value<double>();
  }
};

/// A plane with some noise: another one at every seed.
struct Plane {
  using Gene = double;
  [[nodiscard]] static std::size_t genome_size() { return 2; }
  [[nodiscard]] static std::vector<Interval> bounds() { return {{.low = 0, .high = 10}, {.low = 0, .high = 10}}; }
  static void random(std::span<double> genome, Rng& rng) {
    for (double& gene : genome) gene = rng.uniform(0, 10);
  }
  static void mutate(std::span<double> genome, Rng& rng) {
    for (double& gene : genome) gene = std::clamp(gene + rng.uniform(-1, 1), 0.0, 10.0);
  }
  static double evaluate(std::span<const double> genome, std::span<double> features) {
    std::ranges::copy(genome, features.begin());
    return genome[0] * genome[1] > 60 ? kNaN : std::sin(3 * genome[0]) + std::cos(5 * genome[1]);
  }
};

TEST(SavesState, KeepsTheMemoryOfASelector) {
  static_assert(Selector<Gains> && SavesState<Gains>);
  for (const std::uint32_t batch : {1U, 7U}) {
    Evolution whole(Plane{}, Gains{}, parameters(20, batch));
    whole.advance_to(2100);
    EXPECT_GT(whole.archive().rejected(), 0U);
    Evolution first(Plane{}, Gains{}, parameters(20, batch));
    first.advance_to(1050);
    ByteWriter saved;
    first.save(saved);
    Evolution second(Plane{}, Gains{}, parameters(20, batch));
    ByteReader in(saved.bytes());
    second.load(in);
    EXPECT_EQ(in.remaining(), 0U);
    EXPECT_EQ(second.selector().gains, first.selector().gains);
    second.advance_to(2100);
    EXPECT_EQ(second.archive().signature(), whole.archive().signature()) << "batch " << batch;
    EXPECT_EQ(second.selector().gains, whole.selector().gains);
  }
}

TEST(Selector, IsRebuiltIfItDoesNotKnowThatACellWasEmptied) {
  Archive archive({Grid({{.low = 0, .high = 4}}, {4}), 0});
  Recorder recorder{};
  tell_remove(recorder, archive, 2);
  EXPECT_EQ(recorder.log, Log{"rebuild 0"});
  Deaf deaf;
  tell_remove(deaf, archive, 2);
  tell_grow(deaf, archive);
}

TEST(Selector, KeepsItsStateInALargerArchive) {
  const Archive small({Grid({{.low = 0, .high = 2}}, {2}), 0});
  const Archive large({Grid({{.low = 0, .high = 4}}, {4}), 0});
  /// Saves one number whatever the number of cells.
  struct Saver : Deaf {
    std::uint64_t number = 7;
    std::uint32_t cells = 0;
    void rebuild(const Archive& archive) { cells = archive.cells(); }
    void save(ByteWriter& out) const { out.value(number); }
    void load(ByteReader& in, const Archive& archive) {
      number = in.value<std::uint64_t>() + 1;
      cells = archive.cells();
    }
  } saver;
  saver.rebuild(small);
  tell_grow(saver, large);
  EXPECT_EQ(saver.number, 8U) << "saved and loaded";
  EXPECT_EQ(saver.cells, 4U);
  Recorder recorder{};
  tell_grow(recorder, large);
  EXPECT_EQ(recorder.log, Log{"rebuild 0"});
}

TEST(Selector, HasNoScoreOfAnEmptyCellOrIfItDoesNotSay) {
  struct Scored : Deaf {
    static double score(const Archive& /*archive*/, CellIndex cell) { return cell; }
  };
  Archive archive({Grid({{.low = 0, .high = 4}}, {4}), 0});
  const double feature = 2.5;
  archive.place(2, {}, 1, std::span(&feature, 1));
  EXPECT_EQ(score_of(Scored(), archive, 2), 2);
  EXPECT_TRUE(std::isnan(score_of(Scored(), archive, 1)));
  EXPECT_TRUE(std::isnan(score_of(Deaf(), archive, 2)));
}

/// Over a long run, what outcomes tell adds up to what the archive says.
struct Bookkeeper {
  std::uint64_t picks = 0;
  std::uint64_t initial = 0;
  std::uint64_t born = 0;
  std::uint64_t survivors = 0;
  std::uint64_t dead_of_nan = 0;
  std::vector<double> best = {};

  static CellIndex select(const Archive& archive, Rng& rng) {
    return archive.filled()[rng.bounded(static_cast<std::uint32_t>(archive.filled().size()))];
  }
  void observe(const Archive& /*archive*/, const Pick& /*pick*/) { ++picks; }
  void observe(const Archive& archive, const Outcome& outcome) {
    best.resize(archive.cells(), kNaN);
    ++(outcome.parent ? born : initial);
    if (Archive::has_nan(outcome.fitness, outcome.features)) {
      ++dead_of_nan;
      EXPECT_FALSE(outcome.cell);
      EXPECT_TRUE(std::isnan(outcome.rival));
      return;
    }
    const CellIndex home = archive.partition().cell(outcome.features);
    EXPECT_TRUE(outcome.rival == best[home] || (std::isnan(outcome.rival) && std::isnan(best[home])));
    EXPECT_EQ(outcome.cell.has_value(), !(outcome.fitness <= outcome.rival));
    if (!outcome.cell) return;
    EXPECT_EQ(*outcome.cell, home);
    best[home] = outcome.fitness;
    survivors += outcome.parent ? 1 : 0;
  }
};

TEST(SelectorEvents, AddUpToWhatTheArchiveHolds) {
  for (const std::uint32_t batch : {1U, 7U}) {
    Evolution evolution(Plane{}, Bookkeeper{}, parameters(30, batch));
    evolution.advance_to(2800);
    const Archive& archive = evolution.archive();
    const Bookkeeper& told = evolution.selector();
    EXPECT_EQ(told.initial, 30U);
    EXPECT_EQ(told.picks, 2800U);
    EXPECT_EQ(told.born, 2800U);
    EXPECT_EQ(told.dead_of_nan, archive.rejected());
    EXPECT_GT(archive.rejected(), 0U);
    std::uint64_t survivals = 0;
    for (const CellIndex cell : archive.filled()) {
      survivals += archive.cell_tally(cell).survivals;
      EXPECT_EQ(told.best[cell], archive.fitness(cell));
    }
    EXPECT_EQ(told.survivors, survivals);
  }
}

}  // namespace
}  // namespace mce::selector_test
