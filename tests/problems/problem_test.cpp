// SPDX-License-Identifier: MIT
#include "mce/problems/problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mce/core/error.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

namespace mce::problem_test {
namespace {

using test::complaint;
using test::expect_mentions;
using test::has;
using test::message_of;
using test::spill;
using test::TemporaryDirectory;

const std::string kBall = R"(command = ["python3", "ball.py"]
name = "the-ball"
workers = 4
per_worker = 32
in_flight = 16
timeout = 0.5
order = "arrival"
initial = 100
evaluations = 1e6
lowest_fitness = -2.5
[genome]
dimensions = 3
lower = -1
upper = [1, 2, 2.5]
[features]
names = ["x", "y"]
ranges = [[-1, 1], [0, 1e3]]
resolution = [50, 20]
[variation]
kind = "gaussian"
sigma = 0.1
steps = [0.1, 0.2]
shape = "round"
)";

ProblemFile read(const TemporaryDirectory& directory, const std::string& text) {
  spill(directory / "ball.toml", text);
  return read_problem(directory / "ball.toml");
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), with);
}

TEST(ProblemFile, SaysEverything) {
  const TemporaryDirectory directory;
  const auto [problem, settings, place] = read(directory, kBall);
  EXPECT_EQ(problem.name, "the-ball");
  EXPECT_EQ(problem.genome, (std::vector<Interval>{{-1, 1}, {-1, 2}, {-1, 2.5}}));
  EXPECT_EQ(problem.feature_names, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(problem.features, (std::vector<Interval>{{-1, 1}, {0, 1000}}));
  EXPECT_EQ(problem.variation, "gaussian");
  EXPECT_EQ(problem.variation_settings, (Settings{{"sigma", 0.1}, {"steps", "0.1,0.2"}, {"shape", "round"}}));
  EXPECT_EQ(problem.in_flight, 16U);
  EXPECT_EQ(problem.order, TellOrder::arrival);
  EXPECT_EQ(problem.lowest_fitness, -2.5);
  EXPECT_EQ(problem.program.command, (std::vector<std::string>{"python3", "ball.py"}));
  EXPECT_EQ(problem.program.folder, directory.path());
  EXPECT_EQ(problem.program.workers, 4U);
  EXPECT_EQ(problem.program.per_worker, 32U);
  EXPECT_EQ(problem.program.timeout, 0.5);
  EXPECT_EQ(settings, (Settings{{"initial", "100"}, {"evaluations", "1000000"}, {"resolution", "50x20"}}));
  EXPECT_TRUE(has(place, "ball.toml:")) << place;
}

TEST(ProblemFile, LittleHasToBeSaid) {
  const TemporaryDirectory directory;
  const std::string least =
      "command = [\"./ball\"]\ngenome = {dimensions = 2, lower = 0, upper = 1}\n[features]\nranges = [[0, 1]]\n";
  const auto [problem, settings, place] = read(directory, least + "centroids = 1e3\n");
  EXPECT_EQ(problem.name, "ball");
  EXPECT_EQ(problem.feature_names, (std::vector<std::string>{"feature 1"}));
  EXPECT_EQ(problem.variation, "iso-line");
  EXPECT_EQ(problem.in_flight, 8U);
  EXPECT_EQ(problem.order, TellOrder::asked);
  EXPECT_EQ(problem.program.workers, 0U);
  EXPECT_EQ(problem.program.per_worker, 0U);
  EXPECT_EQ(problem.program.timeout, 60);
  EXPECT_EQ(settings, (Settings{{"centroids", "1000"}}));
  EXPECT_EQ(place, "");
  EXPECT_EQ(read(directory, least + "resolution = 9\n").run_settings, (Settings{{"resolution", "9"}}));
  EXPECT_EQ(read(directory, least + "centroids = \"../places.csv\"\n").run_settings,
            (Settings{{"centroids", (directory.path().parent_path() / "places.csv").string()}}));
}

TEST(ProblemFile, ErrorsSayWhere) {
  const TemporaryDirectory directory;
  const auto refused = [&](const std::string& old, const std::string& with, const std::string& place,
                           const std::string& words) {
    const std::string error = complaint([&] { read(directory, replaced(kBall, old, with)); });
    EXPECT_TRUE(error.starts_with((directory / "ball.toml").string() + ":" + place + ": ")) << error;
    EXPECT_FALSE(has(error, "\n")) << error;
    expect_mentions(error, {words});
  };
  refused("workers", "worker", "3:1", "unknown key of a problem 'worker' (did you mean 'workers'?)");
  refused("command = [\"python3\", \"ball.py\"]", "", "1:1", "command is missing");
  refused("[\"python3\", \"ball.py\"]", "\"ball.py\"", "1:11", "command is text, a list of texts");
  refused("[\"python3\", \"ball.py\"]", "[]", "1:11", "command is an empty list");
  refused("[\"python3\", \"ball.py\"]", "[\"python3\", 1]", "1:23", "text is allowed");
  refused("the-ball", "the/ball", "1:1", "name 'the/ball': allowed are");
  refused("= 4", "= 0", "3:11", "workers is 0, a whole number from 1 to");
  refused("32", "65536", "4:14", "per_worker is 65536, a whole number from 0 to 65535");
  refused("16", "65536", "5:13", "in_flight is 65536, a whole number from 1 to 65535");
  refused("0.5", "0", "6:11", "timeout is 0");
  refused("0.5", "inf", "6:11", "not a number");
  refused("arrival", "random", "7:9", "order is 'random', \"asked\" or \"arrival\" is allowed");
  refused("initial = 100", "initial = 0", "8:11", "initial is 0, a whole number from 1 to 1000000000 is");
  refused("1e6", "4294901761", "9:15", "evaluations is 4294901761, a whole number from 0 to 4294901760 is");
  refused("dimensions = 3", "dimensions = 0", "12:14", "dimensions is 0, a whole number from 1 to");
  refused("dimensions = 3", "dimensions = 4", "14:9", "upper has 3 numbers for 4 genes");
  refused("2, 2.5", "-1, 2.5", "14:9", "upper is -1 for gene 2, and lower is -1");
  refused("lower", "low", "13:1", "did you mean 'lower'?");
  refused("[-1, 1]", "[1, 1]", "17:11", "a range from 1 to 1");
  refused("[-1, 1]", "[1]", "17:11", "a range has 1 numbers, not 2");
  refused("\"x\", ", "", "16:9", "1 names for 2 features");
  refused("\"x\"", "\"y\"", "1:1", "two features are called 'y'");
  refused("[50, 20]", "[50]", "18:14", "resolution has 1 numbers for 2 features");
  refused("[50, 20]", "[100000, 100000]", "18:14", "cells");
  refused("resolution = [50, 20]", "", "15:1", "resolution or centroids is missing");
  refused("resolution", "centroids = 5\nresolution", "18:1", "only one of them");
  refused("0.1\n", "true\n", "21:9", "sigma is true or false, a number");
  refused("[genome]", "[genome", "11:8", "");
}

TEST(ProblemFile, UnreadableFilesAreErrors) {
  const TemporaryDirectory directory;
  expect_mentions(message_of<Error>([&] { read_problem(directory / "none.toml"); }), {"none.toml'", "No such file"});
  expect_mentions(message_of<Error>([&] { read_problem(directory.path()); }), {"Is a directory"});
}

TEST(Problem, IsEqualIfItsResultsAre) {
  const TemporaryDirectory directory;
  const Problem problem = read(directory, kBall).problem;
  Problem other = problem;
  other.program = {};
  EXPECT_EQ(problem, other);
  other.in_flight = 9;
  EXPECT_FALSE(problem == other);
  other = problem;
  other.variation_settings[0].second = 0.2;
  EXPECT_FALSE(problem == other);
}

TEST(Problem, IsChecked) {
  const TemporaryDirectory directory;
  const Problem good = read(directory, kBall).problem;
  EXPECT_NO_THROW(check(good));
  const auto refused = [&](const std::function<void(Problem&)>& change, const std::string& words) {
    Problem problem = good;
    change(problem);
    expect_mentions(complaint([&] { check(problem); }), {words});
  };
  refused([](Problem& it) { it.name = ""; }, "name ''");
  refused([](Problem& it) { it.genome.clear(); }, "a genome of 0 genes");
  refused([](Problem& it) { it.genome[1] = {2, 2}; }, "gene 2 has the range 2 to 2");
  refused([](Problem& it) { it.genome[0].low = std::nan(""); }, "gene 1");
  refused([](Problem& it) { it.genome[0] = {-1e308, 1e308}; }, "gene 1");
  refused([](Problem& it) { it.features.clear(); }, "0 features");
  refused([](Problem& it) { it.features.resize(17); }, "17 features: allowed are 1 to 16");
  refused([](Problem& it) { it.feature_names.pop_back(); }, "1 names for 2 features");
  refused([](Problem& it) { it.feature_names[0] = "a\nb"; }, "name of a feature");
  refused([](Problem& it) { it.variation = ""; }, "variation");
  refused([](Problem& it) { it.in_flight = 0; }, "in_flight is 0");
  refused([](Problem& it) { it.order = static_cast<TellOrder>(9); }, "order");
  refused([](Problem& it) { it.lowest_fitness = INFINITY; }, "lowest_fitness is inf");
}

TEST(WorkerProgram, IsChecked) {
  const WorkerProgram good{.command = {"./ball"}, .folder = "/", .workers = 1};
  EXPECT_NO_THROW(check(good));
  const auto refused = [&](const std::function<void(WorkerProgram&)>& change, const std::string& words) {
    WorkerProgram program = good;
    change(program);
    expect_mentions(complaint([&] { check(program); }), {words});
  };
  refused([](WorkerProgram& it) { it.command.clear(); }, "command of a worker is empty");
  refused([](WorkerProgram& it) { it.command[0] = ""; }, "command of a worker is empty");
  refused([](WorkerProgram& it) { it.workers = 10'001; }, "10001 workers");
  refused([](WorkerProgram& it) { it.timeout = -1; }, "timeout is -1");
  refused([](WorkerProgram& it) { it.timeout = std::nan(""); }, "timeout is nan");
  refused([](WorkerProgram& it) { it.per_worker = 65'536; }, "per_worker is 65536");
}

}  // namespace
}  // namespace mce::problem_test
