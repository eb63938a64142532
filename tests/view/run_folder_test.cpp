// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "mce/core/error.hpp"
#include "mce/problems/pictures.hpp"
#include "mce/run/run.hpp"
#include "mce/run/run_record.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"
#include "view/results.hpp"

// The folder of a run as `mce run --out` writes it; tests/cli/view_test.py has folders of the program itself.
namespace mce::run_folder_test {
namespace {

namespace fs = std::filesystem;
using test::expect_mentions;
using test::message_of;
using test::slurp;
using test::spill;

constexpr const char* kElitesHead =
    "index,solution_0,solution_1,objective,measures_0,measures_1,cell_selections,cell_survivals,elite_selections,"
    "elite_survivals\n";
constexpr const char* kCurve =
    "evaluations,filled,coverage,best,qd_score,selection_entropy\n0,1,0.25,-3,4,nan\n10,2,0.5,-2,5,0.5\n";

class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest() {
    const auto run =
        Run::make(complete({.testbed = "rastrigin",
                            .testbed_settings = {{"dimensions", 2.0}},
                            .selector = "ucb-cell",
                            .run_settings = {{"evaluations", 10.0}, {"resolution", 2.0}, {"initial", 5.0}}}));
    run->advance(10);
    spill(folder() / "run.json", run_record(*run, 0.5));
    spill(folder() / "curve.csv", kCurve);
    spill(folder() / "elites.csv", std::string(kElitesHead) + "1,0.5,-1,-2,0.5,-1,7,3,2,1\n3,1,1,-3,1,1,0,0,0,0\n");
  }
  [[nodiscard]] const fs::path& folder() const { return directory_.path(); }
  [[nodiscard]] std::string complaint(const std::string& file, const std::string& text) const {
    const std::string before = slurp(folder() / file);
    spill(folder() / file, text);
    const std::string message = message_of<Error>([&] { open_run_folder(folder()); });
    spill(folder() / file, before);
    return message;
  }

 private:
  test::TemporaryDirectory directory_;
};

TEST_F(RunFolderTest, IsAStudyOfOneRun) {
  const auto results = open_run_folder(folder());
  EXPECT_EQ(results->protocol().treatments.size(), 1U);
  EXPECT_EQ(results->protocol().selectors[0].name, "ucb-cell");
  EXPECT_EQ(results->protocol().name, folder().filename().string());
  EXPECT_EQ(results->store(), nullptr);
  EXPECT_FALSE(results->running());
  const StoredRun run = results->runs(0).front();
  EXPECT_EQ(run.evaluations, 10U);
  EXPECT_EQ(run.seconds, 0.5);
  EXPECT_NE(run.signature, 0U);
  const StoredCurve curve = results->curves(0).front();
  ASSERT_EQ(curve.points.size(), 2U);
  EXPECT_EQ(curve.points[1].best, -2);
  EXPECT_EQ(curve.points[1].metrics[place_of(Metric::qd_score)], 5);
  EXPECT_TRUE(std::isnan(curve.points[0].metrics[place_of(Metric::selection_entropy)]));
  const auto elites = results->elites({});
  EXPECT_EQ(elites->cells, (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(elites->solutions, (std::vector<double>{0.5, -1, 1, 1}));
  EXPECT_EQ(elites->selections, (std::vector<std::uint32_t>{2, 0}));
  const auto map = results->map({}, 0);
  EXPECT_EQ(results->map_evaluations({}), std::vector<std::uint64_t>{10});
  EXPECT_EQ(map->selections, (std::vector<std::uint32_t>{0, 7, 0, 0}));
  EXPECT_EQ(map->fitness[3], -3);
  EXPECT_TRUE(std::isnan(map->fitness[0]));
  EXPECT_FALSE(results->map({}, 1));
}

TEST_F(RunFolderTest, HasPicturesIfTheRunHas) {
  EXPECT_TRUE(open_run_folder(folder())->pictured_cells({}).empty());
  spill(folder() / kPicturesFile, pictures_text({{3, "<svg/>"}}));
  const auto results = open_run_folder(folder());
  EXPECT_EQ(results->pictured_cells({}), std::vector<std::uint32_t>{3});
  EXPECT_EQ(results->picture({}, 3), "<svg/>");
  EXPECT_EQ(results->picture({}, 1), std::nullopt);
  spill(folder() / kPicturesFile, pictures_text({{2, "<svg/>"}}));
  expect_mentions(message_of<Error>([&] { open_run_folder(folder()); }), {kPicturesFile, "cell 2", "no elite"});
}

TEST_F(RunFolderTest, IsReadAnew) {
  const auto results = open_run_folder(folder());
  spill(folder() / "elites.csv", std::string(kElitesHead) + "0,0.5,-1,-2,0.5,-1,7,3,2,1\n");
  EXPECT_EQ(results->elites({})->cells.size(), 2U);
  EXPECT_EQ(results->anew()->elites({})->cells, std::vector<std::uint32_t>{0});
}

TEST_F(RunFolderTest, WrongFilesAreNamedWithTheirLines) {
  const std::string head = kElitesHead;
  expect_mentions(complaint("elites.csv", "a,b\n"), {"elites.csv", "line 1", "first line"});
  expect_mentions(complaint("elites.csv", head + "1,2\n"), {"line 2", "10 numbers"});
  expect_mentions(complaint("elites.csv", head + "1,0,0,0,0,0,0,0,0,0,0\n"), {"line 2", "10 numbers"});
  expect_mentions(complaint("elites.csv", head + "x,0,0,0,0,0,0,0,0,0\n"), {"line 2", "number"});
  expect_mentions(complaint("elites.csv", head + "4,0,0,0,0,0,0,0,0,0\n"), {"line 2", "4 is impossible"});
  expect_mentions(complaint("elites.csv", head + "-1,0,0,0,0,0,0,0,0,0\n"), {"line 2", "-1 is impossible"});
  expect_mentions(complaint("elites.csv", head + "1,0,0,0,0,0,0.5,0,0,0\n"), {"line 2", "0.5 is impossible"});
  const std::string row = "1,0,0,0,0,0,0,0,0,0\n";
  expect_mentions(complaint("elites.csv", head + row + row), {"line 3", "ascend"});
  expect_mentions(complaint("curve.csv", "evaluations\n1\n"), {"curve.csv", "line 1"});
  expect_mentions(complaint("curve.csv", std::string(kCurve) + "1,2,3\n"), {"curve.csv", "line 4"});
  expect_mentions(complaint("run.json", "{"), {"run.json"});
  expect_mentions(complaint("run.json", "{}"), {"run.json", "settings"});
  expect_mentions(complaint("run.json", std::string(1'000'000, '[')), {"run.json"});
}

TEST_F(RunFolderTest, OtherFoldersAreNoRuns) {
  fs::remove(folder() / "run.json");
  expect_mentions(message_of<Error>([&] { open_run_folder(folder()); }), {folder().string(), "mce run --out"});
  expect_mentions(message_of<Error>([&] { open_run_folder(folder() / "missing"); }), {"missing", "mce run --out"});
}

}  // namespace
}  // namespace mce::run_folder_test
