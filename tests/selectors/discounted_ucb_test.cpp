// SPDX-License-Identifier: MIT
#include "mce/selectors/discounted_ucb.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "support/event_scans.hpp"
#include "support/events.hpp"
#include "support/picks.hpp"

namespace mce::discounted_ucb_test {
namespace {

using Parameters = DiscountedUcb::Parameters;

/// Some cells give better offspring than others.
double fitness(Rng& rng, CellIndex cell) { return rng.bounded(4 + cell % 5); }

/// The same, better and better, so that offspring survive again and again.
class Progress {
 public:
  double operator()(Rng& rng, CellIndex cell) { return 0.003 * ++offspring_ + fitness(rng, cell); }

 private:
  double offspring_ = 0;
};

struct Case {
  std::uint32_t cells;
  double discount;
  double lambda;
  std::uint32_t batch;
  int batches;
};

TEST(DiscountedUcb, HasTheCandidatesOfAScan) {
  for (const auto& [cells, discount, lambda, batch, batches] :
       {Case{1, 0.999, 0.7, 1, 100}, Case{40, 0.99999, 0.7, 1, 3000}, Case{40, 0.99, 0.7, 7, 500},
        Case{300, 0.999, 0.1, 3, 700}, Case{300, 1, 0.7, 2, 700}, Case{40, 0.999, 0, 2, 500},
        Case{40, 0.999, 1e6, 2, 500}}) {
    SCOPED_TRACE(testing::Message() << cells << " cells, discount " << discount << ", lambda " << lambda);
    const Parameters parameters{.lambda = lambda, .discount = discount};
    Rng rng(cells);
    Archive archive = test::empty_archive(cells);
    test::put(archive, cells / 3, 0);
    test::CheckedSelector checked{DiscountedUcb(parameters), test::ScanDiscountedUcb(parameters)};
    checked.rebuild(archive);
    Progress progress;
    for (int i = 0; i < batches; ++i) test::random_batch(archive, checked, rng, batch, std::ref(progress));
    EXPECT_GT(archive.births(), cells);
  }
}

/// 2^512 is reached after 35,311 selections.
TEST(DiscountedUcb, ChangesNoScoreWhenItShrinksItsUnits) {
  const Parameters parameters{.discount = 0.99};
  Rng rng(2);
  Archive archive = test::empty_archive(12);
  test::put(archive, 0, 0);
  test::CheckedSelector checked{DiscountedUcb(parameters), test::ScanDiscountedUcb(parameters), 5};
  checked.rebuild(archive);
  Progress progress;
  for (int i = 0; i < 36'000; ++i) test::random_batch(archive, checked, rng, 1, std::ref(progress));
  EXPECT_GT(archive.births(), 1000U);
}

/// Tells of a selection, of whatever the selector would choose, and of its outcome.
void tell(Archive& archive, DiscountedUcb& selector, CellIndex cell, bool survives) {
  const Parent parent = archive.pick(cell);
  selector.observe(archive, Pick{parent});
  if (survives) archive.reward(parent);
  Outcome outcome;
  outcome.parent = parent;
  if (survives) outcome.cell = cell;
  selector.observe(archive, outcome);
}

TEST(DiscountedUcb, PrefersWhatWasGoodLately) {
  Archive archive = test::archive_with({{0, 0}, {0, 0}});
  for (const double discount : {1.0, 0.99}) {
    DiscountedUcb selector({.lambda = 0.01, .discount = discount});
    selector.rebuild(archive);
    for (int i = 0; i < 300; ++i) tell(archive, selector, 0, true);
    for (int i = 0; i < 200; ++i) tell(archive, selector, 0, false);
    for (int i = 0; i < 250; ++i) tell(archive, selector, 1, i % 4 == 0);
    // Cell 0 has three successes in five, cell 1 one in four; but those of cell 0 are old.
    EXPECT_EQ(selector.candidates(archive), std::vector<CellIndex>{discount == 1 ? 0U : 1U});
  }
}

TEST(DiscountedUcb, TakesCellsThatWereNeverSelectedFirst) {
  Archive archive = test::archive_with({{0, 0}, {0, 0}, {0, 0}, {0, 0}});
  DiscountedUcb selector(Parameters{});
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {0, 1, 2, 3}, 4'000);
  tell(archive, selector, 1, true);
  tell(archive, selector, 2, false);
  test::expect_uniform_picks(selector, archive, {0, 3}, 4'000);
}

TEST(DiscountedUcb, GoesOnFromItsSavedState) { test::expect_goes_on<DiscountedUcb>({.discount = 0.999}, fitness); }

TEST(DiscountedUcb, RefusesASavedStateThatMakesNoSense) {
  const Archive archive = test::archive_with({{3, 1}, {0, 0}});
  const auto loads = [&](const std::vector<double>& numbers) { return test::loads<DiscountedUcb>(numbers, archive); };
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  // Unit, total, then n and w of both cells.
  EXPECT_TRUE(loads({1, 3, 3, 1, 0, 0}));
  for (const auto& [unit, total] : {std::pair{0.5, 3.0},
                                    {0x1p512, 0x1p512},
                                    {kNaN, 3.0},
                                    {1.0, kNaN},
                                    {1.0, kInfinity},
                                    {1.0, 0.5},
                                    {1.0, 0.0},
                                    {1.0, -3.0}}) {
    EXPECT_FALSE(loads({unit, total, 3, 1, 0, 0})) << unit << ", " << total;
  }
  for (const auto& [n, w] : {std::pair{-1.0, 0.0},
                             {kNaN, 0.0},
                             {kInfinity, 0.0},
                             {4.0, 1.0},
                             {3.0, -1.0},
                             {3.0, kNaN},
                             {3.0, kInfinity},
                             {1e-300, 1e300},
                             {0.0, 1.0}}) {
    EXPECT_FALSE(loads({1, 3, n, w, 0, 0})) << n << ", " << w;
  }
  EXPECT_FALSE(loads({1, 3, 3, 1, 1, 0})) << "cell 1 was never selected";
  EXPECT_FALSE(loads({1, 3, 3, 1, 0, 1})) << "cell 1 never had a surviving offspring";
  EXPECT_FALSE(loads({1, 3, 3, 1, 0})) << "ends early";
}

TEST(DiscountedUcb, RefusesParametersOutOfRange) {
  EXPECT_THROW(DiscountedUcb({.lambda = -1}), std::invalid_argument);
  EXPECT_THROW(DiscountedUcb({.discount = 0.98}), std::invalid_argument);
  EXPECT_THROW(DiscountedUcb({.discount = 1.01}), std::invalid_argument);
}

}  // namespace
}  // namespace mce::discounted_ucb_test
