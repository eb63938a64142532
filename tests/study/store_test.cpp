// SPDX-License-Identifier: MIT
#include "mce/study/store.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <thread>

#include "mce/core/error.hpp"
#include "mce/run/signatures.hpp"
#include "mce/study/detail/map_history.hpp"
#include "study/study_support.hpp"

namespace mce::store_test {
namespace {

using test::has;
using test::made_run;
using test::message_of;
using test::small_protocol;

TEST(Store, SaysWhichRunCompletesATreatment) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = small_protocol();
  const auto run = [&](std::uint32_t i) {
    return made_run(protocol,
                    {.treatment = 0, .selector = i / protocol.repetitions, .repetition = i % protocol.repetitions});
  };
  const auto all = static_cast<std::uint32_t>(protocol.selectors.size()) * protocol.repetitions;
  {
    Store store = Store::for_running(directory / "s.mce", protocol);
    for (std::uint32_t i = 0; i < all / 2; ++i) EXPECT_FALSE(store.add(run(i))) << i;
  }
  Store store = Store::for_running(directory / "s.mce", protocol);
  for (std::uint32_t i = 0; i + 1 < all; ++i) EXPECT_FALSE(store.add(run(i))) << i << ", some for the second time";
  EXPECT_FALSE(store.add(made_run(protocol, {.treatment = 1, .selector = 0, .repetition = 0})));
  EXPECT_TRUE(store.add(run(all - 1)));
  EXPECT_TRUE(store.add(run(0))) << "it was complete before";
}

TEST(Store, GivesBackWhatItTookIn) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = small_protocol();
  const RunKey key{.treatment = 1, .selector = 2, .repetition = 0};
  const FinishedRun run = made_run(protocol, key);
  {
    Store store = Store::for_running(directory / "s.mce", protocol);
    EXPECT_EQ(store.missing().size(), 27U);
    EXPECT_FALSE(store.add(run));
    EXPECT_EQ(store.missing().size(), 26U);
  }
  const Store store = Store::for_reading(directory / "s.mce");
  EXPECT_EQ(store.protocol(), protocol);
  EXPECT_EQ(store.cells(1), 144U);
  ASSERT_EQ(store.runs(1).size(), 1U);
  EXPECT_EQ(store.runs(1)[0].key, key);
  EXPECT_EQ(store.runs(1)[0].seed, run.seed);
  EXPECT_EQ(store.runs(1)[0].signature, run.signature);
  EXPECT_EQ(store.runs(1)[0].evaluations, 1500U);
  EXPECT_EQ(store.signature(key), run.signature);
  EXPECT_EQ(store.signature({.treatment = 1, .selector = 2, .repetition = 1}), std::nullopt);
  EXPECT_EQ(store.curve(key), run.curve);
  EXPECT_EQ(store.history(key), run.history);
  EXPECT_EQ(store.states()[1].runs, 1U);
  EXPECT_EQ(store.states()[1].evaluations, 1500U);
  EXPECT_FALSE(store.states()[1].measured);
  const auto maps = store.maps(key);
  ASSERT_EQ(maps.size(), 2U) << "at 1000, and at the end";
  EXPECT_EQ(maps[0].evaluations, 1000U);
  EXPECT_EQ(maps[1].evaluations, 1500U);
  EXPECT_EQ(maps[1].selections, run.maps[1].selections);
  EXPECT_EQ(maps[1].survivals, run.maps[1].survivals);
  const auto elites = store.elites(key);
  ASSERT_TRUE(elites);
  EXPECT_EQ(elites->cells, run.elites->cells);
  EXPECT_EQ(elites->fitness, run.elites->fitness);
  EXPECT_EQ(elites->solutions, run.elites->solutions);
  EXPECT_EQ(elites->solutions.size(), 12 * elites->cells.size());
  EXPECT_EQ(elites->features.size(), 2 * elites->cells.size());
}

TEST(Store, TheMapsItKeepsAreThoseOfTheRun) {
  const Protocol protocol = small_protocol();
  const RunKey key{.treatment = 0, .selector = 0, .repetition = 0};
  const FinishedRun run = made_run(protocol, key);
  const auto whole = Run::make(plan_of(protocol, 0, 0, 0));
  whole->advance(1000);
  const auto expect_map = [&](const KeptMap& map) {
    for (CellIndex cell = 0; cell < 144; ++cell) {
      ASSERT_EQ(std::isnan(map.fitness[cell]), !whole->archive().contains(cell));
      if (whole->archive().contains(cell)) {
        ASSERT_EQ(map.fitness[cell], whole->archive().fitness(cell));
      }
      ASSERT_EQ(map.selections[cell], whole->archive().cell_tally(cell).selections);
      ASSERT_EQ(map.survivals[cell], whole->archive().cell_tally(cell).survivals);
    }
  };
  expect_map(run.maps.at(0));
  whole->advance(500);
  expect_map(run.maps.at(1));
  EXPECT_EQ(run.signature, whole->archive().signature());
  EXPECT_EQ(run.curve, whole->curve());
  MapHistoryReader history(run.history, 144, run.curve.size());
  std::map<CellIndex, double> played;
  for (std::size_t i = 0; i < run.curve.size(); ++i) {
    history.next([&played](CellIndex cell, double fitness) { played[cell] = fitness; });
  }
  EXPECT_EQ(played.size(), whole->archive().filled().size());
  for (const auto& [cell, fitness] : played) EXPECT_EQ(fitness, whole->archive().fitness(cell));
  EXPECT_TRUE(made_run(protocol, {.treatment = 0, .selector = 0, .repetition = 1}).maps.empty()) << "only the first";
}

TEST(Store, OnlyOneProcessRunsAStudy) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  {
    const Store first = Store::for_running(path, small_protocol());
    EXPECT_TRUE(Store::is_being_run(path));
    EXPECT_TRUE(has(message_of<Error>([&] { Store::for_running(path, small_protocol()); }), "another process"));
    EXPECT_EQ(Store::for_reading(path).missing().size(), 27U) << "but anybody may look";
  }
  EXPECT_FALSE(Store::is_being_run(path));
  EXPECT_EQ(Store::for_running(path, small_protocol()).missing().size(), 27U);
}

TEST(Store, WhatIsNoStudyOfOursIsLeftAlone) {
  const test::TemporaryDirectory directory;
  const auto refusal = [&](const std::string& name) {
    const auto path = directory / name;
    const std::string before = test::slurp(path);
    const std::string message = message_of<Error>([&] { Store::for_running(path, small_protocol()); });
    EXPECT_EQ(message_of<Error>([&] { Store::for_reading(path); }), message);
    EXPECT_EQ(test::slurp(path), before) << name;
    EXPECT_TRUE(has(message, path.string())) << message;
    return message;
  };
  test::spill(directory / "text.mce", std::string(5000, 'x'));
  EXPECT_TRUE(has(refusal("text.mce"), "no SQLite file"));
  test::tamper(directory / "foreign.mce", "CREATE TABLE t (a)");
  EXPECT_TRUE(has(refusal("foreign.mce"), "not a study"));
  test::complete_study(directory / "newer.mce", small_protocol());
  test::tamper(directory / "newer.mce", "PRAGMA user_version = 99");
  EXPECT_TRUE(has(refusal("newer.mce"), "newer version of mce (format 99"));
}

TEST(Store, ATruncatedFileIsAnError) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "whole.mce", small_protocol());
  const std::string whole = test::slurp(directory / "whole.mce");
  for (const double share : {0.001, 0.1, 0.5, 0.9, 0.999}) {
    const auto path = directory / "cut.mce";
    const std::string cut = whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size())));
    test::spill(path, cut);
    EXPECT_TRUE(has(message_of<Error>([&] { Store::for_running(path, small_protocol()); }), path.string())) << share;
    EXPECT_EQ(test::slurp(path), cut) << "as it was";
  }
}

TEST(Store, AnotherEngineCannotGoOn) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", small_protocol());
  test::tamper(directory / "s.mce",
               "UPDATE behaviour SET signature = '0123' WHERE testbed = 'arm' AND selector = 'greedy'");
  test::expect_mentions(message_of<Error>([&] { Store::for_running(directory / "s.mce", small_protocol()); }),
                        {(directory / "s.mce").string(), "runs of 'arm' with 'greedy' end differently"});
  EXPECT_EQ(Store::for_reading(directory / "s.mce").states()[0].runs, 9U) << "but its results can be read";
}

TEST(Store, PlacesThatCannotBeWritten) {
  const test::TemporaryDirectory directory;
  EXPECT_TRUE(
      has(message_of<Error>([&] { Store::for_running(directory / "no/s.mce", small_protocol()); }), "no/s.mce"));
  EXPECT_TRUE(has(message_of<Error>([&] { Store::for_running(directory.path(), small_protocol()); }), "regular file"));
  EXPECT_TRUE(has(message_of<Error>([&] { Store::for_reading(directory / "s.mce"); }), "s.mce"));
  EXPECT_EQ(directory.names(), std::vector<std::string>{});
}

TEST(Store, AnotherProtocolIsRefusedWithWhatDiffers) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, small_protocol());
  const std::string before = test::contents_of(path);
  Protocol other = small_protocol();
  other.seed = 2;
  other.treatments.pop_back();
  const std::string message = message_of<Error>([&] { Store::for_running(path, other); });
  EXPECT_TRUE(has(message, "seed")) << message;
  EXPECT_TRUE(has(message, "maze")) << message;
  EXPECT_EQ(test::contents_of(path), before);
}

TEST(Store, NewTreatmentsCanAlwaysBeAdded) {
  const test::TemporaryDirectory directory;
  const std::string more = "[[treatment]]\ntestbed = \"rastrigin\"\ndimensions = 3\n";
  test::complete_study(directory / "grown.mce", small_protocol());
  test::complete_study(directory / "grown.mce", small_protocol(more));
  test::complete_study(directory / "whole.mce", small_protocol(more));
  EXPECT_EQ(test::contents_of(directory / "grown.mce"), test::contents_of(directory / "whole.mce"));
}

TEST(Store, MoreRunsAreMeasuredTogetherWithTheOldOnesIfTheirMapsAreKept) {
  const test::TemporaryDirectory directory;
  const Protocol before = small_protocol("", R"("Uc", "G")", 2, "all");
  const Protocol after = small_protocol("", R"("Uc", "G", "R")", 4, "all");
  test::complete_study(directory / "grown.mce", before);
  test::complete_study(directory / "grown.mce", after);
  test::complete_study(directory / "whole.mce", after);
  EXPECT_EQ(test::contents_of(directory / "grown.mce"), test::contents_of(directory / "whole.mce"));
}

TEST(Store, MoreRunsOfTreatmentsWhoseMapsAreGoneNeedTheOldOnesAgain) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "grown.mce";
  test::complete_study(path, small_protocol("", R"("Uc", "G")"));
  const std::string before = test::contents_of(path);
  const std::string message = message_of<Error>([&] { Store::for_running(path, small_protocol()); });
  EXPECT_TRUE(has(message, "18 finished runs")) << message;
  EXPECT_TRUE(has(message, "--rerun")) << message;
  EXPECT_EQ(test::contents_of(path), before);

  test::complete_study(path, small_protocol(), 2, true);
  test::complete_study(directory / "whole.mce", small_protocol());
  EXPECT_EQ(test::contents_of(path), test::contents_of(directory / "whole.mce"));
}

TEST(Store, ARunThatEndsOtherwiseWhenMadeAgainIsAnError) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = small_protocol();
  Store store = Store::for_running(directory / "s.mce", protocol);
  FinishedRun run = made_run(protocol, {});
  store.add(run);
  ++run.signature;
  EXPECT_TRUE(has(message_of<Error>([&] { store.add(run); }), "the engine has changed"));
}

TEST(Store, MapsAreDroppedOnceMeasuredAndTheFileShrinks) {
  const test::TemporaryDirectory directory;
  std::map<std::string, std::uintmax_t> sizes;
  for (const std::string keep : {"curves", "first", "all"}) {
    const auto path = directory / (keep + ".mce");
    test::complete_study(path, small_protocol("", R"("Uc", "G", "R")", 6, keep));
    sizes[keep] = std::filesystem::file_size(path);
    const Store store = Store::for_reading(path);
    EXPECT_EQ(store.history({}).empty(), keep != "all");
    EXPECT_EQ(store.maps({}).empty(), keep == "curves");
    EXPECT_EQ(store.elites({}).has_value(), keep != "curves");
    EXPECT_EQ(store.elites({.repetition = 1}).has_value(), keep == "all");
  }
  EXPECT_LT(sizes["curves"], sizes["first"]);
  EXPECT_LT(sizes["first"], sizes["all"]);
}

TEST(Store, ReadingLeavesNothingBehind) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, small_protocol());
  EXPECT_EQ(directory.names(), std::vector<std::string>{"s.mce"});
  const std::string before = test::slurp(path);
  EXPECT_TRUE(Store::for_reading(path).states()[0].measured);
  EXPECT_EQ(directory.names(), std::vector<std::string>{"s.mce"});
  test::spill(directory / "s.mce-wal", "");
  EXPECT_TRUE(Store::for_reading(path).states()[0].measured);
  EXPECT_EQ(directory.names(), std::vector<std::string>{"s.mce"});
  EXPECT_EQ(test::slurp(path), before);
}

TEST(Store, LookingNeverKeepsAStudyFromStarting) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  {
    const Store made = Store::for_running(path, small_protocol());
  }
  std::vector<std::jthread> lookers(3);
  for (std::jthread& looker : lookers) {
    looker = std::jthread([&path](const std::stop_token& stop) {
      while (!stop.stop_requested()) Store::is_being_run(path);
    });
  }
  for (int i = 0; i < 20; ++i) EXPECT_NO_THROW(Store::for_running(path, small_protocol()));
}

TEST(Store, KeepsTheBehaviourOfItsOwnPairs) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  {
    const Store store = Store::for_running(path, small_protocol("", R"("Uc", "Uc:lambda=2", "G")"));
  }
  EXPECT_EQ(test::numbers(path, "SELECT count(*) FROM behaviour"), std::vector<double>{6});
  EXPECT_EQ(test::numbers(path,
                          "SELECT count(*) FROM behaviour WHERE testbed = 'maze' AND selector = 'greedy' AND "
                          "signature = '" +
                              fmt::format("{:016x}", behaviour("maze", "greedy")) + "'"),
            std::vector<double>{1});
  {
    const Store store = Store::for_running(path, small_protocol("", R"("Uc", "Uc:lambda=2", "G", "C")"));
  }
  EXPECT_EQ(test::numbers(path, "SELECT count(*) FROM behaviour"), std::vector<double>{9}) << "as the protocol grows";
}

}  // namespace
}  // namespace mce::store_test
