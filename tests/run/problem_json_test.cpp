// SPDX-License-Identifier: MIT
#include "run/problem_json.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "support/runs.hpp"

namespace mce::problem_json_test {
namespace {

Plan plan_of_problem() { return complete({.problem = test::small_problem(), .selector = "uniform"}); }

TEST(ProblemJson, ReadsBackTheSame) {
  Plan plan = plan_of_problem();
  plan.problem->lowest_fitness = -1.0 / 3;
  plan.problem->order = TellOrder::arrival;
  plan.problem->program.per_worker = 7;
  const Plan again = plan_from(parse_json(plan_json(plan).dump()));
  EXPECT_EQ(again, plan);
  EXPECT_EQ(again.problem->program.command, plan.problem->program.command) << "which no comparison looks at";
  EXPECT_EQ(again.problem->program.folder, plan.problem->program.folder);
  EXPECT_EQ(again.problem->program.timeout, plan.problem->program.timeout);
  EXPECT_EQ(again.problem->program.per_worker, 7U);
}

TEST(ProblemJson, RefusesWhatIsNoProblem) {
  const auto refused = [](const std::function<void(Json&)>& forge) {
    Json json = plan_json(plan_of_problem());
    forge(json["problem"]);
    try {
      plan_from(json);
    } catch (const Error&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refused([](Json&) {}));
  EXPECT_TRUE(refused([](Json& problem) { problem["name"] = "another"; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["in_flight"] = 0; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["in_flight"] = 1e300; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["order"] = "any"; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["genome"] = Json::array(); }));
  EXPECT_TRUE(refused([](Json& problem) { problem["genome"][0] = {1, 0}; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["genome"][0] = "wide"; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["features"][0] = {0, "one"}; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["feature_names"] = {"x"}; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["variation"] = "none"; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["variation_settings"]["sigma"] = -1; }));
  EXPECT_TRUE(refused([](Json& problem) { problem.erase("command"); }));
  EXPECT_TRUE(refused([](Json& problem) { problem["command"] = Json::array(); }));
  EXPECT_TRUE(refused([](Json& problem) { problem["timeout"] = 0; }));
  EXPECT_TRUE(refused([](Json& problem) { problem["per_worker"] = 65'536; }));
  EXPECT_FALSE(refused([](Json& problem) { problem.erase("per_worker"); }));
}

}  // namespace
}  // namespace mce::problem_json_test
