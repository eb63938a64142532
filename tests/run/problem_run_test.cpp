// SPDX-License-Identifier: MIT
// With real workers, and against a search that evaluates in the same process.
#include "mce/run/problem_run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <memory>

#include "support/complaint.hpp"
#include "support/files.hpp"
#include "support/runs.hpp"

namespace mce::problem_run_test {
namespace {

using test::expect_mentions;
using test::message_of;
using test::TemporaryDirectory;

constexpr const char* kWorker = R"(import json, sys
for line in sys.stdin:
    request = json.loads(line)
    x = request["genome"]
    if x[0] > 0.8:
        answer = {"id": request["id"], "error": "too far"}
    else:
        answer = {"id": request["id"], "fitness": x[0] * x[1] - x[2], "features": [x[0], x[2]]}
    print(json.dumps(answer), flush=True)
)";

/// A problem in a folder of its own.
struct World {
  World() { std::ofstream(directory / "worker.py") << kWorker; }

  [[nodiscard]] Plan plan(std::uint32_t in_flight = 8) const {
    ProblemFile file = test::small_problem();
    file.problem.program = {.command = {"python3", "worker.py"}, .folder = directory.path(), .workers = 2};
    file.problem.in_flight = in_flight;
    return complete({.problem = file,
                     .selector = "surprise",
                     .run_settings = {{"evaluations", 250.0}, {"initial", 20.0}},
                     .seed = 5});
  }
  [[nodiscard]] std::unique_ptr<WorkerPool> pool(const Plan& of) const {
    return std::make_unique<WorkerPool>(of.problem->program, 2, directory / "workers.log");
  }
  [[nodiscard]] std::filesystem::path journal() const { return directory / "journal.jsonl"; }

  TemporaryDirectory directory;
};

/// The same without workers: told in the order of asking.
std::uint64_t expected_signature(const Plan& plan) {
  AnySearch search = make_search({.genome = plan.problem->genome,
                                  .variation = plan.problem->variation,
                                  .variation_settings = plan.problem->variation_settings,
                                  .selector = plan.selector,
                                  .selector_settings = plan.selector_settings,
                                  .parameters = {.seed = plan.seed, .initial = plan.initial}},
                                 partition_of(plan));
  const std::uint64_t all = plan.initial + plan.evaluations;
  for (Ticket next = 1; next <= all; ++next) {
    while (search.open() < plan.problem->in_flight && search.asked() < all) search.ask();
    const auto x = search.genome(next);
    if (x[0] > 0.8) {
      search.fail(next);
    } else {
      search.tell(next, x[0] * x[1] - x[2], std::array{x[0], x[2]});
    }
  }
  return search.archive().signature();
}

TEST(ProblemRun, IsASearchToldInTheOrderOfAsking) {
  const World world;
  for (const std::uint32_t in_flight : {1U, 8U}) {
    const Plan plan = world.plan(in_flight);
    const auto pool = world.pool(plan);
    ProblemRun run(plan, *pool, std::nullopt);
    EXPECT_FALSE(run.started());
    run.advance(0);
    EXPECT_TRUE(run.started());
    EXPECT_EQ(run.told(), 20U);
    run.advance(250);
    EXPECT_TRUE(run.finished());
    EXPECT_EQ(run.evaluations(), 250U);
    EXPECT_EQ(run.archive().signature(), expected_signature(plan)) << in_flight << " in flight";
    EXPECT_EQ(run.failures().at("too far"), run.archive().rejected());
    ASSERT_EQ(run.curve().size(), plan.save_points.size());
    EXPECT_EQ(run.curve().back().evaluations, 250U);
    EXPECT_EQ(run.curve().back().summary, run.summary());
  }
}

TEST(ProblemRun, FollowsAJournalWithoutWorkers) {
  const World world;
  const Plan plan = world.plan();
  std::uint64_t signature = 0;
  {
    const auto pool = world.pool(plan);
    ProblemRun run(plan, *pool, Journal::create(world.journal(), journal_head({.plan = plan, .directory = "out"})));
    run.advance(250);
    signature = run.archive().signature();
  }
  Plan without = plan;
  without.problem->program.command = {"/no/such/program"};
  const auto pool = world.pool(without);
  Journal journal = Journal::open(world.journal());
  const JournalHead head = read_journal_head(journal.head());
  EXPECT_EQ(head.plan, plan);
  EXPECT_EQ(head.directory, "out");
  ProblemRun run(without, *pool, std::move(journal));
  EXPECT_EQ(run.repeated(), 270U);
  run.advance(250);
  EXPECT_TRUE(run.finished());
  EXPECT_EQ(run.archive().signature(), signature);
}

TEST(ProblemRun, CannotStartIfAllOfTheInitialPopulationFail) {
  const World world;
  std::ofstream(world.directory / "worker.py") << R"(import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "error": "no luck"}), flush=True)
)";
  const Plan plan = world.plan();
  const auto pool = world.pool(plan);
  ProblemRun run(plan, *pool, std::nullopt);
  expect_mentions(message_of<Error>([&] { run.advance(1); }), {"no elite to start from", "20", "no luck"});
}

TEST(ProblemRun, QualityIsWhatIsAboveTheLowestFitness) {
  Problem problem = test::small_problem().problem;
  problem.lowest_fitness = -3;
  EXPECT_EQ(quality(problem, -1), 2);
  EXPECT_EQ(quality(problem, -4), 0);
}

TEST(ProblemRun, IsNotMadeOfATestbed) {
  const World world;
  const Plan plan = complete({.testbed = "arm", .selector = "uniform"});
  const auto pool = world.pool(world.plan());
  EXPECT_THROW(ProblemRun(plan, *pool, std::nullopt), std::invalid_argument);
  EXPECT_THROW(Run::make(world.plan()), std::invalid_argument);
}

}  // namespace
}  // namespace mce::problem_run_test
