// SPDX-License-Identifier: MIT
#include "mce/view/resources.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <thread>

#include "mce/analysis/comparison.hpp"
#include "mce/study/samples.hpp"
#include "mce/testbeds/maze.hpp"
#include "support/problem_study.hpp"
#include "support/studies.hpp"
#include "view/view_support.hpp"

namespace mce::resources_test {
namespace {

namespace fs = std::filesystem;
using test::Arrays;
using test::complete_study;
using test::expect_mentions;
using test::json_of;
using test::message_of;
using test::small_protocol;

/// "NotThere", "Error", or "" if it can be read.
std::string failure(Resources& resources, std::string_view name) {
  try {
    static_cast<void>(resources.read(name));
  } catch (const NotThere&) {
    return "NotThere";
  } catch (const Error&) {
    return "Error";
  }
  return "";
}

/// A finished study that all tests share, with a treatment of centroids.
class ResourcesTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    directory_ = std::make_unique<test::TemporaryDirectory>();
    complete_study(file(), protocol());
  }
  static void TearDownTestSuite() { directory_.reset(); }

  static fs::path file() { return *directory_ / "s.mce"; }
  static Protocol protocol() {
    return small_protocol("[[treatment]]\ntestbed = \"arm\"\nname = \"voronoi\"\ncentroids = 20\n");
  }

  std::unique_ptr<Resources> resources_ = open_resources(file());
  Store store_ = Store::for_reading(file());

 private:
  static std::unique_ptr<test::TemporaryDirectory> directory_;
};
std::unique_ptr<test::TemporaryDirectory> ResourcesTest::directory_;

TEST_F(ResourcesTest, StudySaysWhatThereIs) {
  const test::Json study = json_of(resources_->read("study.json"));
  EXPECT_EQ(study["kind"], "study");
  EXPECT_EQ(study["name"], "small");
  EXPECT_EQ(study["keep"], "first");
  EXPECT_EQ(study["repetitions"], 3);
  EXPECT_EQ(study["metrics"].size(), metric_kinds().size());
  EXPECT_EQ(study["metrics"][0]["key"], metric_kinds()[0].key);
  EXPECT_EQ(study["selectors"].size(), 3U);
  EXPECT_EQ(study["selectors"][0]["label"], "ucb-cell");
  EXPECT_EQ(study["selectors"][0]["short"], "Uc");
  ASSERT_EQ(study["treatments"].size(), 4U);
  const test::Json& maze = study["treatments"][2];
  EXPECT_EQ(maze["testbed"], "maze");
  EXPECT_EQ(maze["settings"]["size"], 4);
  EXPECT_EQ(maze["resolution"], (std::vector<int>{12, 12}));
  EXPECT_EQ(maze["cells"], 144);
  EXPECT_EQ(maze["solution_size"], 16);
  EXPECT_EQ(maze["features"][0], test::Json({{"name", "corners"}, {"low", 0.0}, {"high", 1.0}}));
  EXPECT_TRUE(study["treatments"][3]["resolution"].is_null());
  EXPECT_EQ(study["treatments"][3]["centroids"], 20);
}

TEST_F(ResourcesTest, StateSaysHowFarItIs) {
  const test::Json state = json_of(resources_->read("state.json"));
  EXPECT_EQ(state["running"], false);
  EXPECT_EQ(state["treatments"][1], test::Json({{"runs", 9}, {"measured", true}}));
}

TEST_F(ResourcesTest, RunsAndTheirAreas) {
  const test::Json runs = json_of(resources_->read("treatments/1/runs.json"));
  ASSERT_EQ(runs["runs"].size(), 9U);
  const StoredRun stored = store_.runs(1)[4];
  const test::Json& run = runs["runs"][4];
  EXPECT_EQ(run["selector"], stored.key.selector);
  EXPECT_EQ(run["repetition"], stored.key.repetition);
  EXPECT_EQ(run["seed"], stored.seed) << "all 64 bits";
  EXPECT_EQ(std::stoull(run["signature"].get<std::string>(), nullptr, 16), stored.signature);
  EXPECT_EQ(run["maps"], false) << "of the first repetitions only";
  EXPECT_EQ(runs["runs"][3]["maps"], true);
  const MetricSamples samples = areas(store_, 1);
  EXPECT_EQ(runs["areas"]["qd-score"], test::Json(samples[place_of(Metric::qd_score)]));
}

TEST_F(ResourcesTest, CurvesAreMeansWithIntervals) {
  const test::Json answer = json_of(resources_->read("treatments/0/curves.json"));
  EXPECT_EQ(answer["evaluations"], (std::vector<int>{0, 100, 1000, 1500}));
  const auto stored = store_.curves(0);
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += stored[3 + i].points[2].metrics[place_of(Metric::coverage)];
  const test::Json& coverage = answer["curves"]["coverage"][1];
  EXPECT_EQ(coverage["runs"], 3);
  EXPECT_DOUBLE_EQ(coverage["mean"][2].get<double>(), sum / 3);
  EXPECT_LE(coverage["low"][2], coverage["mean"][2]);
  EXPECT_GE(coverage["high"][2], coverage["mean"][2]);
  EXPECT_EQ(answer["curves"]["best"].size(), 3U);
}

TEST_F(ResourcesTest, CurvesOfSingleRuns) {
  const Arrays best(resources_->read("treatments/2/curves/best"));
  const auto stored = store_.curves(2);
  EXPECT_EQ(best.head()["runs"].size(), 9U);
  const auto values = best.numbers<double>("values");
  ASSERT_EQ(values.size(), 36U);
  EXPECT_EQ(values[4 * 5 + 3], stored[5].points[3].best);
}

TEST_F(ResourcesTest, ComparisonsAreThoseOfTheReport) {
  const test::Json answer = json_of(resources_->read("treatments/0/comparisons.json"));
  const MetricSamples samples = areas(store_, 0);
  const Comparisons expected(samples[place_of(Metric::qd_score)], 0.05);
  EXPECT_EQ(answer["threshold"], expected.threshold());
  const test::Json& pair = answer["comparisons"]["qd-score"][0][1];
  EXPECT_EQ(pair["welch_p"], expected.between(0, 1).welch_p);
  EXPECT_EQ(pair["hedges_g"], expected.between(0, 1).hedges_g);
  EXPECT_EQ(pair["verdict"] == "better", expected.between(0, 1).verdict == Verdict::better);
  const test::Json beaten = json_of(resources_->read("beaten.json"));
  ASSERT_EQ(beaten.size(), 3U) << "a table per testbed";
  EXPECT_EQ(beaten[1]["testbed"], "arm");
  EXPECT_EQ(beaten[1]["treatments"], (std::vector<int>{1, 3}));
  const test::Json areas_of_all = json_of(resources_->read("areas.json"));
  EXPECT_EQ(areas_of_all["coverage"].size(), 4U);
}

TEST_F(ResourcesTest, MapsOneByOne) {
  const RunKey key{.treatment = 1, .selector = 2, .repetition = 0};
  EXPECT_EQ(Arrays(resources_->read("runs/1/2/0/maps")).head()["evaluations"], (std::vector<int>{1000, 1500}));
  const auto maps = store_.maps(key);
  for (const std::size_t i : {0U, 1U}) {
    const Arrays map(resources_->read("runs/1/2/0/maps/" + std::to_string(i)));
    EXPECT_EQ(map.head()["evaluations"], maps[i].evaluations);
    EXPECT_EQ(map.numbers<std::uint32_t>("selections"), maps[i].selections);
    EXPECT_EQ(map.numbers<std::uint32_t>("survivals"), maps[i].survivals);
    const auto fitness = map.numbers<double>("fitness");
    for (std::size_t cell = 0; cell < fitness.size(); ++cell) {
      const double expected = maps[i].fitness[cell];
      EXPECT_TRUE(fitness[cell] == expected || (std::isnan(fitness[cell]) && std::isnan(expected))) << cell;
    }
  }
}

TEST_F(ResourcesTest, ElitesOfARun) {
  const Arrays elites(resources_->read("runs/2/0/0/elites"));
  const auto stored = store_.elites({.treatment = 2, .selector = 0, .repetition = 0});
  EXPECT_EQ(elites.numbers<std::uint32_t>("cells"), stored->cells);
  EXPECT_EQ(elites.numbers<double>("fitness"), stored->fitness);
  EXPECT_EQ(elites.numbers<double>("features"), stored->features);
  const auto tiles = elites.numbers<std::uint8_t>("solutions");
  EXPECT_TRUE(std::ranges::equal(tiles, stored->solutions));
  EXPECT_EQ(elites.head()["pictures"], test::Json::array());
  const Arrays genes(resources_->read("runs/0/0/0/elites"));
  EXPECT_EQ(genes.numbers<double>("solutions"),
            store_.elites({.treatment = 0, .selector = 0, .repetition = 0})->solutions);
}

TEST_F(ResourcesTest, ElitesOfMazesHaveAllMetrics) {
  const Arrays mazes(resources_->read("runs/2/1/0/elites"));
  const auto fitness = mazes.numbers<double>("fitness");
  const auto features = mazes.numbers<double>("features");
  const auto metrics = mazes.numbers<float>("metrics");
  ASSERT_FALSE(fitness.empty());
  ASSERT_EQ(metrics.size(), 5 * fitness.size());
  const std::vector<std::string> names = mazes.head()["metrics"];
  const auto place_of_metric = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  const Plan& plan = store_.protocol().treatments[2].plan;
  std::vector<std::string> axes = feature_names(plan);
  for (std::string& axis : axes) std::ranges::replace(axis, ' ', '-');
  for (std::size_t i = 0; i < fitness.size(); ++i) {
    EXPECT_FLOAT_EQ(metrics[5 * i + place_of_metric("path")], static_cast<float>(fitness[i])) << "as of this treatment";
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      EXPECT_FLOAT_EQ(metrics[5 * i + place_of_metric(axes[axis])],
                      static_cast<float>(features[axes.size() * i + axis]));
    }
  }
  EXPECT_FALSE(Arrays(resources_->read("runs/0/0/0/elites")).head().contains("metrics"));
}

TEST_F(ResourcesTest, CentroidsOfATreatment) {
  EXPECT_EQ(Arrays(resources_->read("treatments/3/centroids")).numbers<double>("points").size(), 40U);
  expect_mentions(message_of<NotThere>([&] { static_cast<void>(resources_->read("treatments/0/centroids")); }),
                  {"grid"});
}

TEST_F(ResourcesTest, WhatIsNotThereIsSaid) {
  for (const char* name : {"",
                           "x",
                           "study.json/",
                           "/study.json",
                           "treatments",
                           "treatments/4/runs.json",
                           "treatments/-1/runs.json",
                           "treatments/0/runs.json/x",
                           "treatments/00x/runs.json",
                           "treatments/0/",
                           "treatments/99999999999999999999/runs.json",
                           "treatments/0/curves/no-metric",
                           "treatments/0/curves/qd-score/x",
                           "treatments/2/mazes",
                           "runs/0/0/3/maps",
                           "runs/0/3/0/maps",
                           "runs/0/0/0",
                           "runs/0/0/0/maps/2",
                           "runs/0/0/0/maps/x",
                           "runs/0/0/1/maps",
                           "runs/0/0/1/elites",
                           "runs/0/0/0/pictures/0",
                           "runs/0/0/0/pictures/4294967296",
                           "../s.mce",
                           "runs/0/0/0/../0/maps",
                           "study.json%00"}) {
    EXPECT_EQ(failure(*resources_, name), "NotThere") << name;
  }
}

TEST_F(ResourcesTest, EveryNameCanBeRead) {
  const std::vector<std::string> names = resources_->names({});
  EXPECT_GT(names.size(), 60U);
  for (const std::string& name : names) EXPECT_FALSE(resources_->read(name).bytes.empty()) << name;
}

TEST_F(ResourcesTest, SeveralThreadsMayAsk) {
  const std::string expected = resources_->read("treatments/0/curves.json").bytes;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 5; ++round) {
        EXPECT_EQ(resources_->read("treatments/0/curves.json").bytes, expected);
        EXPECT_FALSE(resources_->read("study.json").bytes.empty());
      }
    });
  }
}

TEST(Resources, AStudyThatRunsIsFollowed) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = small_protocol();
  const auto path = directory / "s.mce";
  {
    const Store store = Store::for_running(path, protocol);
  }
  const auto resources = open_resources(path);
  EXPECT_EQ(json_of(resources->read("state.json"))["treatments"][0]["runs"], 0);
  EXPECT_EQ(json_of(resources->read("treatments/0/curves.json"))["evaluations"], test::Json::array());
  EXPECT_EQ(json_of(resources->read("treatments/0/comparisons.json"))["comparisons"], test::Json::object());
  EXPECT_EQ(failure(*resources, "runs/0/0/0/maps"), "NotThere");
  {
    Store store = Store::for_running(path, protocol);
    EXPECT_EQ(json_of(resources->read("state.json"))["running"], true);
    ASSERT_TRUE(run_study(store, {.threads = 2}));
    const test::Json state = json_of(resources->read("state.json"));
    EXPECT_EQ(state["running"], true);
    EXPECT_EQ(state["treatments"][0]["runs"], 9);
    EXPECT_EQ(state["treatments"][2]["measured"], true);
    EXPECT_EQ(json_of(resources->read("treatments/0/curves.json"))["evaluations"].size(), 4U);
  }
  EXPECT_EQ(json_of(resources->read("state.json"))["running"], false);
}

TEST(Resources, AFileThatIsReplacedIsOpenedOnceHoweverManyAsk) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  complete_study(path, small_protocol("", R"("Uc")", 1));
  const auto resources = open_resources(path);
  for (int round = 0; round < 3; ++round) {
    complete_study(directory / "new.mce", small_protocol("", R"("G")", 1));
    fs::rename(directory / "new.mce", path);
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] { EXPECT_FALSE(resources->read("study.json").bytes.empty()); });
      }
    }
    // Whoever runs it must not think that nobody reads it: then the log beside it would go, and what is read grow old.
    EXPECT_EQ(json_of(resources->read("state.json"))["treatments"][0]["runs"], 1);
    const Store store = Store::for_running(path, small_protocol("", R"("G")", 1));
    EXPECT_TRUE(fs::exists(path.string() + "-wal"));
  }
  EXPECT_TRUE(fs::exists(path.string() + "-wal")) << "the page still reads it";
}

TEST(Resources, AStudyThatIsExtendedOrReplacedIsReadAnew) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  complete_study(path, small_protocol("", R"("Uc")", 1));
  const auto resources = open_resources(path);
  EXPECT_EQ(json_of(resources->read("study.json"))["repetitions"], 1);
  const auto identity = [&] { return json_of(resources->read("state.json"))["identity"].get<std::string>(); };
  const std::string first = identity();
  EXPECT_EQ(identity(), first);
  complete_study(path, small_protocol("", R"("Uc")", 2), 2, true);
  const std::string second = identity();
  EXPECT_NE(second, first) << "without anybody asking for study.json";
  EXPECT_EQ(json_of(resources->read("study.json"))["repetitions"], 2);
  EXPECT_EQ(identity(), second);
  fs::rename(path, directory / "old.mce");
  complete_study(path, small_protocol("", R"("G")", 4));
  EXPECT_NE(identity(), second);
  EXPECT_EQ(json_of(resources->read("study.json"))["selectors"][0]["name"], "greedy");
}

TEST(Resources, NumbersThatAreNotFiniteAreNull) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  complete_study(path, small_protocol("", R"("Uc", "G")", 1));
  const auto resources = open_resources(path);
  const test::Json pair = json_of(resources->read("treatments/0/comparisons.json"))["comparisons"]["coverage"][0][1];
  EXPECT_TRUE(pair["welch_p"].is_null() || pair["welch_p"].is_number());
  EXPECT_TRUE(json_of(resources->read("treatments/0/curves.json"))["curves"]["coverage"][0]["low"][0].is_null() ||
              json_of(resources->read("treatments/0/curves.json"))["curves"]["coverage"][0]["low"][0].is_number());
}

TEST(Resources, NamesThatWouldBeMarkupStayText) {
  const test::TemporaryDirectory directory;
  complete_study(
      directory / "s.mce",
      test::problem_protocol(directory.path(), {.features = R"('<script>alert(1)</script>', '"&\u0000\n')"}));
  const auto resources = open_resources(directory / "s.mce");
  const test::Json study = json_of(resources->read("study.json"));
  EXPECT_EQ(study["treatments"][0]["features"][0]["name"], "<script>alert(1)</script>");
  EXPECT_EQ(study["treatments"][0]["problem"], true);
}

TEST(Resources, ADamagedFileIsAnError) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  complete_study(path, small_protocol("", R"("Uc")", 1));
  test::tamper(path, "UPDATE map SET fitness = x'00'; UPDATE elites SET solutions = x'00'");
  const auto resources = open_resources(path);
  for (const char* name : {"runs/0/0/0/maps/0", "runs/0/0/0/elites", "runs/2/0/0/elites"}) {
    expect_mentions(message_of<Error>([&] { static_cast<void>(resources->read(name)); }), {"s.mce"});
    EXPECT_EQ(failure(*resources, name), "Error") << name;
  }
  test::spill(directory / "t.mce", "no database");
  expect_mentions(message_of<Error>([&] { open_resources(directory / "t.mce"); }), {"t.mce"});
  expect_mentions(message_of<Error>([&] { open_resources(directory / "missing.mce"); }), {"missing.mce"});
}

TEST(Resources, AfterAnErrorTheFileIsLookedAtAgain) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  complete_study(path, small_protocol("", R"("Uc")", 1));
  fs::copy(path, directory / "whole.mce");
  test::tamper(path, "UPDATE map SET fitness = x'00'");
  const auto resources = open_resources(path);
  const std::string name = "runs/0/0/0/maps/0";
  EXPECT_EQ(failure(*resources, name), "Error");
  fs::rename(directory / "whole.mce", path);
  EXPECT_EQ(failure(*resources, name), "") << "without anybody asking for state.json";
}

TEST(Resources, NothingHasOnlyThePlayground) {
  const auto resources = no_resources();
  EXPECT_EQ(json_of(resources->read("study.json")), test::Json({{"kind", "nothing"}}));
  EXPECT_EQ(resources->names({}), std::vector<std::string>{"study.json"});
  EXPECT_EQ(failure(*resources, "state.json"), "NotThere");
}

}  // namespace
}  // namespace mce::resources_test
