// SPDX-License-Identifier: MIT
#include "mce/run/centroid_choice.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "mce/run/plan.hpp"
#include "mce/run/run.hpp"
#include "support/runs.hpp"

namespace mce::centroid_choice_test {
namespace {

using test::complaint;
using test::expect_mentions;
using test::message_of;
using test::TemporaryDirectory;

std::vector<Interval> square() { return std::vector<Interval>(2); }

Plan with(const Settings& settings, const std::string& testbed = "arm") {
  return complete({.testbed = testbed, .run_settings = settings});
}

TEST(CentroidChoice, IsANumberOrAFile) {
  const TemporaryDirectory directory;
  test::spill(directory / "points.csv", "# x y\n0.25, 0.5\n0.75 0.5\n");
  const std::string path = (directory / "points.csv").string();
  CentroidChoice choice;
  EXPECT_EQ(choice.text(), "0");
  choice.parse("1e3");
  EXPECT_EQ(choice, (CentroidChoice{.count = 1000}));
  EXPECT_EQ(choice.text(), "1000");
  choice.parse(path);
  EXPECT_EQ(choice, (CentroidChoice{.count = 2, .points = {0.25, 0.5, 0.75, 0.5}}));
  EXPECT_EQ(choice.text(), path);
  std::filesystem::remove(path);
  choice.parse(path);
  EXPECT_EQ(choice.count, 2U) << "the same file is not read again";
  choice.parse("7");
  EXPECT_EQ(choice, (CentroidChoice{.count = 7})) << "the points are gone";
  EXPECT_EQ((CentroidChoice{.count = 1, .points = {0, 0}}.text()), "given");
  expect_mentions(message_of<Error>([&] { choice.parse(path); }), {"points.csv", "No such file"});
}

TEST(CentroidChoice, ComparesPointsAndNotFiles) {
  const CentroidChoice choice{.count = 1, .points = {0, 0}, .file = "a"};
  EXPECT_EQ(choice, (CentroidChoice{.count = 1, .points = {0, 0}, .file = "b"}));
  EXPECT_NE(choice, (CentroidChoice{.count = 1, .points = {0, 1}, .file = "a"}));
  EXPECT_NE((CentroidChoice{.count = 5, .seed = 1}), (CentroidChoice{.count = 5, .seed = 2}));
}

TEST(CentroidChoice, PathsCanStartInAFolder) {
  EXPECT_EQ(centroids_in("there", "points.csv"), "there/points.csv");
  EXPECT_EQ(centroids_in("there", "/here/points.csv"), "/here/points.csv");
  EXPECT_EQ(centroids_in("there", "1000"), "1000");
  EXPECT_EQ(centroids_in("", "points.csv"), "points.csv");
}

TEST(ReadCentroids, NamesTheFileAndTheLine) {
  const TemporaryDirectory directory;
  test::spill(directory / "points.csv", "1 2\n3 4 5\n");
  expect_mentions(message_of<Error>([&] { read_centroids(directory / "points.csv"); }),
                  {"points.csv:2:", "3 numbers instead of 2"});
  expect_mentions(message_of<Error>([&] { read_centroids(directory / "points.csv", 3); }), {"points.csv:1:"});
}

TEST(CentroidsOf, KeepsWhatItHasMade) {
  const CentroidChoice choice{.count = 40, .seed = 3};
  std::vector<const double*> made(4);
  std::vector<std::thread> threads;
  threads.reserve(made.size());
  for (const double*& each : made) {
    threads.emplace_back([&] { each = centroids_of(square(), choice).points().data(); });
  }
  for (std::thread& each : threads) each.join();
  for (const double* each : made) EXPECT_EQ(each, made.front()) << "made once";
  EXPECT_NE(centroids_of(square(), {.count = 40, .seed = 4}).points().data(), made.front());
  EXPECT_NE(centroids_of({{}, {.low = 0, .high = 2}}, choice).points().data(), made.front());
  EXPECT_EQ(centroids_of(square(), {.count = 1, .points = {0.5, 0.25}}).point(0)[1], 0.25);
}

TEST(PlanWithCentroids, HasNoResolution) {
  const Plan plan = with({{"centroids", 50.0}, {"centroid-seed", "3"}});
  EXPECT_TRUE(plan.resolution.empty());
  EXPECT_EQ(plan.centroids, (CentroidChoice{.count = 50, .seed = 3}));
  EXPECT_EQ(cell_count(plan), 50U);
  ASSERT_NE(partition_of(plan).centroids(), nullptr);
  EXPECT_EQ(partition_of(plan).cells(), 50U);
  EXPECT_NO_THROW(check(plan));
  EXPECT_EQ(with({{"centroids", 0.0}}), with({})) << "no centroids are a grid";
  EXPECT_NE(plan, with({{"centroids", 50.0}}));
}

TEST(PlanWithCentroids, CountsCellsWithoutSpreadingThem) {
  // 100,000 in four features would take minutes.
  const Plan plan =
      complete({.testbed = "rastrigin", .testbed_settings = {{"features", 4.0}}, .run_settings = {{"centroids", 1e5}}});
  EXPECT_EQ(cell_count(plan), 100'000U);
}

TEST(PlanWithCentroids, RefusesWhatExcludesEachOther) {
  const auto error = [](const Settings& settings) { return complaint([&] { with(settings); }); };
  expect_mentions(error({{"centroids", 50.0}, {"resolution", "10"}}), {"resolution and centroids", "only one"});
  EXPECT_EQ(error({{"centroids", 0.0}, {"resolution", "10"}}), "no complaint");
  expect_mentions(error({{"centroid-seed", 5.0}}), {"centroid-seed is for a number of centroids"});
  Plan plan = with({{"centroids", 50.0}});
  plan.resolution = {10};
  expect_mentions(complaint([&] { check(plan); }), {"resolution and centroids"});
  plan = with({});
  plan.centroids.points = {0, 0};
  expect_mentions(complaint([&] { check(plan); }), {"resolution and centroids"});
}

TEST(PlanWithCentroids, ChecksPointsOfAFile) {
  const TemporaryDirectory directory;
  const auto error = [&](const std::string& points, const Settings& more = {}) {
    test::spill(directory / "points.csv", points);
    Settings settings = {{"centroids", (directory / "points.csv").string()}};
    settings.insert(settings.end(), more.begin(), more.end());
    return complaint([&] { with(settings); });
  };
  EXPECT_EQ(error("0 0\n0 0.5\n"), "no complaint");
  expect_mentions(error("0 0 0\n"), {"points.csv", "1 points of 3 numbers for 2 features"});
  expect_mentions(error("0 0\n0 7\n"), {"centroid 2 has 7 as feature 2"});
  expect_mentions(error("0 0\n0.5 0\n0 0\n"), {"centroids 1 and 3 are the same point"});
  expect_mentions(error("0 0\n", {{"centroid-seed", 4.0}}), {"centroid-seed is for a number of centroids"});
}

/// A file with the centres of a grid's cells, in the order of the cells.
std::string centres(const Grid& grid) {
  std::string text;
  for (CellIndex cell = 0; cell < grid.cells(); ++cell) {
    for (std::uint32_t i = 0; i < grid.features(); ++i) {
      const auto [low, high] = grid.bounds(i);
      text += number_text(low + (grid.bin_of_cell(cell, i) + 0.5) / grid.bins(i) * (high - low)) + " ";
    }
    text += "\n";
  }
  return text;
}

/// Only a feature within a rounding of an edge between two cells could tell the two apart.
TEST(PlanWithCentroids, OnTheCentresOfAGridGivesTheSameRun) {
  const TemporaryDirectory directory;
  const std::string path = (directory / "centres").string();
  for (const char* testbed : {"rastrigin", "arm"}) {
    for (const char* selector : {"ucb-cell", "surprise", "curiosity"}) {
      PlanRequest request{.testbed = testbed, .selector = selector};
      request.run_settings = {{"evaluations", 5000.0}, {"resolution", "20x16"}};
      const auto on_grid = test::finished(request);
      test::spill(path, centres(*on_grid->archive().partition().grid()));
      request.run_settings = {{"evaluations", 5000.0}, {"centroids", path}};
      const auto on_centroids = test::finished(request);
      ASSERT_NE(on_centroids->archive().partition().centroids(), nullptr);
      EXPECT_EQ(on_centroids->archive().signature(), on_grid->archive().signature()) << testbed << " " << selector;
      EXPECT_EQ(on_centroids->curve(), on_grid->curve());
    }
  }
}

}  // namespace
}  // namespace mce::centroid_choice_test
