// SPDX-License-Identifier: MIT
// Which protocols a study can go on with.
#include <gtest/gtest.h>

#include "mce/study/protocol.hpp"
#include "mce/study/protocol_reader.hpp"

namespace mce::protocol_differences_test {
namespace {

using Lines = std::vector<std::string>;

Protocol base() {
  return parse_protocol(
      "seed = 5\nrepetitions = 10\nselectors = [\"greedy\", \"Uc:lambda=0.5\"]\nevaluations = 1000\n"
      "save_points = [10, 100]\n[[treatment]]\ntestbed = \"arm\"\n[[treatment]]\ntestbed = \"maze\"\nsize = 8",
      "base.toml");
}

/// What is said of `base` with a change.
template <class Change>
Lines after(Change change) {
  Protocol now = base();
  change(now);
  return differences(base(), now);
}

TEST(Differences, NoneOfTheSame) { EXPECT_EQ(differences(base(), base()), Lines{}); }

TEST(Differences, NoneIfSomethingIsAddedOrTheOrderIsAnother) {
  EXPECT_EQ(after([](Protocol& now) { now.repetitions = 11; }), Lines{});
  EXPECT_EQ(after([](Protocol& now) { now.selectors.insert(now.selectors.begin(), {"uniform", "uniform", {}}); }),
            Lines{});
  EXPECT_EQ(after([](Protocol& now) {
              now.treatments.insert(now.treatments.begin(), now.treatments[0]);
              now.treatments[0].name = "another";
            }),
            Lines{});
  EXPECT_EQ(after([](Protocol& now) {
              std::ranges::reverse(now.selectors);
              std::ranges::reverse(now.treatments);
            }),
            Lines{});
}

TEST(Differences, InWhatHoldsForAllRuns) {
  EXPECT_EQ(after([](Protocol& now) { now.name = "now"; }), Lines{"name was base, now now"});
  EXPECT_EQ(after([](Protocol& now) { now.profile = "published"; }), Lines{"profile was paper, now published"});
  EXPECT_EQ(after([](Protocol& now) { now.seed = 6; }), Lines{"seed was 5, now 6"});
  EXPECT_EQ(after([](Protocol& now) { now.keep = Retention::all; }), Lines{"keep was first, now all"});
  EXPECT_EQ(after([](Protocol& now) { now.repetitions = 9; }), Lines{"repetitions were 10, now 9"});
}

TEST(Differences, InSelectors) {
  EXPECT_EQ(after([](Protocol& now) { now.selectors.erase(now.selectors.begin()); }),
            Lines{"selector 'greedy' was removed"});
  EXPECT_EQ(after([](Protocol& now) { now.selectors[1].settings = {{"lambda", 0.7}}; }),
            Lines{"selector 'ucb-cell:lambda=0.5': lambda was 0.5, now 0.7"});
  EXPECT_EQ(after([](Protocol& now) { now.selectors[0].settings = {{"new", 1.0}}; }),
            Lines{"selector 'greedy': new was nothing, now 1"});
  EXPECT_EQ(after([](Protocol& now) { now.selectors[0].name = "uniform"; }),
            Lines{"selector 'greedy': selector was greedy, now uniform"});
}

TEST(Differences, InTreatments) {
  EXPECT_EQ(after([](Protocol& now) { now.treatments.pop_back(); }), Lines{"treatment 'maze size=8' was removed"});
  EXPECT_EQ(after([](Protocol& now) { now.treatments[0].plan.testbed_settings[0].second = 13.0; }),
            Lines{"treatment 'arm': joints was 12, now 13"});
  EXPECT_EQ(after([](Protocol& now) {
              now.treatments[0].plan.testbed_settings.erase(now.treatments[0].plan.testbed_settings.begin());
            }),
            Lines{"treatment 'arm': joints was 12, now nothing"});
  EXPECT_EQ(after([](Protocol& now) { now.treatments[0].plan.testbed = "leg"; }),
            Lines{"treatment 'arm': testbed was arm, now leg"});
  EXPECT_EQ(after([](Protocol& now) { now.treatments[0].plan.initial = 7; }),
            Lines{"treatment 'arm': initial was 100, now 7"});
  EXPECT_EQ(after([](Protocol& now) { now.treatments[0].plan.resolution = {50}; }),
            Lines{"treatment 'arm': resolution was 100x100, now 50"});
  EXPECT_EQ(after([](Protocol& now) { now.treatments[1].plan.evaluations = 500; }),
            Lines{"treatment 'maze size=8': evaluations was 1000, now 500"});
  EXPECT_EQ(after([](Protocol& now) { now.treatments[0].plan.batch = 2; }),
            Lines{"treatment 'arm': batch was 1, now 2"});
}

TEST(Differences, InCentroids) {
  EXPECT_EQ(after([](Protocol& now) {
              now.treatments[0].plan.resolution.clear();
              now.treatments[0].plan.centroids.count = 50;
            }),
            (Lines{"treatment 'arm': resolution was 100x100, now none", "treatment 'arm': centroids was 0, now 50"}));
  Protocol old = base();
  old.treatments[0].plan.resolution.clear();
  old.treatments[0].plan.centroids = {.count = 1, .points = {0, 0}, .file = "a.csv"};
  Protocol now = old;
  now.treatments[0].plan.centroids.file = "b.csv";
  EXPECT_TRUE(differences(old, now).empty()) << "the file's name does not matter";
  now.treatments[0].plan.initial = 7;
  EXPECT_EQ(differences(old, now), Lines{"treatment 'arm': initial was 100, now 7"});
  now = old;
  now.treatments[0].plan.centroids.points = {0, 0.5};
  EXPECT_EQ(differences(old, now), Lines{"treatment 'arm': the points in 'a.csv' have changed"});
  now.treatments[0].plan.centroids = {.count = 9, .seed = 2};
  EXPECT_EQ(differences(old, now),
            (Lines{"treatment 'arm': centroids was a.csv, now 9", "treatment 'arm': centroid-seed was 1, now 2"}));
}

TEST(Differences, InSavePoints) {
  EXPECT_EQ(after([](Protocol& now) { now.treatments[0].plan.save_points = {0, 20, 30, 100, 1000}; }),
            (Lines{"treatment 'arm': save points 10 were removed", "treatment 'arm': save points 20, 30 were added"}));
  EXPECT_EQ(after([](Protocol& now) { now.treatments[0].plan.save_points = {0, 1000}; }),
            Lines{"treatment 'arm': save points 10, 100 were removed"});
}

TEST(Differences, AreAllListed) {
  Protocol now = base();
  now.seed = 1;
  now.repetitions = 1;
  now.selectors.pop_back();
  now.treatments[1].plan.initial = 1;
  now.treatments[1].plan.batch = 9;
  EXPECT_EQ(differences(base(), now),
            (Lines{"seed was 5, now 1", "repetitions were 10, now 1", "selector 'ucb-cell:lambda=0.5' was removed",
                   "treatment 'maze size=8': initial was 100, now 1", "treatment 'maze size=8': batch was 1, now 9"}));
}

}  // namespace
}  // namespace mce::protocol_differences_test
