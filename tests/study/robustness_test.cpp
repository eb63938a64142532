// SPDX-License-Identifier: MIT
#include "mce/study/robustness.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "study/study_support.hpp"
#include "support/hand_made_values.hpp"

namespace mce::robustness_test {
namespace {

using test::complaint;
using test::expect_mentions;
using test::has;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A study by hand: the QD-scores of the runs, by treatment and selector.
RunValues by_hand(const std::vector<std::string>& selectors, const std::vector<Samples>& treatments) {
  RunValues values{.selectors = selectors, .treatments = {}};
  for (std::size_t i = 0; i < treatments.size(); ++i) {
    MetricSamples metrics(metric_kinds().size());
    metrics[place_of(Metric::qd_score)] = treatments[i];
    values.treatments.push_back(
        {.name = "t" + std::to_string(i + 1), .testbed = "arm", .samples = {{kWholeRun, metrics}}});
  }
  return values;
}

Robustness by_qd_score(const RunValues& values, const std::vector<std::string>& reference) {
  return robustness(values, Metric::qd_score, reference);
}

const SelectorRobustness& row_of(const Robustness& table, const std::string& label) {
  const auto found = std::ranges::find(table.rows, label, &SelectorRobustness::label);
  if (found == table.rows.end()) throw std::out_of_range(label);
  return *found;
}

std::vector<std::string> order_of(const Robustness& table) {
  std::vector<std::string> labels;
  for (const SelectorRobustness& row : table.rows) labels.push_back(row.label);
  return labels;
}

// Means and standard errors of three runs m - d, m, m + d: m, and d / √3.
const RunValues kThree = by_hand({"Ui", "Uc", "S"}, {{{9, 10, 11}, {7, 8, 9}, {11, 12, 13}},  //
                                                     {{3, 4, 5}, {4, 5, 6}, {4.9, 4.96, 5.02}}});

TEST(Robustness, ValuesAndErrorsAreThoseComputedByHand) {
  const Robustness table = by_qd_score(kThree, {"Ui", "Uc"});
  EXPECT_EQ(table.treatments, (std::vector<std::string>{"t1", "t2"}));
  EXPECT_EQ(table.best, (std::vector<std::optional<std::size_t>>{0, 1}));
  const auto& new_one = row_of(table, "S");
  EXPECT_NEAR(new_one.values[0]->percent, 20, 1e-12);
  EXPECT_NEAR(new_one.values[0]->error, 100 * std::sqrt((1 + 1.2 * 1.2) / 3) / 10, 1e-12);
  EXPECT_NEAR(new_one.values[1]->percent, -0.8, 1e-12);
  EXPECT_NEAR(new_one.values[1]->error, 100 * std::sqrt((0.06 * 0.06 + 0.992 * 0.992) / 3) / 5, 1e-12);
  EXPECT_NEAR(row_of(table, "Uc").values[0]->percent, -20, 1e-12);
  EXPECT_NEAR(row_of(table, "Uc").values[0]->error, 100 * std::sqrt((1 + 0.8 * 0.8) / 3) / 10, 1e-12);
}

TEST(Robustness, TheReferenceItselfIsZeroWithoutAnError) {
  const Robustness table = by_qd_score(kThree, {"Ui", "Uc"});
  EXPECT_EQ(row_of(table, "Ui").values[0]->percent, 0);
  EXPECT_EQ(row_of(table, "Ui").values[0]->error, 0);
  EXPECT_EQ(row_of(table, "Uc").values[1]->percent, 0);
  EXPECT_EQ(row_of(table, "Uc").values[1]->error, 0);
}

TEST(Robustness, WorstMeanAndCounts) {
  const Robustness table = by_qd_score(kThree, {"Ui", "Uc"});
  EXPECT_EQ(order_of(table), (std::vector<std::string>{"S", "Ui", "Uc"})) << "equal means: in the order of the study";
  const auto& new_one = table.rows[0];
  EXPECT_NEAR(new_one.mean->percent, 9.6, 1e-12);
  EXPECT_NEAR(new_one.mean->error, std::hypot(new_one.values[0]->error, new_one.values[1]->error) / 2, 1e-12);
  EXPECT_EQ(new_one.worst, 1U);
  EXPECT_EQ(new_one.defined, 2U);
  EXPECT_EQ(new_one.within, 2U) << "-0.8 is within 1 %";
  EXPECT_EQ(new_one.above, 1U);
  EXPECT_NEAR(table.rows[1].mean->percent, -10, 1e-12);
  EXPECT_EQ(table.rows[1].worst, 1U);
  EXPECT_EQ(table.rows[1].within, 1U);
  EXPECT_EQ(table.rows[1].above, 0U) << "the reference is not above itself";
  EXPECT_EQ(table.rows[2].worst, 0U);
}

TEST(Robustness, WithinOnePercentIncludesOnePercent) {
  const RunValues values = by_hand({"R", "S"}, {{{100}, {99}}, {{100}, {98.99}}, {{100}, {101}}});
  const Robustness table = by_qd_score(values, {"R"});
  EXPECT_EQ(row_of(table, "S").within, 2U);
  EXPECT_EQ(row_of(table, "S").above, 1U);
}

TEST(Robustness, ATieIsWonByTheFirstOfTheStudyInWhateverOrderTheSetIs) {
  const RunValues values = by_hand({"Ui", "Uc", "R"}, {{{1, 3}, {2, 2}, {1, 1}}});
  const Robustness table = by_qd_score(values, {"Uc", "Ui"});
  EXPECT_EQ(table.best[0], 0U);
  EXPECT_EQ(row_of(table, "Ui").values[0]->error, 0);
  EXPECT_EQ(row_of(table, "Uc").values[0]->percent, 0);
  EXPECT_NEAR(row_of(table, "Uc").values[0]->error, 100 * 1.0 / 2, 1e-12) << "it is another sample";
}

TEST(Robustness, RoundingDecidesNothing) {
  const double third = 0.1 + 0.2;
  ASSERT_GT(third, 0.3);
  const RunValues values = by_hand({"Ui", "Uc", "S"}, {{{0.3, 0.3}, {third, third}, {third, third}}});
  const Robustness table = by_qd_score(values, {"Ui", "Uc"});
  EXPECT_EQ(table.best[0], 0U);
  EXPECT_EQ(row_of(table, "S").values[0]->percent, 0);
  EXPECT_EQ(row_of(table, "S").above, 0U);
}

TEST(Robustness, AReferenceThatIsNotAboveZeroLeavesTheTreatmentOut) {
  const RunValues values = by_hand({"R", "S"}, {{{0, 0}, {5, 5}},     // zero
                                                {{-3, -2}, {5, 5}},   // negative
                                                {{kNaN, 1}, {5, 5}},  // not a number
                                                {{}, {5, 5}},         // no runs
                                                {{2, 2}, {1, 1}}});   // the only one
  const Robustness table = by_qd_score(values, {"R"});
  EXPECT_EQ(table.undefined(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_FALSE(row_of(table, "S").values[i].has_value()) << i;
  EXPECT_EQ(row_of(table, "S").values[4]->percent, -50);
  EXPECT_EQ(row_of(table, "S").defined, 1U);
  EXPECT_EQ(row_of(table, "S").mean->percent, -50);
  EXPECT_EQ(row_of(table, "S").worst, 4U);
  EXPECT_TRUE(has(robustness_notes(table)[0], "not counted: 4 treatments whose")) << robustness_notes(table)[0];
}

TEST(Robustness, ASelectorWithoutRunsOrWithoutNumbersHasNoValueThere) {
  const RunValues values = by_hand({"R", "S", "T"}, {{{2}, {}, {kNaN}}, {{2}, {3}, {}}});
  const Robustness table = by_qd_score(values, {"R"});
  EXPECT_FALSE(row_of(table, "S").values[0].has_value());
  EXPECT_EQ(row_of(table, "S").mean->percent, 50);
  EXPECT_EQ(row_of(table, "S").defined, 1U);
  EXPECT_FALSE(row_of(table, "T").mean.has_value());
  EXPECT_FALSE(row_of(table, "T").worst.has_value());
  EXPECT_EQ(order_of(table), (std::vector<std::string>{"S", "R", "T"})) << "what has no mean is last";
}

TEST(Robustness, TinyAndHugeScalesGiveTheSameValues) {
  for (const double scale : {1e-300, 1e300}) {
    const RunValues values = by_hand({"R", "S"}, {{{1 * scale, 3 * scale}, {2 * scale, 4 * scale}}});
    const auto value = row_of(by_qd_score(values, {"R"}), "S").values[0];
    EXPECT_NEAR(value->percent, 50, 1e-9) << scale;
    EXPECT_NEAR(value->error, 100 * std::sqrt(1 + 2.25) / 2, 1e-9) << scale;
  }
}

TEST(Robustness, OneRunHasNoError) {
  const Robustness table = by_qd_score(by_hand({"R", "S"}, {{{2}, {3}}}), {"R"});
  EXPECT_TRUE(std::isnan(row_of(table, "S").values[0]->error));
  EXPECT_EQ(relative_text(row_of(table, "S").mean), "+50.0");
}

TEST(Robustness, OfNoTreatmentHasRowsWithoutValues) {
  const Robustness table = by_qd_score(by_hand({"R", "S"}, {}), {"R"});
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_FALSE(table.rows[0].mean.has_value());
}

TEST(Robustness, NeedsTheReferenceAndTheMetric) {
  EXPECT_THROW(by_qd_score(kThree, {}), std::invalid_argument);
  expect_mentions(complaint([] { by_qd_score(kThree, {"Xi"}); }), {"'Xi'"});
  expect_mentions(complaint([] { robustness(kThree, Metric::coverage, kThree.selectors); }), {"t1", "coverage"});
}

TEST(Robustness, TakesWholeRunsOnly) {
  test::HandMadeValues values({"R", "S"});
  values.add("arm").set("arm", Metric::coverage, {"S"}, 2, kEnd).set("arm", Metric::coverage, {"S"}, 1.5);
  const RunValues& made = values;
  const std::vector<std::string> reference = {"R"};
  const Robustness table = robustness(made, Metric::coverage, reference);
  EXPECT_NEAR(row_of(table, "S").values[0]->percent, 100 * (1.502 / 1.002 - 1), 1e-9);
}

TEST(Robustness, Texts) {
  EXPECT_EQ(percent_text(3.24), "+3.2");
  EXPECT_EQ(percent_text(-12.36), "-12.4");
  EXPECT_EQ(percent_text(-0.04), "0.0");
  EXPECT_EQ(percent_text(0.04), "0.0");
  EXPECT_EQ(relative_text(RelativeMean{.percent = 3.24, .error = 0.449}), "+3.2 ± 0.4");
  EXPECT_EQ(relative_text({}), "n/a");
}

TEST(ReferenceSet, IsThePapersNineWithTheirOwnSettings) {
  const auto set_of = [](const std::string& selectors, const std::string& list = "") {
    return reference_set(test::small_protocol("", selectors), list);
  };
  using Labels = std::vector<std::string>;
  EXPECT_EQ(set_of(R"("Uc:lambda=0.5", "Uc", "R")"), (Labels{"Uc", "R"}));
  EXPECT_EQ(set_of(R"("Uc:lambda=0.5", "Uc:lambda=2")"), (Labels{"Uc:lambda=0.5", "Uc:lambda=2"}));
  EXPECT_EQ(set_of(R"("Uc:lambda=0.5", "Uc", "R")", "uniform, Uc:lambda=0.5,R"), (Labels{"Uc:lambda=0.5", "R"}));
  EXPECT_EQ(set_of(R"("C:reward=2,penalty=0.25", "Uc")", "curiosity:reward=2,penalty=0.25,Uc"),
            (Labels{"C:reward=2,penalty=0.25", "Uc"}));
  expect_mentions(complaint([&] { set_of(R"("Uc:lambda=0.5", "R")", "R,Uc"); }),
                  {"--reference", "'Uc'", "ucb-cell:lambda=0.5"});
  expect_mentions(complaint([&] { set_of(R"("R")", ","); }), {"--reference", "''"});
}

TEST(Robustness, OfAStudyHasItsMeasuredTreatments) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", test::small_protocol("", R"("Uc", "R", "Uc:lambda=0.5")"));
  test::tamper(directory / "s.mce", "UPDATE treatment SET measured = 0 WHERE treatment = 0");
  const Store store = Store::for_reading(directory / "s.mce");
  const Robustness table = robustness(store, Metric::coverage);
  EXPECT_EQ(table.reference, (std::vector<std::string>{"Uc", "R"}));
  EXPECT_EQ(table.treatments, (std::vector<std::string>{"arm", "maze size=4"}));
  const std::vector<std::string> reference = {"Uc", "R"};
  const Robustness same = robustness(gather_values(store), Metric::coverage, reference);
  const DataTable exported =
      robustness_table(store, {.study = {.treatments = {"maze*"}, .selectors = {}}, .repetition = {}});
  exported.check();
  ASSERT_EQ(exported.rows(), store.metrics().size() * 3U);
  const auto& percents = std::get<std::vector<double>>(exported.columns[3].values);
  for (const std::string label : {"Uc", "R", "Uc:lambda=0.5"}) {
    const SelectorRobustness& row = row_of(table, label);
    EXPECT_EQ(row.values[1]->percent, row_of(same, label).values[1]->percent) << label;
    EXPECT_EQ(row.values[1]->percent, percents[place_of(Metric::coverage) * 3 + row.selector]) << label;
  }
}

}  // namespace
}  // namespace mce::robustness_test
