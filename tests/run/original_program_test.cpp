// SPDX-License-Identifier: MIT
// The whole loop against the authors' program: original_program_curves.csv is what that program gives (profile
// `published`, five seeds, its own generator), so the two are compared in distribution.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/runs.hpp"

namespace mce::original_program_test {
namespace {

/// Values of one quantity over some seeds.
struct Sample {
  std::vector<double> values;

  [[nodiscard]] double size() const { return static_cast<double>(values.size()); }
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / size();
  }
  [[nodiscard]] double squares() const {
    double sum = 0;
    for (const double value : values) sum += (value - mean()) * (value - mean());
    return sum;
  }
};

/// What the file tells of a map, seed by seed.
struct Maps {
  Sample filled;
  Sample best;
  Sample fitness_sum;
};

/// What the original program did after so many evaluations.
Maps original(const std::string& testbed, const std::string& symbol, std::uint64_t evaluations) {
  std::ifstream in(std::filesystem::path(MCE_RUN_TESTS) / "original_program_curves.csv");
  Maps maps;
  for (std::string line; std::getline(in, line);) {
    const auto fields = split(line, ',');
    if (fields[0] != testbed || fields[1] != symbol || fields[3] != std::to_string(evaluations)) continue;
    maps.filled.values.push_back(std::stod(fields[4]));
    maps.best.values.push_back(std::stod(fields[5]));
    maps.fitness_sum.values.push_back(std::stod(fields[6]));
  }
  return maps;
}

/// Both means are of the same distribution if they differ by no more than five standard errors, the variance being
/// taken from both samples together. `step` is what a quantity cannot be finer than (tiles of a maze, cells).
void expect_alike(const char* what, const Sample& ours, const Sample& theirs, double step) {
  const double variance = (ours.squares() + theirs.squares()) / (ours.size() + theirs.size() - 2);
  const double standard_error = std::sqrt(variance * (1 / ours.size() + 1 / theirs.size()));
  EXPECT_LT(std::abs(ours.mean() - theirs.mean()), 5 * standard_error + step) << fmt::format(
      "{}: ours {:.6g}, theirs {:.6g}, standard error {:.3g}", what, ours.mean(), theirs.mean(), standard_error);
}

struct Comparison {
  std::string testbed;
  std::string symbol;
  std::uint64_t seeds;
  std::vector<std::uint64_t> points;
  double fitness_step;

  [[nodiscard]] PlanRequest request(std::uint64_t seed) const {
    PlanRequest request{.profile = "published",
                        .testbed = testbed,
                        .selector = symbol,
                        .run_settings = {{"evaluations", static_cast<double>(points.back())}},
                        .seed = seed};
    if (testbed.starts_with("maze")) {
      request.testbed = "maze";
      request.testbed_settings = {
          {"size", testbed.substr(4)}, {"fitness", "corners"}, {"features", "straights,horizontal-symmetry"}};
    }
    return request;
  }
};

void PrintTo(const Comparison& comparison, std::ostream* out) {
  *out << comparison.testbed << " with " << comparison.symbol;
}

std::vector<Comparison> comparisons() {
  std::vector<Comparison> all;
  for (const char* symbol : {"R", "Ui", "Uc", "Ei", "Xc", "C"}) {
    all.push_back({"rastrigin", symbol, 10, {0, 1'000, 10'000, 30'000}, 0});
    all.push_back({"arm", symbol, 10, {0, 1'000, 10'000, 30'000}, 0});
    all.push_back({"maze8", symbol, 6, {0, 1'000}, 1.0 / 64});
    all.push_back({"maze16", symbol, 4, {0, 1'000}, 1.0 / 256});
  }
  return all;
}

class OriginalProgram : public testing::TestWithParam<Comparison> {};

TEST_P(OriginalProgram, FillsTheSameMap) {
  const Comparison& comparison = GetParam();
  std::vector<Maps> ours(comparison.points.size());
  for (std::uint64_t seed = 1; seed <= comparison.seeds; ++seed) {
    const auto run = test::made(comparison.request(seed));
    for (std::size_t i = 0; i < comparison.points.size(); ++i) {
      run->advance(comparison.points[i] - run->evaluations());
      const Archive& archive = run->archive();
      double sum = 0;
      for (const CellIndex cell : archive.filled()) sum += archive.fitness(cell);
      ours[i].filled.values.push_back(static_cast<double>(archive.filled().size()));
      ours[i].best.values.push_back(run->summary().best);
      ours[i].fitness_sum.values.push_back(sum);
    }
  }
  for (std::size_t i = 0; i < comparison.points.size(); ++i) {
    SCOPED_TRACE(fmt::format("after {} evaluations", comparison.points[i]));
    const Maps theirs = original(comparison.testbed, comparison.symbol, comparison.points[i]);
    ASSERT_EQ(theirs.filled.size(), 5);
    expect_alike("filled cells", ours[i].filled, theirs.filled, 1);
    expect_alike("best fitness", ours[i].best, theirs.best, comparison.fitness_step);
    expect_alike("sum of fitness", ours[i].fitness_sum, theirs.fitness_sum, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Loop, OriginalProgram, testing::ValuesIn(comparisons()),
                         [](const auto& each) { return each.param.testbed + "_" + each.param.symbol; });

}  // namespace
}  // namespace mce::original_program_test
