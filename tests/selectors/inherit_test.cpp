// SPDX-License-Identifier: MIT
#include "mce/selectors/inherit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/selectors/bandit.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "support/events.hpp"

namespace mce::inherit_test {
namespace {

/// The rule by a scan, with tallies of its own.
class Scan {
 public:
  explicit Scan(Inherit::Parameters parameters) : parameters_(parameters) {}

  void rebuild(const Archive& archive) {
    tallies_.assign(archive.cells(), {});
    births_.assign(archive.cells(), 0);
    for (const CellIndex cell : archive.filled()) births_[cell] = archive.birth(cell);
  }
  void observe(const Archive& /*archive*/, const Pick& pick) { ++tallies_[pick.parent.cell].selections; }
  void observe(const Archive& archive, const Outcome& outcome) {
    if (!outcome.cell || !outcome.parent) return;
    const bool filled = std::isnan(outcome.rival);
    const bool counts =
        parameters_.reward == Inherit::Reward::survival || filled == (parameters_.reward == Inherit::Reward::new_cell);
    Tally& parent = tallies_[outcome.parent->cell];
    const bool alive = births_[outcome.parent->cell] <= outcome.parent->births;
    if (counts && (alive || parameters_.share >= 0.5) && parent.survivals < parent.selections) ++parent.survivals;
    Tally& home = tallies_[*outcome.cell];
    home.selections = static_cast<std::uint32_t>(parameters_.share * home.selections);
    home.survivals = static_cast<std::uint32_t>(parameters_.share * home.survivals);
    births_[*outcome.cell] = archive.birth(*outcome.cell);
  }
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) const {
    const double log_clock = math::natural_log(static_cast<double>(archive.selections()));
    return test::best_cells(archive, [&](CellIndex cell) {
      const Tally& tally = tallies_[cell];
      return tally.selections == 0 ? INFINITY : UcbScore{.lambda = parameters_.lambda}(tally, log_clock);
    });
  }

 private:
  Inherit::Parameters parameters_;
  std::vector<Tally> tallies_;
  std::vector<std::uint64_t> births_;
};

/// CheckedSelector wants candidates in ascending order.
class Sorted : public Inherit {
 public:
  using Inherit::Inherit;
  std::vector<CellIndex> candidates(const Archive& archive) {
    std::vector<CellIndex> cells = Inherit::candidates(archive);
    std::ranges::sort(cells);
    return cells;
  }
};

double some_fitness(Rng& rng, CellIndex cell) { return rng.uniform(0, 1 + cell % 5); }

TEST(Inherit, HasTheCandidatesOfAScan) {
  for (const double share : {0.0, 0.3, 0.7, 1.0}) {
    for (const auto reward : {Inherit::Reward::survival, Inherit::Reward::replacement, Inherit::Reward::new_cell}) {
      const Inherit::Parameters parameters{.share = share, .reward = reward};
      Archive archive = test::empty_archive(40);
      test::put(archive, 0, 0);
      test::CheckedSelector<Sorted, Scan> checked{Sorted(parameters), Scan(parameters)};
      checked.rebuild(archive);
      Rng rng(3);
      for (int step = 0; step < 1500; ++step) {
        test::random_batch(archive, checked, rng, 1 + static_cast<std::uint32_t>(step % 4), some_fitness);
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

TEST(Inherit, GoesOnFromWhatItHasSaved) {
  const Inherit::Parameters parameters{.share = 0.4};
  Archive archive = test::empty_archive(30);
  test::put(archive, 0, 0);
  Inherit selector(parameters);
  selector.rebuild(archive);
  Rng rng(9);
  for (int step = 0; step < 500; ++step) test::random_batch(archive, selector, rng, 3, some_fitness);
  test::expect_goes_on(selector, archive, rng, parameters, some_fitness);
}

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
