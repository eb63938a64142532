// SPDX-License-Identifier: MIT
// The selector that we recommend has to deserve it: a small part of docs/beyond.md, with fixed seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "mce/run/run.hpp"

namespace mce::recommended_test {
namespace {

/// The mean of three runs.
double qd_score(PlanRequest request, const std::string& selector) {
  double sum = 0;
  request.selector = selector;
  for (request.seed = 1; request.seed <= 3; ++request.seed) {
    const auto run = Run::make(complete(request));
    run->advance(run->plan().evaluations);
    sum += run->summary().qd_score;
  }
  return sum / 3;
}

/// How much better than the better of the paper's two best selectors.
double lead(const PlanRequest& request) {
  return qd_score(request, "recommended") /
         std::max(qd_score(request, "ucb-individual"), qd_score(request, "ucb-cell"));
}

TEST(RecommendedSelector, IsAboutAsGoodAsTheBestEverywhereAndBetterOnAverage) {
  const double rastrigin = lead({.testbed = "rastrigin",
                                 .testbed_settings = {{"features", 3.0}},
                                 .run_settings = {{"evaluations", 5e4}, {"resolution", "15"}}});
  const double arm = lead({.testbed = "arm",
                           .testbed_settings = {{"joints", 30.0}},
                           .run_settings = {{"evaluations", 5e4}, {"resolution", "50"}}});
  const double maze = lead({.testbed = "maze", .run_settings = {{"evaluations", 3e4}}});
  EXPECT_GT(rastrigin, 0.99);
  EXPECT_GT(arm, 0.99);
  EXPECT_GT(maze, 0.99);
  EXPECT_GT((rastrigin + arm + maze) / 3, 1.01);
}

}  // namespace
}  // namespace mce::recommended_test
