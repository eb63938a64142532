// SPDX-License-Identifier: MIT
#include "mce/study/low_fitness.hpp"

#include "support/problem_study.hpp"
#include "support/studies.hpp"

namespace mce::low_fitness_test {
namespace {

using namespace test;

std::vector<std::string> notes_of(const ProblemStudy& study) {
  const TemporaryDirectory directory;
  complete_study(directory / "s.mce", problem_protocol(directory.path(), study), 1);
  return low_fitness_notes(Store::for_reading(directory / "s.mce"));
}

TEST(LowFitness, IsNotedWithTheNumberOfElites) {
  const TemporaryDirectory directory;
  complete_study(directory / "s.mce", problem_protocol(directory.path(), {.lowest_fitness = -1}), 1);
  const Store store = Store::for_reading(directory / "s.mce");
  std::size_t below = 0;
  std::size_t all = 0;
  for (std::uint32_t selector = 0; selector < 2; ++selector) {
    const KeptElites elites = store.elites({0, selector, 0}).value();
    for (const double fitness : elites.fitness) {
      below += fitness < -1 ? 1 : 0;
      ++all;
    }
  }
  ASSERT_GT(below, 0U);
  ASSERT_LT(below, all);
  const auto notes = low_fitness_notes(store);
  ASSERT_EQ(notes.size(), 1U);
  expect_mentions(notes[0], {std::to_string(below) + " of " + std::to_string(all) +
                                 " elites of treatment 'sum' (first repetition of each selector)",
                             "below lowest_fitness = -1 and count as 0 in the QD-score"});
}

TEST(LowFitness, IsNotNotedWhereThereIsNone) {
  EXPECT_TRUE(notes_of({}).empty());
  EXPECT_TRUE(notes_of({.keep = "curves"}).empty());
  const TemporaryDirectory directory;
  complete_study(directory / "s.mce", small_protocol());
  EXPECT_TRUE(low_fitness_notes(Store::for_reading(directory / "s.mce")).empty()) << "testbeds";
}

TEST(LowFitness, OfWholeRunsIsSeenWithoutMaps) {
  const auto notes = notes_of({.lowest_fitness = 1, .keep = "curves"});
  ASSERT_EQ(notes.size(), 1U);
  expect_mentions(notes[0], {"At least ", "(all runs)", "lowest_fitness = 1 "});
}

}  // namespace
}  // namespace mce::low_fitness_test
