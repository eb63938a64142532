// SPDX-License-Identifier: MIT
#include "mce/study/duels.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mce/study/exports.hpp"
#include "study/study_support.hpp"
#include "support/hand_made_values.hpp"

namespace mce::duels_test {
namespace {

using test::HandMadeValues;
using test::has;

const Duel kCells{.first = "Uc", .second = "R", .metric = Metric::coverage, .testbed = "maze"};

TEST(RunValues, OneTreatmentIsDecidedByWelch) {
  HandMadeValues values;
  values.add("maze");
  EXPECT_EQ(fight(values, kCells).verdict, Verdict::undecided);
  EXPECT_EQ(fight(values, kCells).p, 1);
  const DuelResult better = fight(values.set("maze", Metric::coverage, {"Uc"}, 1.1), kCells);
  EXPECT_EQ(better.verdict, Verdict::better);
  EXPECT_EQ(better.won, 1U);
  EXPECT_NEAR(better.first_mean, 1.102, 1e-9);
  EXPECT_NEAR(better.second_mean, 1.002, 1e-9);
  EXPECT_EQ(fight(values.set("maze", Metric::coverage, {"Uc"}, 0.9), kCells).verdict, Verdict::worse);
}

TEST(RunValues, TheThresholdIsThatOfAllSelectors) {
  // p is 0.0165: enough among three selectors, too much among nine.
  HandMadeValues nine;
  HandMadeValues three({"Uc", "G", "R"});
  for (HandMadeValues* each : {&nine, &three}) each->add("maze").set("maze", Metric::coverage, {"Uc"}, 1.003);
  EXPECT_NEAR(fight(nine, kCells).p, 0.0165, 0.001);
  EXPECT_EQ(fight(nine, kCells).verdict, Verdict::undecided);
  EXPECT_EQ(fight(three, kCells).verdict, Verdict::better);
}

TEST(RunValues, SeveralTreatmentsAreDecidedBySigns) {
  HandMadeValues values;
  values.add("maze", {}, 8).set("maze", Metric::coverage, {"Uc"}, 1.1, kWholeRun, 5);
  EXPECT_EQ(fight(values, kCells).verdict, Verdict::undecided) << "5 to 0 can be chance";
  EXPECT_EQ(fight(values, kCells).p, 0.0625);
  values.set("maze", Metric::coverage, {"Uc"}, 1.1, kWholeRun, 6);
  const DuelResult result = fight(values, kCells);
  EXPECT_EQ(result.verdict, Verdict::better);
  EXPECT_EQ(result.won, 6U);
  EXPECT_EQ(result.lost, 0U);
  EXPECT_EQ(result.treatments, 8U);
  EXPECT_TRUE(has(result_text(kCells, result), "6 won and 0 lost of 8 treatments, p = 0.031"))
      << result_text(kCells, result);
}

TEST(RunValues, SignTest) {  // twice the sum of C(n, i) / 2^n, in whole numbers
  EXPECT_EQ(sign_test(0, 0), 1);
  EXPECT_EQ(sign_test(1, 0), 1);
  EXPECT_EQ(sign_test(3, 3), 1);
  EXPECT_DOUBLE_EQ(sign_test(6, 0), 0.03125);
  EXPECT_DOUBLE_EQ(sign_test(0, 6), 0.03125);
  EXPECT_NEAR(sign_test(28, 8), 0.0011932429624721408, 1e-15);
  EXPECT_NEAR(sign_test(60, 0), 1.734723475976807e-18, 1e-27);
}

TEST(RunValues, SaysWhatIsMissing) {
  HandMadeValues values({"Uc", "R"});
  values.add("arm", {1000});
  Duel duel{.first = "Uc", .second = "R", .metric = Metric::coverage, .testbed = "arm", .moment = 1000};
  EXPECT_EQ(missing_for(values, duel), "");
  duel.moment = 100'000;
  EXPECT_EQ(missing_for(values, duel), "save point 10^5 of arm 0");
  duel.second = "Ei";
  EXPECT_EQ(missing_for(values, duel), "selector Ei");
  EXPECT_THROW(fight(values, duel), std::invalid_argument);
  EXPECT_EQ(missing_for(values, kCells), "finished treatment of testbed maze");
}

TEST(RunValues, OneRunEachIsNoTest) {
  HandMadeValues values;
  values.add("maze", {}, 1, 1).set("maze", Metric::coverage, {"Uc"}, 5);
  EXPECT_EQ(fight(values, kCells).verdict, Verdict::undecided);
  EXPECT_TRUE(std::isnan(fight(values, kCells).p));
  EXPECT_TRUE(has(result_text(kCells, fight(values, kCells)), "5 to 1, no test"));
}

TEST(RunValues, OfAStudy) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", test::small_protocol("", R"("Uc", "R", "Uc:lambda=0.5")"));
  const Store store = Store::for_reading(directory / "s.mce");
  const RunValues values = gather_values(store);
  EXPECT_EQ(values.selectors, (std::vector<std::string>{"Uc", "R", "Uc:lambda=0.5"}));
  ASSERT_EQ(values.treatments.size(), 3U);
  const TreatmentValues& arm = values.treatments[1];
  EXPECT_EQ(arm.testbed, "arm");
  ASSERT_EQ(arm.samples.size(), 4U) << "the whole run, 1000, 1500, and the end; 100 is too early";
  const auto metric = static_cast<std::size_t>(Metric::qd_score);
  EXPECT_EQ(arm.samples.at(kWholeRun)[metric], areas(store, 1, Metric::qd_score));
  // The end, from the table of runs.
  const DataTable runs =
      export_kind("runs").table(store, {.study = {.treatments = {"arm"}, .selectors = {}}, .repetition = {}});
  const auto column = std::ranges::find(runs.columns, "qd_score", &Column::name);
  std::vector<double> ends;
  for (const auto& sample : arm.samples.at(kEnd)[metric]) ends.insert(ends.end(), sample.begin(), sample.end());
  EXPECT_EQ(ends, std::get<std::vector<double>>(column->values));
  for (const auto& sample : arm.samples.at(1000)[metric]) EXPECT_EQ(sample.size(), 3U);
  EXPECT_NE(arm.samples.at(1000)[metric], arm.samples.at(kEnd)[metric]);
  EXPECT_EQ(arm.samples.at(1500), arm.samples.at(kEnd));
}

TEST(RunValues, ATreatmentCalledAsItsTestbedIsKeptApart) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", test::small_protocol("[[treatment]]\ntestbed = \"arm\"\njoints = 5\n"));
  for (const TreatmentValues& each : gather_values(Store::for_reading(directory / "s.mce")).treatments) {
    EXPECT_EQ(each.samples.at(kEnd)[0][0].size(), 3U) << each.name;
  }
}

}  // namespace
}  // namespace mce::duels_test
