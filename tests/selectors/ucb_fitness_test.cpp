// SPDX-License-Identifier: MIT
#include "mce/selectors/ucb_fitness.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "support/event_scans.hpp"
#include "support/events.hpp"
#include "support/picks.hpp"

namespace mce::ucb_fitness_test {
namespace {

using Parameters = UcbFitness::Parameters;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Whole numbers, so that means tie.
double whole(Rng& rng, CellIndex cell) { return static_cast<double>(rng.bounded(4 + cell % 5)) - 2; }
double fine(Rng& rng, CellIndex cell) { return rng.uniform(-1, 0.1 * (cell % 10)); }
double huge(Rng& rng, CellIndex /*cell*/) { return rng.uniform(-1, 1) * 1e300; }
double tiny(Rng& rng, CellIndex /*cell*/) { return rng.uniform(-1, 1) * 1e-300; }
double broken(Rng& rng, CellIndex cell) {
  constexpr double kValues[] = {kNaN, kInfinity, -kInfinity, -1e9, 0};
  const std::uint32_t which = rng.bounded(50);
  return which < 5 ? kValues[which] : whole(rng, cell);
}

TEST(UcbFitness, HasTheCandidatesOfAScan) {
  for (const TallyOf tally : {TallyOf::cell, TallyOf::individual}) {
    for (const auto fitness : {whole, fine, huge, tiny, broken}) {
      for (const double lambda : {0.7, 0.0, 1e6}) {
        for (const std::uint32_t batch : {1U, 7U}) {
          const Parameters parameters{.lambda = lambda, .tally = tally};
          Rng rng(batch);
          Archive archive = test::empty_archive(40);
          test::put(archive, 5, -kInfinity);
          test::CheckedSelector checked{UcbFitness(parameters), test::ScanUcbFitness(parameters)};
          checked.rebuild(archive);
          for (int i = 0; i < 120; ++i) test::random_batch(archive, checked, rng, batch, fitness);
          EXPECT_GT(archive.births(), 20U);
        }
      }
    }
  }
}

TEST(UcbFitness, HasTheCandidatesOfAScanOnALargerMap) {
  for (const auto fitness : {whole, fine}) {
    Rng rng(4);
    Archive archive = test::empty_archive(1000);
    test::put(archive, 5, -10);
    test::CheckedSelector checked{UcbFitness(Parameters{}), test::ScanUcbFitness(Parameters{}), 11};
    checked.rebuild(archive);
    for (int i = 0; i < 6000; ++i) test::random_batch(archive, checked, rng, 1, fitness);
    EXPECT_GT(archive.filled().size(), 900U);
  }
}

TEST(UcbFitness, PicksUniformlyAmongEquals) {
  Archive archive = test::archive_with({{0, 0}, {0, 0}, {0, 0}});
  UcbFitness selector(Parameters{});
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {0, 1, 2}, 4'000);
  for (const CellIndex cell : {0U, 1U, 2U}) {
    const Parent parent = archive.pick(cell);
    selector.observe(archive, Pick{parent});
    Outcome outcome;
    outcome.parent = parent;
    outcome.fitness = cell == 1 ? 2 : 3;
    selector.observe(archive, outcome);
  }
  test::expect_uniform_picks(selector, archive, {0, 2}, 4'000);
}

TEST(UcbFitness, GoesOnFromItsSavedState) {
  for (const TallyOf tally : {TallyOf::cell, TallyOf::individual}) {
    test::expect_goes_on<UcbFitness>({.tally = tally}, fine);
  }
}

TEST(UcbFitness, RefusesASavedStateThatMakesNoSense) {
  const Archive archive = test::archive_with({{3, 1}, {0, 0}});
  const auto loads = [&](const std::vector<double>& numbers) { return test::loads<UcbFitness>(numbers, archive); };
  EXPECT_TRUE(loads({-3e290, 0}));
  for (const double sum : {kNaN, kInfinity, -kInfinity, 1e292}) EXPECT_FALSE(loads({sum, 0})) << sum;
  EXPECT_FALSE(loads({1, 1})) << "cell 1 was never selected";
  EXPECT_FALSE(loads({1})) << "ends early";
}

TEST(UcbFitness, RefusesParametersOutOfRange) {
  EXPECT_THROW(UcbFitness({.lambda = -1}), std::invalid_argument);
  EXPECT_THROW(UcbFitness({.lambda = 1e-200}), std::invalid_argument);
}

}  // namespace
}  // namespace mce::ucb_fitness_test
