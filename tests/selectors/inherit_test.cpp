// SPDX-License-Identifier: MIT
#include "mce/selectors/inherit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/selectors/bandit.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "support/event_scans.hpp"
#include "support/events.hpp"

namespace mce::inherit_test {
namespace {

TEST(Inherit, HasTheCandidatesOfAScan) {
  for (const double share : {0.0, 0.3, 0.7, 1.0}) {
    for (const auto reward : {Inherit::Reward::survival, Inherit::Reward::replacement, Inherit::Reward::new_cell}) {
      const Inherit::Parameters parameters{.share = share, .reward = reward};
      Archive archive = test::empty_archive(40);
      test::put(archive, 0, 0);
      test::CheckedSelector checked{Inherit(parameters), test::ScanInherit(parameters)};
      checked.rebuild(archive);
      Rng rng(3);
      for (int step = 0; step < 1500; ++step) {
        test::random_batch(archive, checked, rng, 1 + static_cast<std::uint32_t>(step % 4), test::some_fitness);
        ASSERT_FALSE(testing::Test::HasFailure()) << "share " << share << ", step " << step;
      }
    }
  }
}

template <class Bandit>
void expect_runs_of(double share, std::uint32_t batch) {
  const EvolutionParameters parameters{.seed = 4, .resolution = {30}, .batch = batch};
  Evolution inherit(Rastrigin({}), Inherit({.share = share}), parameters);
  Evolution bandit(Rastrigin({}), Bandit(), parameters);
  inherit.advance_to(50'000);
  bandit.advance_to(50'000);
  EXPECT_EQ(inherit.archive().signature(), bandit.archive().signature()) << "share " << share << ", batch " << batch;
}

TEST(Inherit, IsUcbOfTheIndividualWithoutInheritanceAndOfTheCellWithAll) {
  for (const std::uint32_t batch : {1U, 50U}) {
    expect_runs_of<UcbIndividual>(0, batch);
    expect_runs_of<UcbCell>(1, batch);
  }
}

TEST(Inherit, GoesOnFromWhatItHasSaved) { test::expect_goes_on<Inherit>({.share = 0.4}, test::some_fitness); }

TEST(Inherit, RefusesSavedTalliesThatCannotBe) {
  const Archive archive = test::archive_with({{3, 1}});
  const auto load = [&archive](Tally tally) {
    ByteWriter out;
    out.value<CellIndex>(0);
    out.value(tally);
    ByteReader in(out.bytes());
    Inherit().load(in, archive);
  };
  EXPECT_NO_THROW(load({3, 3}));
  EXPECT_THROW(load({4, 0}), Error) << "selected more often than its cell";
  EXPECT_THROW(load({2, 3}), Error) << "more survivals than selections";
}

TEST(Inherit, RefusesImpossibleParameters) {
  EXPECT_THROW(Inherit({.share = 1.5}), std::invalid_argument);
  EXPECT_THROW(Inherit({.share = -0.1}), std::invalid_argument);
  EXPECT_THROW(Inherit({.share = NAN}), std::invalid_argument);
  EXPECT_THROW(Inherit({.lambda = -1}), std::invalid_argument);
}

}  // namespace
}  // namespace mce::inherit_test
