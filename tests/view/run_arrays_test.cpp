// SPDX-License-Identifier: MIT
#include "view/run_arrays.hpp"

#include <gtest/gtest.h>

#include "mce/run/run.hpp"
#include "mce/run/run_record.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"
#include "view/view_support.hpp"

// resources_test.cpp reads all arrays; here are the elites of files that no run could have made.
namespace mce::run_arrays_test {
namespace {

using test::Arrays;
using test::expect_mentions;
using test::message_of;
using test::spill;

constexpr const char* kPassage = "2,10,12,6,10,9,3,10,8";  // through all tiles, from the top left

/// The folder of a run of mazes of 3 × 3 with a single elite, whose tiles are these.
class MazeFolder {
 public:
  explicit MazeFolder(const std::string& tiles) {
    const auto run = Run::make(complete({.testbed = "maze",
                                         .testbed_settings = {{"size", 3.0}},
                                         .selector = "uniform",
                                         .run_settings = {{"evaluations", 10.0}, {"resolution", 2.0}}}));
    run->advance(10);
    spill(directory_ / "run.json", run_record(*run, 0.5));
    spill(directory_ / "curve.csv", "evaluations,filled,coverage,best,qd_score,selection_entropy\n10,1,0.25,1,1,0\n");
    std::string head = "index";
    for (int i = 0; i < 9; ++i) head += ",solution_" + std::to_string(i);
    spill(directory_ / "elites.csv",
          head +
              ",objective,measures_0,measures_1,cell_selections,cell_survivals,elite_selections,elite_survivals\n1," +
              tiles + ",1,0.5,0.5,0,0,0,0\n");
  }
  [[nodiscard]] Resource elites() const { return elites_arrays(*open_run_folder(directory_.path()), {}); }
  [[nodiscard]] std::string complaint() const {
    return message_of<Error>([&] { static_cast<void>(elites()); });
  }
  [[nodiscard]] std::string name() const { return directory_.path().string(); }

 private:
  test::TemporaryDirectory directory_;
};

TEST(RunArrays, MazesHaveTilesAndMetrics) {
  const Arrays arrays(MazeFolder(kPassage).elites());
  EXPECT_EQ(arrays.numbers<std::uint8_t>("solutions"), (std::vector<std::uint8_t>{2, 10, 12, 6, 10, 9, 3, 10, 8}));
  EXPECT_EQ(arrays.numbers<float>("metrics").size(), arrays.head()["metrics"].size());
}

TEST(RunArrays, MazesThatCannotBeAreErrorsThatNameTheRun) {
  const auto expect_complaint = [](const std::string& tiles, const std::string& what) {
    const MazeFolder folder(tiles);
    expect_mentions(folder.complaint(), {folder.name(), "'maze'", "'uniform'", "repetition 0", what});
  };
  expect_complaint("2.5,10,12,6,10,9,3,10,8", "2.5 is no tile");
  expect_complaint("2,10,12,6,10,9,3,10,16", "16 is no tile");
  expect_complaint("-2,10,12,6,10,9,3,10,8", "-2 is no tile");
  expect_complaint("nan,10,12,6,10,9,3,10,8", "nan is no tile");
  expect_complaint("3,10,12,6,10,9,3,10,8", "leads outside");
  expect_complaint("0,0,0,0,0,0,0,0,0", "not perfect");
  expect_complaint("6,14,12,7,15,13,3,11,9", "not perfect");
}

}  // namespace
}  // namespace mce::run_arrays_test
