// SPDX-License-Identifier: MIT
#include "mce/testbeds/any_testbed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "mce/core/error.hpp"
#include "support/complaint.hpp"

namespace mce::any_testbed_test {
namespace {

using Metric = Maze::Metric;
using test::complaint;
using test::expect_mentions;

AnyTestbed make(const std::string& name, const Settings& settings = {}) { return testbed_kind(name).make(settings); }

template <class T>
T::Parameters made(const std::string& name, const Settings& settings = {}) {
  return std::get<T>(make(name, settings)).parameters();
}

std::string complaint(const std::string& name, const Settings& settings) {
  return test::complaint([&] { make(name, settings); });
}

std::vector<std::string> keys(const std::string& name) {
  std::vector<std::string> listed;
  for (const ParameterInfo& info : testbed_kind(name).parameters({})) listed.push_back(info.key);
  return listed;
}

TEST(TestbedKinds, AreListedWithTheirMeaning) {
  std::vector<std::string> names;
  for (const TestbedKind& kind : testbed_kinds()) {
    names.push_back(kind.name);
    EXPECT_FALSE(kind.meaning.empty()) << kind.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"rastrigin", "arm", "maze", "passage"}));
}

TEST(TestbedKinds, MakeTheirTestbedWithThePapersDefaults) {
  const auto rastrigin = made<Rastrigin>("rastrigin");
  EXPECT_EQ(rastrigin.dimensions, 6U);
  EXPECT_EQ(rastrigin.features, 2U);
  EXPECT_EQ(rastrigin.cosine, -10);
  EXPECT_EQ(rastrigin.goal, Rastrigin::Goal::minimise);
  EXPECT_EQ(rastrigin.mutation, 0.256);

  const auto arm = made<Arm>("arm");
  EXPECT_EQ(arm.joints, 12U);
  EXPECT_EQ(arm.mutation, 0.1 * math::kPi);

  const auto maze = made<Maze>("maze");
  EXPECT_EQ(maze.size, 8U);
  EXPECT_EQ(maze.destruction, 0.02);
  EXPECT_EQ(maze.symmetry, Maze::Symmetry::tiles);
  EXPECT_EQ(maze.path, Maze::PathLength::tiles);
  EXPECT_EQ(maze.fallback, Maze::Fallback::any);

  const auto passage = made<Passage>("passage");
  EXPECT_EQ(passage.dimensions, 10U);
  EXPECT_EQ(passage.thickness, 0.2);
  EXPECT_EQ(passage.gap, 0.04);
  EXPECT_EQ(passage.mutation, 0.05);
}

TEST(TestbedKinds, AreExactAndPlainUnlessTold) {
  EXPECT_EQ(made<Arm>("arm").fitness_noise, 0);
  EXPECT_EQ(made<Arm>("arm").feature_noise, 0);
  EXPECT_EQ(made<Arm>("arm").scale, FitnessScale::plain);
  EXPECT_EQ(made<Rastrigin>("rastrigin").scale, FitnessScale::plain);
  EXPECT_EQ(made<Maze>("maze").scale, FitnessScale::plain);
  EXPECT_EQ(made<Passage>("passage").scale, FitnessScale::plain);
}

TEST(TestbedKinds, ApplyTheScaleOfEach) {
  EXPECT_EQ(made<Rastrigin>("rastrigin", {{"scale", "root"}}).scale, FitnessScale::root);
  EXPECT_EQ(made<Rastrigin>("rastrigin", {{"scale", "outliers"}}).scale, FitnessScale::outliers);
  EXPECT_EQ(made<Arm>("arm", {{"scale", "cube"}}).scale, FitnessScale::cube);
  EXPECT_EQ(made<Maze>("maze", {{"scale", "exponential"}}).scale, FitnessScale::exponential);
  EXPECT_EQ(made<Passage>("passage", {{"scale", "million"}}).scale, FitnessScale::million);
}

TEST(TestbedKinds, ApplyTheSettingsOfThePassage) {
  const auto fields =
      made<Passage>("passage", {{"dimensions", "3"}, {"thickness", "0.5"}, {"gap", "1"}, {"mutation", "0.25"}});
  EXPECT_EQ(fields.dimensions, 3U);
  EXPECT_EQ(fields.thickness, 0.5);
  EXPECT_EQ(fields.gap, 1);
  EXPECT_EQ(fields.mutation, 0.25);
}

TEST(TestbedKinds, ApplyTheSettingsOfRastrigin) {
  const auto fields = made<Rastrigin>(
      "rastrigin",
      {{"dimensions", "10"}, {"features", "3"}, {"cosine", "1"}, {"goal", "maximise"}, {"mutation", "0.512"}});
  EXPECT_EQ(fields.dimensions, 10U);
  EXPECT_EQ(fields.features, 3U);
  EXPECT_EQ(fields.cosine, 1);
  EXPECT_EQ(fields.goal, Rastrigin::Goal::maximise);
  EXPECT_EQ(fields.mutation, 0.512);
}

TEST(TestbedKinds, ApplyTheSettingsOfTheArm) {
  const auto fields =
      made<Arm>("arm", {{"joints", "100"}, {"mutation", "0.25"}, {"fitness-noise", "0.5"}, {"feature-noise", "0.125"}});
  EXPECT_EQ(fields.joints, 100U);
  EXPECT_EQ(fields.mutation, 0.25);
  EXPECT_EQ(fields.fitness_noise, 0.5);
  EXPECT_EQ(fields.feature_noise, 0.125);
}

TEST(TestbedKinds, ApplyTheSettingsOfTheMaze) {
  const auto fields = made<Maze>("maze", {{"size", "16"},
                                          {"fitness", "corners"},
                                          {"features", "straights,path,bilateral-symmetry"},
                                          {"destruction", "0.5"},
                                          {"symmetry", "sides"},
                                          {"path", "steps"},
                                          {"fallback", "inner"}});
  EXPECT_EQ(fields.size, 16U);
  EXPECT_EQ(fields.fitness, Metric::corners);
  EXPECT_EQ(fields.features, (std::vector{Metric::straights, Metric::path, Metric::bilateral_symmetry}));
  EXPECT_EQ(fields.destruction, 0.5);
  EXPECT_EQ(fields.symmetry, Maze::Symmetry::sides);
  EXPECT_EQ(fields.path, Maze::PathLength::steps);
  EXPECT_EQ(fields.fallback, Maze::Fallback::inner);
}

TEST(TestbedKinds, TakeEveryMetricByItsName) {
  for (std::size_t i = 0; i < Maze::kMetricNames.size(); ++i) {
    const std::string other(Maze::kMetricNames[(i + 1) % 5]);
    const auto fields = made<Maze>("maze", {{"fitness", std::string(Maze::kMetricNames[i])}, {"features", other}});
    EXPECT_EQ(fields.fitness, static_cast<Metric>(i));
    EXPECT_EQ(fields.features, std::vector{static_cast<Metric>((i + 1) % 5)});
  }
}

TEST(TestbedKinds, MakeTestbedsOnTheirOwn) {
  const AnyTestbed large = make("maze", {{"size", "16"}});
  EXPECT_EQ(made<Maze>("maze").size, 8U) << "settings of one do not leak into the next";
  EXPECT_EQ(std::get<Maze>(large).parameters().size, 16U);
}

TEST(TestbedKind, SuggestsTheNearestName) {
  expect_mentions(complaint([] { testbed_kind("rastigrin"); }),
                  {"unknown testbed 'rastigrin'", "did you mean 'rastrigin'?", "rastrigin, arm, maze, passage"});
  expect_mentions(complaint([] { testbed_kind("mase"); }), {"did you mean 'maze'?"});
  expect_mentions(complaint([] { testbed_kind(""); }), {"unknown testbed ''", "rastrigin, arm, maze, passage"});
}

TEST(TestbedSettings, WithAnUnknownKeySuggestTheNearest) {
  expect_mentions(complaint("arm", {{"joint", "3"}}), {"parameter of arm", "'joint'", "did you mean 'joints'?"});
  expect_mentions(complaint("maze", {{"sise", "3"}}), {"parameter of maze", "did you mean 'size'?"});
  expect_mentions(complaint("rastrigin", {{"joints", "3"}}), {"parameter of rastrigin", "'joints'"});
}

TEST(TestbedSettings, OutOfRangeNameTheValueAndWhatIsAllowed) {
  expect_mentions(complaint("rastrigin", {{"dimensions", "1001"}}), {"dimensions of rastrigin", "'1001'", "1 to 1000"});
  expect_mentions(complaint("rastrigin", {{"features", "5"}}), {"features of rastrigin", "'5'", "1 to 4"});
  expect_mentions(complaint("rastrigin", {{"goal", "max"}}), {"goal of rastrigin", "'max'", "minimise, maximise"});
  expect_mentions(complaint("rastrigin", {{"mutation", "-1"}}), {"mutation of rastrigin", "'-1'", "0 to 10.24"});
  expect_mentions(complaint("arm", {{"mutation", "3.2"}}), {"mutation of arm", "'3.2'", "0 to 3.14159"});
  expect_mentions(complaint("arm", {{"joints", "many"}}), {"joints of arm", "'many'"});
  expect_mentions(complaint("maze", {{"size", "65"}}), {"size of maze", "'65'", "2 to 64"});
  expect_mentions(complaint("maze", {{"destruction", "1.5"}}), {"destruction of maze", "'1.5'", "0 to 1"});
  expect_mentions(complaint("maze", {{"symmetry", "tile"}}), {"symmetry of maze", "did you mean 'tiles'?"});
  expect_mentions(complaint("passage", {{"dimensions", "2"}}), {"dimensions of passage", "'2'", "3 to 1000"});
  expect_mentions(complaint("arm", {{"fitness-noise", "-1"}}), {"fitness-noise of arm", "'-1'", "0 to 10"});
  for (const TestbedKind& kind : testbed_kinds()) {
    expect_mentions(complaint(kind.name, {{"scale", "squared"}}), {"scale of " + kind.name, "'squared'", "outliers"});
  }
}

TEST(TestbedSettings, ThatDoNotFitTogetherAreRefused) {
  expect_mentions(complaint("rastrigin", {{"dimensions", "2"}, {"features", "3"}}),
                  {"features 3 of rastrigin", "only 2 genes"});
  expect_mentions(complaint("maze", {{"fitness", "corners"}}), {"'corners'", "is the fitness already"});
  expect_mentions(complaint("maze", {{"features", "corners,corners"}}), {"'corners'", "named twice"});
  expect_mentions(complaint("maze", {{"features", "corners,straights,horizontal-symmetry,bilateral-symmetry,corners"}}),
                  {"5 features", "1 to 4"});
}

TEST(TestbedSettings, WithAListOfFeaturesThatIsNoneAreRefused) {
  expect_mentions(complaint("maze", {{"features", "corner,path"}}),
                  {"features of maze", "'corner'", "did you mean 'corners'?", "straights"});
  expect_mentions(complaint("maze", {{"features", ""}}), {"features of maze", "''"});
  expect_mentions(complaint("maze", {{"features", "corners,"}}), {"features of maze", "''"});
  expect_mentions(complaint("maze", {{"features", "corners, straights"}}), {"features of maze", "' straights'"});
}

TEST(TestbedParameters, ListEveryField) {
  using Keys = std::vector<std::string>;
  EXPECT_EQ(keys("rastrigin"), (Keys{"dimensions", "features", "cosine", "goal", "mutation", "scale"}));
  EXPECT_EQ(keys("arm"), (Keys{"joints", "mutation", "fitness-noise", "feature-noise", "scale"}));
  EXPECT_EQ(keys("maze"),
            (Keys{"size", "fitness", "features", "destruction", "symmetry", "path", "fallback", "scale"}));
  EXPECT_EQ(keys("passage"), (Keys{"dimensions", "thickness", "gap", "mutation", "scale"}));
}

TEST(TestbedParameters, SayWhatIsAllowedAndWhatItMeans) {
  for (const TestbedKind& kind : testbed_kinds()) {
    for (const ParameterInfo& info : kind.parameters({})) {
      EXPECT_FALSE(info.allowed.empty()) << kind.name << " " << info.key;
      EXPECT_FALSE(info.meaning.empty()) << kind.name << " " << info.key;
    }
  }
}

TEST(TestbedParameters, ShowTheSettingsAndCanBeSetAgain) {
  const Settings settings = {{"size", "16"},       {"fitness", "straights"}, {"features", "path,corners"},
                             {"path", "steps"},    {"destruction", "0.125"}, {"symmetry", "sides"},
                             {"fallback", "inner"}};
  Settings shown;
  for (const ParameterInfo& info : testbed_kind("maze").parameters(settings)) shown.emplace_back(info.key, info.value);
  EXPECT_EQ(made<Maze>("maze", shown).features, (std::vector{Metric::path, Metric::corners}));
  for (const auto& setting : settings) EXPECT_NE(std::ranges::find(shown, setting), shown.end()) << setting.first;
}

TEST(TestbedParameters, AreCompletedWithNumbersAsNumbers) {
  EXPECT_EQ(testbed_kind("arm").complete({{"joints", "3"}}), (Settings{{"joints", 3.0},
                                                                       {"mutation", 0.1 * math::kPi},
                                                                       {"fitness-noise", 0.0},
                                                                       {"feature-noise", 0.0},
                                                                       {"scale", "plain"}}));
  EXPECT_EQ(testbed_kind("maze").complete({{"size", 16.0}}), (Settings{{"size", 16.0},
                                                                       {"fitness", "path"},
                                                                       {"features", "corners,horizontal-symmetry"},
                                                                       {"destruction", 0.02},
                                                                       {"symmetry", "tiles"},
                                                                       {"path", "tiles"},
                                                                       {"fallback", "any"},
                                                                       {"scale", "plain"}}));
}

TEST(TestbedParameters, OfTheDefaultsMakeTheSameTestbed) {
  Settings shown;
  for (const ParameterInfo& info : testbed_kind("arm").parameters({})) shown.emplace_back(info.key, info.value);
  EXPECT_EQ(made<Arm>("arm", shown).mutation, 0.1 * math::kPi) << "no digit is lost";
}

/// What `metrics` in a protocol makes of these names.
std::vector<Settings> metrics(const std::vector<std::string>& chosen) {
  return testbed_kind("maze").sweeps.at(0).expand(chosen);
}

TEST(TestbedSweeps, OnlyMazesHaveOne) {
  EXPECT_TRUE(testbed_kind("rastrigin").sweeps.empty());
  EXPECT_TRUE(testbed_kind("arm").sweeps.empty());
  ASSERT_EQ(testbed_kind("maze").sweeps.size(), 1U);
  const Sweep& sweep = testbed_kind("maze").sweeps.front();
  EXPECT_EQ(sweep.key, "metrics");
  EXPECT_EQ(sweep.replaces, (std::vector<std::string>{"fitness", "features"}));
  EXPECT_FALSE(sweep.allowed.empty());
}

TEST(TestbedSweeps, OfAllMetricsAreEachWithEachPairOfTheOthers) {
  const auto all = metrics({"all"});
  EXPECT_EQ(all.size(), 5U * 6U);
  std::set<std::string> different;
  for (const Settings& settings : all) {
    const Maze::Parameters fields = made<Maze>("maze", settings);
    EXPECT_EQ(fields.features.size(), 2U);
    different.insert(value_text(settings[0].second) + " by " + value_text(settings[1].second));
  }
  EXPECT_EQ(different.size(), all.size());
}

TEST(TestbedSweeps, DoNotDependOnTheOrderOfTheNames) {
  const std::vector<Settings> three = {{{"fitness", "corners"}, {"features", "straights,path"}},
                                       {{"fitness", "straights"}, {"features", "corners,path"}},
                                       {{"fitness", "path"}, {"features", "corners,straights"}}};
  EXPECT_EQ(metrics({"corners", "straights", "path"}), three);
  EXPECT_EQ(metrics({"path", "corners", "straights"}), three);
}

TEST(TestbedSweeps, RefuseNamesThatAreNoneTwiceOrTooFew) {
  expect_mentions(complaint([] { metrics({"corner", "path", "straights"}); }), {"'corner'", "did you mean 'corners'?"});
  expect_mentions(complaint([] { metrics({"path", "corners", "path"}); }), {"'path' twice"});
  expect_mentions(complaint([] { metrics({"path", "corners"}); }), {"only 2"});
  expect_mentions(complaint([] { metrics({}); }), {"only 0"});
  expect_mentions(complaint([] { metrics({"all", "path"}); }), {"'all'"});
}

TEST(TestbedFeatures, HaveNames) {
  const auto names = [](const std::string& name, const Settings& settings = {}) {
    return std::visit([](const auto& testbed) { return feature_names(testbed); }, make(name, settings));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("rastrigin"), (Names{"x1", "x2"}));
  EXPECT_EQ(names("rastrigin", {{"features", 3.0}}), (Names{"x1", "x2", "x3"}));
  EXPECT_EQ(names("passage"), (Names{"x1", "x2"}));
  EXPECT_EQ(names("arm"), (Names{"end point x", "end point y"}));
  EXPECT_EQ(names("maze"), (Names{"corners", "horizontal symmetry"}));
}

TEST(TestbedCheck, OfAMazeFromAFileWantsAPerfectOne) {
  Maze maze({.size = 5});
  Rng rng(1);
  std::vector<Maze::Gene> genome(maze.genome_size());
  maze.random(genome, rng);
  EXPECT_NO_THROW(maze.check(genome));
  for (std::size_t word = 0; word < genome.size(); ++word) {
    for (int bit = 0; bit < 64; ++bit) {
      auto damaged = genome;
      damaged[word] ^= Maze::Gene{1} << bit;
      EXPECT_THROW(maze.check(damaged), Error) << "a wall, an opening too many, or one outside: " << word << " " << bit;
    }
  }
}

}  // namespace
}  // namespace mce::any_testbed_test
