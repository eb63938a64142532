// SPDX-License-Identifier: MIT
#include "mce/selectors/bandit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "support/archives.hpp"
#include "support/events.hpp"
#include "support/picks.hpp"
#include "support/scan.hpp"

namespace mce::bandit_test {
namespace {

template <class S>
std::vector<CellIndex> candidates(const Archive& archive, S selector = S()) {
  selector.rebuild(archive);
  return test::sorted(selector.candidates(archive));
}

template <class S>
using ScanOf = typename test::ScanFor<S>::Type;
template <class S>
using Checked = test::CheckedSelector<S, ScanOf<S>>;

template <class S>
class EveryBandit : public testing::Test {};
using Bandits = testing::Types<UcbIndividual, UcbCell, ExploitIndividual, ExploitCell, ExploreIndividual, ExploreCell>;
TYPED_TEST_SUITE(EveryBandit, Bandits);

TYPED_TEST(EveryBandit, HasTheCandidatesOfAScanOnThousandsOfRandomStates) {
  Rng rng(11);
  for (int state = 0; state < 3000; ++state) {
    std::vector<Tally> tallies(1 + rng.bounded(30));
    const std::uint32_t most = 1 + rng.bounded(8);  // few values, many ties
    for (Tally& tally : tallies) {
      tally.selections = rng.bounded(most + 1);
      tally.survivals = rng.bounded(tally.selections + 1);
    }
    const Archive archive = test::archive_with(tallies);
    ScanOf<TypeParam> scan;
    ASSERT_EQ(candidates<TypeParam>(archive), test::sorted(scan.candidates(archive))) << "state " << state;
  }
}

TYPED_TEST(EveryBandit, HasTheCandidatesOfAScanAtEveryStepOfRandomHistories) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    Archive archive = test::empty_archive(40);
    test::put(archive, 0, 0);
    Checked<TypeParam> selector{TypeParam(), ScanOf<TypeParam>()};
    selector.rebuild(archive);
    for (int step = 0; step < 2000; ++step) test::random_step(archive, selector, rng);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
}

TYPED_TEST(EveryBandit, HasTheCandidatesOfAScanInLongRealRuns) {
  Evolution rastrigin(Rastrigin({}), Checked<TypeParam>(TypeParam(), ScanOf<TypeParam>(), 97),
                      {.seed = 5, .resolution = {40}});
  rastrigin.advance_to(150'000);
  Evolution arm(Arm({}), Checked<TypeParam>(TypeParam(), ScanOf<TypeParam>(), 97),
                {.seed = 6, .resolution = {40}, .batch = 16});
  arm.advance_to(100'000);
}

TYPED_TEST(EveryBandit, PicksUniformlyAmongEquals) {
  // Cells 1, 4, 5 and 8 lead by every rule, by their own tally and by their cell's.
  const Archive archive =
      test::archive_with({{9, 3}, {4, 3}, {9, 3}, {9, 2}, {4, 3}, {4, 3}, {30, 10}, {9, 1}, {4, 3}});
  TypeParam selector;
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {1, 4, 5, 8});
}

TYPED_TEST(EveryBandit, PrefersEliteThatWereNeverSelected) {
  const Archive archive = test::archive_with({{1, 1}, {0, 0}, {100, 100}, {0, 0}});
  TypeParam selector;
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {1, 3});
}

TYPED_TEST(EveryBandit, PicksTheOnlyElite) {
  for (const Tally tally : {Tally{0, 0}, Tally{1, 0}, Tally{1, 1}, Tally{300'000, 17}}) {
    EXPECT_EQ(candidates<TypeParam>(test::archive_with({tally})), std::vector<CellIndex>{0});
  }
}

TYPED_TEST(EveryBandit, CopesWithHundredsOfThousandsOfSelections) {
  Rng rng(4);
  for (int state = 0; state < 10; ++state) {
    std::vector<Tally> tallies(12);
    for (Tally& tally : tallies) {
      tally.selections = 200'000 + rng.bounded(5);
      tally.survivals = tally.selections / 3 + rng.bounded(2);
    }
    tallies.push_back({.selections = 3, .survivals = 1});
    const Archive archive = test::archive_with(tallies);
    ScanOf<TypeParam> scan;
    EXPECT_EQ(candidates<TypeParam>(archive), test::sorted(scan.candidates(archive)));
  }
}

TYPED_TEST(EveryBandit, GoesOnFromASavedOrderPickForPick) {
  Rng rng(8);
  Archive archive = test::empty_archive(60);
  test::put(archive, 0, 0);
  TypeParam selector;
  selector.rebuild(archive);
  for (int step = 0; step < 3000; ++step) test::random_step(archive, selector, rng);

  ByteWriter saved_archive;
  archive.save(saved_archive);
  ByteWriter saved_selector;
  selector.save(saved_selector);
  Archive other_archive = test::empty_archive(60);
  ByteReader archive_reader(saved_archive.bytes());
  other_archive.load(archive_reader);
  TypeParam other_selector;
  ByteReader selector_reader(saved_selector.bytes());
  other_selector.load(selector_reader, other_archive);

  Rng other_rng(rng.state());
  for (int step = 0; step < 3000; ++step) {
    test::random_step(archive, selector, rng);
    test::random_step(other_archive, other_selector, other_rng);
    ASSERT_EQ(archive.signature(), other_archive.signature()) << "step " << step;
  }
}

TYPED_TEST(EveryBandit, RefusesASavedOrderThatIsNone) {
  const Archive archive = test::archive_with({{1, 0}, {2, 0}});
  for (const std::vector<CellIndex>& order : {std::vector<CellIndex>{0, 0}, {0, 7}, {1}}) {
    ByteWriter out;
    for (const CellIndex cell : order) out.value(cell);
    ByteReader in(out.bytes());
    EXPECT_THROW(TypeParam().load(in, archive), Error);
  }
}

TEST(Exploit, TiesOneHalfWithTwoQuarters) {
  const Archive archive = test::archive_with({{2, 1}, {4, 2}, {3, 1}, {200'000, 100'000}, {7, 3}});
  ExploitIndividual selector;
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {0, 1, 3});
}

TEST(Exploit, TiesAllThatNeverSucceededAndAllThatAlwaysDid) {
  EXPECT_EQ(candidates<ExploitCell>(test::archive_with({{2, 0}, {4, 0}, {1, 0}})), (std::vector<CellIndex>{0, 1, 2}));
  EXPECT_EQ(candidates<ExploitCell>(test::archive_with({{2, 2}, {4, 3}, {1, 1}})), (std::vector<CellIndex>{0, 2}));
}

TEST(Explore, PicksTheFewestSelectionsWhateverTheSurvivals) {
  EXPECT_EQ(candidates<ExploreCell>(test::archive_with({{2, 2}, {3, 3}, {2, 0}, {5, 5}})),
            (std::vector<CellIndex>{0, 2}));
}

TEST(Ucb, IsTheFormula) {
  // N_s = 15; scores by hand: 3/10 + √½·√(ln 15/10) = 0.668, 1/4 + √½·√(ln 15/4) = 0.832, 1/1 + √½·√(ln 15) = 2.164
  // − 1.
  const Archive archive = test::archive_with({{10, 3}, {4, 1}, {1, 0}});
  EXPECT_NEAR(UcbScore{}({10, 3}, std::log(15.0)), 0.66797, 1e-5);
  EXPECT_NEAR(UcbScore{}({4, 1}, std::log(15.0)), 0.83181, 1e-5);
  EXPECT_NEAR(UcbScore{}({1, 0}, std::log(15.0)), 1.16363, 1e-5);
  EXPECT_EQ(candidates<UcbCell>(archive), std::vector<CellIndex>{2});
}

TEST(Ucb, TiesEqualSharesWhenTheLogarithmIsZero) {
  // N_s = 1 makes ln N_s = 0: only the elite that was selected once exists, with score w/n.
  EXPECT_EQ(candidates<UcbCell>(test::archive_with({{1, 1}})), std::vector<CellIndex>{0});
  // With λ = 0 the score is w/n too, and 1/2 ties with 2/4 in double precision.
  UcbCell selector(UcbScore{.lambda = 0});
  const Archive archive = test::archive_with({{2, 1}, {4, 2}, {3, 1}});
  selector.rebuild(archive);
  test::expect_uniform_picks(selector, archive, {0, 1});
  const Archive in_vain = test::archive_with({{2, 0}, {4, 0}, {3, 0}});
  selector.rebuild(in_vain);
  test::expect_uniform_picks(selector, in_vain, {0, 1, 2});
}

TEST(Ucb, TiesDifferentTalliesExactlyWhenTheirScoresAreEqualInDoublePrecision) {
  // A λ so small that the exploration term is lost in rounding for one pair of tallies and not for the other.
  const UcbScore rule{.lambda = 1e-17};
  const Archive archive = test::archive_with({{2, 1}, {4, 2}, {6, 3}, {5, 2}});
  test::ScanBandit<UcbScore, TallyOf::cell> scan(rule);
  EXPECT_EQ(candidates(archive, UcbCell(rule)), test::sorted(scan.candidates(archive)));
  EXPECT_GT(scan.candidates(archive).size(), 1U) << "the case is only interesting if there is a tie";
}

TEST(Ucb, FollowsAClockThatFalls) {
  // Elite 0 leads alone as long as there are very many selections, and 1 as soon as there are few.
  Archive archive = test::archive_with({{1000, 300}, {4000, 1342}, {1'000'000, 0}});
  UcbIndividual selector;
  selector.rebuild(archive);
  Rng rng(1);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(selector.select(archive, rng), 0U);
    archive.pick(0);
    selector.update(archive, 0);
  }
  archive.remove(2);
  selector.remove(archive, 2);
  EXPECT_EQ(ScanOf<UcbIndividual>().candidates(archive), std::vector<CellIndex>{1});
  EXPECT_EQ(selector.select(archive, rng), 1U);
  EXPECT_EQ(selector.candidates(archive), std::vector<CellIndex>{1});
}

TEST(Ucb, CountsSelectionsOfLivingElitesIfAsked) {
  // Elite 0 is replaced after 1000 selections: all selections are then many more than those of the living.
  Archive archive = test::archive_with({{1000, 0}, {3, 2}, {40, 30}});
  test::put(archive, 0, 1);
  test::add_tally(archive, 0, {.selections = 5, .survivals = 3});
  EXPECT_EQ(archive.selections(), 1048U);
  EXPECT_EQ(archive.living_selections(), 48U);
  for (const auto total : {SelectionTotal::all, SelectionTotal::living}) {
    const UcbScore rule{.lambda = 0.25, .total = total};
    test::ScanBandit<UcbScore, TallyOf::individual> scan(rule);
    EXPECT_EQ(candidates(archive, UcbIndividual(rule)), test::sorted(scan.candidates(archive)));
  }
}

TEST(Ucb, AgreesWithAScanInRunsThatCountTheLiving) {
  const UcbScore rule{.total = SelectionTotal::living};
  const test::ScanBandit<UcbScore, TallyOf::individual> scan(rule);
  Evolution evolution(Rastrigin({}), Checked<UcbIndividual>(UcbIndividual{rule}, scan, 53),
                      {.seed = 9, .resolution = {30}});
  evolution.advance_to(100'000);
}

TEST(Ucb, RefusesImpossibleParameters) {
  EXPECT_THROW(UcbCell(UcbScore{.lambda = -1}), std::invalid_argument);
  EXPECT_THROW(UcbCell(UcbScore{.lambda = std::nan("")}), std::invalid_argument);
  EXPECT_THROW(UcbCell(UcbScore{.lambda = INFINITY}), std::invalid_argument);
  EXPECT_THROW(UcbCell(UcbScore{.lambda = 1e-200}), std::invalid_argument) << "too small for scores to differ";
  EXPECT_THROW(UcbCell(UcbScore{.lambda = 1e9}), std::invalid_argument) << "too large for survivals to count";
  EXPECT_THROW(UcbCell(UcbScore{.total = SelectionTotal::living}), std::invalid_argument);
}

}  // namespace
}  // namespace mce::bandit_test
