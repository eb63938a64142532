// SPDX-License-Identifier: MIT
#include "mce/paper/claims.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/hand_made_values.hpp"
#include "support/studies.hpp"

namespace mce::claims_test {
namespace {

using enum Metric;
using enum ClaimVerdict;
using test::HandMadeValues;
using test::has;

Finding check(const std::string& id, const RunValues& values) { return claim(id).check(values); }

const std::vector<std::string> kNine = {"Ui", "Uc", "Ei", "Ec", "Xi", "Xc", "G", "R", "C"};
const std::string kReplacement = "I:share=1,reward=replacement";
const std::string kNewCell = "I:share=1,reward=new-cell";

/// One treatment of Rastrigin, one of the arm and four mazes.
HandMadeValues on_all_testbeds(std::vector<std::string> selectors, int repetitions = 5) {
  HandMadeValues values(std::move(selectors));
  values.add("rastrigin", {}, 1, repetitions).add("arm", {}, 1, repetitions).add("maze", {}, 4, repetitions);
  return values;
}

/// The ids of those that need further selectors.
std::vector<std::string> further_ids(const std::vector<CheckedClaim>& checked) {
  std::vector<std::string> ids;
  for (const CheckedClaim& each : checked) {
    if (!each.claim->further.empty()) ids.push_back(each.claim->id);
  }
  return ids;
}

TEST(Claims, EachHasAnIdAndWordsOfItsOwn) {
  EXPECT_GE(claims().size(), 14U);
  std::set<std::string> ids;
  std::set<std::string> texts;
  for (const Claim& each : claims()) {
    EXPECT_TRUE(ids.insert(each.id).second) << each.id;
    EXPECT_TRUE(texts.insert(each.text).second) << each.text;
    EXPECT_EQ(each.text.back(), '.') << each.text;
    EXPECT_TRUE(each.place.starts_with("5.") || each.place.starts_with("6")) << each.place;
  }
  EXPECT_THROW(claim("arm-greedy"), std::invalid_argument);
}

TEST(Claims, AllDuelsWonHold) {
  HandMadeValues values;
  values.add("arm").set("arm", global_performance, {"G"}, 2);
  const Finding finding = check("arm-greedy-performance", values);
  EXPECT_EQ(finding.verdict, holds);
  EXPECT_TRUE(has(finding.figures, "8 of 8 comparisons won; the closest: G against")) << finding.figures;
}

TEST(Claims, OneThatIsLostFails) {
  HandMadeValues values;
  values.add("arm").set("arm", global_performance, {"G"}, 2).set("arm", global_performance, {"C"}, 3);
  const Finding finding = check("arm-greedy-performance", values);
  EXPECT_EQ(finding.verdict, fails);
  EXPECT_TRUE(has(finding.figures,
                  "7 of 8 comparisons won, 1 lost (G against C by Global performance on arm: 2.002 to "
                  "3.002, p < 1e-12)"))
      << finding.figures;
}

TEST(Claims, OneThatIsNotSignificantIsUndecided) {
  HandMadeValues values;
  values.add("arm").set("arm", global_performance, {"G", "Ei"}, 2);
  const Finding finding = check("arm-greedy-performance", values);
  EXPECT_EQ(finding.verdict, undecided);
  EXPECT_TRUE(has(finding.figures, "7 of 8 comparisons won, 1 open (G against Ei")) << finding.figures;
}

TEST(Claims, WhatIsMissingIsUndecidedAndSaid) {
  const HandMadeValues empty;
  for (const CheckedClaim& each : check_claims(empty)) {
    EXPECT_EQ(each.finding.verdict, undecided) << each.claim->id;
    EXPECT_TRUE(has(each.finding.figures, "The study has no finished treatment")) << each.finding.figures;
  }
  HandMadeValues few({"Uc", "G", "R"});
  few.add("arm");
  EXPECT_EQ(check("arm-greedy-performance", few).figures,
            "The study has no selector C, selector Ec, selector Ei, selector Ui, selector Xc and selector Xi.");
  HandMadeValues early;
  early.add("rastrigin", {1000, 10'000});
  EXPECT_EQ(check("rastrigin-greedy-stalls", early).figures,
            "The study has no save point 10^5 of rastrigin 0 and save point 10^6 of rastrigin 0.");
}

TEST(Claims, ThoseOfAMomentLookAtThatMoment) {
  HandMadeValues values;
  values.add("rastrigin", {1000, 10'000}).set("rastrigin", coverage, {"Uc", "Ec", "Xc"}, 2, 10'000);
  EXPECT_EQ(check("rastrigin-early-coverage", values).verdict, undecided);
  values.set("rastrigin", coverage, {"Uc", "Ec", "Xc"}, 2, 1000);
  EXPECT_EQ(check("rastrigin-early-coverage", values).verdict, holds);
}

TEST(Claims, FullCoverage) {
  HandMadeValues values;
  values.add("rastrigin").set("rastrigin", coverage, {"G"}, 0.3, kEnd);
  EXPECT_EQ(check("rastrigin-full-coverage", values).verdict, holds);
  values.set("rastrigin", coverage, {"Xi"}, 0.9, kEnd);
  const Finding finding = check("rastrigin-full-coverage", values);
  EXPECT_EQ(finding.verdict, fails);
  EXPECT_TRUE(has(finding.figures, "Xi 0.902")) << finding.figures;
}

TEST(Claims, EntropyOfExploitDropsOnceCoverageIsComplete) {
  HandMadeValues values;
  values.add("rastrigin", {10'000, 100'000})
      .set("rastrigin", coverage, {"Ei", "Ec"}, 0.5, 10'000)
      .set("rastrigin", selection_entropy, {"Ei", "Ec"}, 0.95, 10'000)
      .set("rastrigin", selection_entropy, {"Ei", "Ec"}, 0.9, 100'000)
      .set("rastrigin", selection_entropy, {"Ei", "Ec"}, 0.7, kEnd);
  const auto verdict = [](const RunValues& each) { return check("rastrigin-exploit-entropy", each).verdict; };
  const Finding finding = check("rastrigin-exploit-entropy", values);
  EXPECT_EQ(finding.verdict, holds);
  EXPECT_TRUE(has(finding.figures, "Ei 0.902 after 10^5 evaluations, when coverage is 1.002, and 0.702 at the end"))
      << finding.figures;
  HandMadeValues late = values;
  EXPECT_EQ(verdict(late.set("rastrigin", coverage, {"Ei"}, 0.5, 100'000)), undecided) << "complete only at the end";
  HandMadeValues rising = values;
  EXPECT_EQ(verdict(rising.set("rastrigin", selection_entropy, {"Ec"}, 0.92, kEnd)), fails)
      << "lower than long before, but higher than when coverage was complete";
}

TEST(Claims, LeadersOfMazesWinTheMostComparisons) {
  HandMadeValues values;
  values.add("maze", {}, 10).set("maze", qd_score, {"Uc"}, 2).set("maze", global_reliability, {"Uc"}, 2);
  const Finding finding = check("maze-ucb-cell", values);
  EXPECT_EQ(finding.verdict, holds);
  EXPECT_TRUE(has(finding.figures, "QD-score on maze: Uc wins 80 comparisons, the next is Ui with 0"))
      << finding.figures;
  values.set("maze", qd_score, {"Xc"}, 3);
  EXPECT_EQ(check("maze-ucb-cell", values).verdict, fails);
  // Xc wins more comparisons, but of the treatments with a difference Uc wins as many.
  values.set("maze", qd_score, {"Uc"}, 4, kWholeRun, 5).set("maze", qd_score, {"C"}, 2);
  EXPECT_EQ(check("maze-ucb-cell", values).verdict, undecided);
}

TEST(Claims, NothingButTiesIsUndecidedOrReached) {
  HandMadeValues values;
  for (const std::string testbed : {"rastrigin", "arm", "maze"}) {
    values.add(testbed, {1000, 10'000, 100'000, 1'000'000}, testbed == "maze" ? 7 : 1);
  }
  for (const CheckedClaim& each : check_claims(values)) {
    const ClaimVerdict expected = each.claim->id == "rastrigin-full-coverage" ? holds : undecided;
    EXPECT_EQ(each.finding.verdict, expected) << each.claim->id << ": " << each.finding.figures;
  }
}

TEST(Claims, AllRound) {
  HandMadeValues values;
  values.add("arm");
  for (const Metric metric : {global_performance, global_reliability, precision, coverage, qd_score}) {
    values.set("arm", metric, {"Ui"}, 2).set("arm", metric, {"Xc"}, 3);
  }
  EXPECT_EQ(check("arm-ucb-individual", values).verdict, holds);
  values.set("arm", precision, kNine, 3).set("arm", precision, {"Ui"}, 2);
  EXPECT_EQ(check("arm-ucb-individual", values).verdict, fails);
}

/// Guests, and the nine with other parameters: what they do changes no verdict.
TEST(Claims, SelectorsThatThePaperDoesNotHaveDoNotCount) {
  std::vector<std::string> twelve = kNine;
  twelve.insert(twelve.begin(), "Uc:lambda=0.5");
  twelve.insert(twelve.begin() + 4, "guest");
  twelve.emplace_back("Q");
  HandMadeValues nine;
  HandMadeValues values(twelve);
  for (HandMadeValues* each : {&nine, &values}) {
    each->add("rastrigin", {1000, 10'000, 100'000, 1'000'000}).add("arm", {10'000, 100'000, 1'000'000});
    each->add("maze", {1000, 10'000, 100'000}, 7);
    each->set("arm", global_performance, {"G"}, 2).set("maze", qd_score, {"Uc"}, 2).set("arm", coverage, {"Xc"}, 2);
    each->set("arm", qd_score, {"Ui"}, 2).set("arm", precision, {"C"}, 0.5);
  }
  for (const std::string testbed : {"rastrigin", "arm", "maze"}) {
    for (const Metric metric : {global_performance, global_reliability, precision, coverage, qd_score}) {
      values.set(testbed, metric, {"guest", "Uc:lambda=0.5", "Q"}, 9);
    }
  }
  const auto expected = check_claims(nine);
  const auto checked = check_claims(values);
  ASSERT_EQ(checked.size(), expected.size());
  for (std::size_t i = 0; i < checked.size(); ++i) {
    EXPECT_EQ(checked[i].finding.verdict, expected[i].finding.verdict) << checked[i].claim->id;
    EXPECT_EQ(checked[i].finding.figures, expected[i].finding.figures) << checked[i].claim->id;
  }
  EXPECT_EQ(check("arm-greedy-performance", nine).verdict, holds);
}

/// A difference with p = 0.0050: less than 0.05/8, more than 0.05/11, the limit if selectors of other rewards counted.
TEST(Claims, AreJudgedByTheRuleOfNineSelectors) {
  std::vector<std::string> fifteen = kNine;
  for (const std::string& more : std::vector<std::string>{"guest", "Q", "Uc:lambda=0.5", "F", kReplacement, kNewCell}) {
    fifteen.push_back(more);
  }
  HandMadeValues values(fifteen);
  values.add("arm", {}, 1, 3).set("arm", global_performance, {"G"}, 1.00457);
  const auto checked = check_claims(values);
  const auto found =
      std::ranges::find(checked, "arm-greedy-performance", [](const auto& each) { return each.claim->id; });
  ASSERT_NE(found, checked.end());
  EXPECT_EQ(found->finding.verdict, holds) << found->finding.figures;
}

TEST(Claims, AVariantStaysCloseOnEveryTestbed) {
  HandMadeValues values = on_all_testbeds({"Uc", kReplacement});
  values.set("arm", qd_score, {kReplacement}, 1.01).set("rastrigin", qd_score, {kReplacement}, 0.985);
  const Finding finding = check("reward-replacement", values);
  EXPECT_EQ(finding.verdict, holds);
  EXPECT_EQ(finding.figures, kReplacement +
                                 " against Uc: QD-score on rastrigin -1.5 ± 0.1 % (1 treatment); QD-score on arm "
                                 "+1.0 ± 0.1 % (1 treatment); QD-score on maze 0.0 ± 0.0 % (4 treatments).");
}

/// The mean of all mazes counts, whatever single ones do.
TEST(Claims, AVariantStaysCloseOnAverageOverTreatments) {
  HandMadeValues values = on_all_testbeds({"Uc", kNewCell});
  values.set("maze", qd_score, {kNewCell}, 1.1).set("maze", qd_score, {kNewCell}, 0.9, kWholeRun, 2);
  EXPECT_EQ(check("reward-new-cell", values).verdict, holds);
  values.set("maze", qd_score, {kNewCell}, 0.9, kWholeRun, 3);
  const Finding finding = check("reward-new-cell", values);
  EXPECT_EQ(finding.verdict, fails);
  EXPECT_TRUE(has(finding.figures, "QD-score on maze -5.0 ± 0.0 % (4 treatments)")) << finding.figures;
}

/// The standard error is 0.1 %, so that the limit is 2.2 %.
TEST(Claims, AVariantThatIsOutsideByLessThanTwoStandardErrorsIsUndecided) {
  HandMadeValues values = on_all_testbeds({"Uc", kNewCell});
  const auto verdict = [&](double level) {
    return check("reward-new-cell", values.set("arm", qd_score, {kNewCell}, level)).verdict;
  };
  EXPECT_EQ(verdict(1.0195), holds);
  EXPECT_EQ(verdict(1.0210), undecided);
  EXPECT_EQ(verdict(1.0235), fails);
  EXPECT_EQ(verdict(0.9790), undecided);
  EXPECT_EQ(verdict(0.9765), fails);
}

TEST(Claims, AVariantWithOneRunIsUndecided) {
  const HandMadeValues values = on_all_testbeds({"Uc", kNewCell}, 1);
  const Finding finding = check("reward-new-cell", values);
  EXPECT_EQ(finding.verdict, undecided);
  EXPECT_TRUE(has(finding.figures, "QD-score on arm 0.0 % (1 treatment)")) << finding.figures;
}

TEST(Claims, AVariantNeedsItsBaseAndAllTestbeds) {
  HandMadeValues alone({kReplacement});
  alone.add("arm");
  EXPECT_EQ(check("reward-replacement", alone).figures, "The study has no selector Uc.");
  HandMadeValues arm({"Uc", kReplacement});
  arm.add("arm");
  EXPECT_EQ(check("reward-replacement", arm).figures,
            "The study has no finished treatment of testbed maze and finished treatment of testbed rastrigin.");
}

TEST(Claims, FitnessAsRewardLosesOnEveryTestbed) {
  HandMadeValues values = on_all_testbeds({"Uc", "F"});
  values.add("maze", {}, 3);  // a sign test needs six
  for (const std::string testbed : {"rastrigin", "arm", "maze"}) values.set(testbed, qd_score, {"F"}, 0.5);
  EXPECT_EQ(check("fitness-needs-weights", values).verdict, holds);
  EXPECT_EQ(check("fitness-needs-weights", values.set("arm", qd_score, {"F"}, 1)).verdict, undecided);
  EXPECT_EQ(check("fitness-needs-weights", values.set("arm", qd_score, {"F"}, 2)).verdict, fails);
}

TEST(Claims, AreLeftOutWithoutTheirFurtherSelectors) {
  using Ids = std::vector<std::string>;
  EXPECT_EQ(further_ids(check_claims(on_all_testbeds(kNine))), Ids());
  EXPECT_EQ(further_ids(check_claims(on_all_testbeds({"Uc", "F"}))), Ids{"fitness-needs-weights"});
  EXPECT_EQ(further_ids(check_claims(on_all_testbeds({"Uc", kNewCell, kReplacement}))),
            (Ids{"reward-replacement", "reward-new-cell"}));
  EXPECT_EQ(further_ids(check_claims(on_all_testbeds({"Uc", "I:share=0.5,reward=new-cell"}))), Ids());
}

/// A difference with p = 0.0050: less than 0.05/9, more than 0.05/11.
TEST(Claims, AreJudgedByTheRuleOfTheNineAndTheirFurtherSelectors) {
  std::vector<std::string> twelve = kNine;
  for (const std::string& more : {std::string("F"), kReplacement, kNewCell}) twelve.push_back(more);
  HandMadeValues values(twelve);
  for (const std::string testbed : {"rastrigin", "arm", "maze"}) {
    values.add(testbed, {}, 1, 3).set(testbed, qd_score, {"Uc"}, 1.00457);
  }
  const auto checked = check_claims(values);
  EXPECT_EQ(checked.size(), claims().size());
  const auto found =
      std::ranges::find(checked, "fitness-needs-weights", [](const auto& each) { return each.claim->id; });
  ASSERT_NE(found, checked.end());
  EXPECT_EQ(found->finding.verdict, holds) << found->finding.figures;
  EXPECT_EQ(check("fitness-needs-weights", values).verdict, undecided) << "with all twelve";
}

TEST(Claims, OfAStudyOfOtherRewards) {
  const test::TemporaryDirectory directory;
  const auto* const selectors =
      R"("Uc", "inherit:share=1,reward=replacement", "inherit:reward=new-cell,share=1", "ucb-fitness")";
  test::complete_study(directory / "s.mce", test::small_protocol("", selectors, 2));
  const auto checked = check_claims(Store::for_reading(directory / "s.mce"));
  EXPECT_EQ(checked.size(), claims().size());
  for (const CheckedClaim& each : checked) {
    EXPECT_EQ(has(each.finding.figures, "The study has no"), each.claim->further.empty()) << each.finding.figures;
  }
}

TEST(Claims, OfAStudyWithoutAnyOfTheNineAreUndecided) {
  HandMadeValues values({"guest"});
  values.add("arm").add("elsewhere");
  for (const CheckedClaim& each : check_claims(values)) EXPECT_EQ(each.finding.verdict, undecided) << each.claim->id;
}

TEST(Claims, OfAStudyWithFewSelectors) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", test::small_protocol());
  const auto checked = check_claims(Store::for_reading(directory / "s.mce"));
  EXPECT_EQ(further_ids(checked), std::vector<std::string>());
  for (const CheckedClaim& each : checked) {
    EXPECT_EQ(each.finding.verdict, undecided) << each.claim->id;
    EXPECT_TRUE(has(each.finding.figures, "The study has no")) << each.finding.figures;
  }
}

TEST(Claims, OfAStudyWithAllNineAndOneRunEach) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce",
                       test::small_protocol("", R"("Ui", "Uc", "Ei", "Ec", "Xi", "Xc", "G", "R", "C")", 1));
  for (const CheckedClaim& each : check_claims(Store::for_reading(directory / "s.mce"))) {
    EXPECT_FALSE(each.finding.figures.empty()) << each.claim->id;
    if (has(each.claim->id, "proposed-")) {
      EXPECT_EQ(each.finding.verdict, undecided) << each.finding.figures;
    }
  }
}

}  // namespace
}  // namespace mce::claims_test
