// SPDX-License-Identifier: MIT
#include "report/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/hand_made_values.hpp"
#include "support/studies.hpp"

namespace mce::summary_test {
namespace {

using test::has;

class Summary : public ::testing::Test {
 protected:
  std::vector<Paragraph> of(const Protocol& protocol, const std::string& tampering = "") {
    test::complete_study(directory_ / "s.mce", protocol);
    if (!tampering.empty()) test::tamper(directory_ / "s.mce", tampering);
    return summary(Store::for_reading(directory_ / "s.mce"));
  }
  const test::TemporaryDirectory directory_;
};

TEST_F(Summary, SaysWhoWinsByHowMuchAndHowSure) {
  const auto paragraphs = of(test::small_protocol("[[treatment]]\ntestbed = \"maze\"\nsize = 5\n"),
                             "UPDATE auc SET qd_score = 100 + repetition;"
                             "UPDATE auc SET qd_score = 1.5 * qd_score WHERE selector = 0;"
                             "UPDATE auc SET coverage = 0.5;");
  ASSERT_EQ(paragraphs.size(), 5U);
  EXPECT_EQ(paragraphs[0].lines[0],
            "small follows profile paper: 4 treatments, 3 selectors, 3 repetitions; 36 of 36 runs are finished.");
  EXPECT_EQ(paragraphs[1].head, "Rastrigin");
  EXPECT_EQ(paragraphs[1].lines[0].substr(0, paragraphs[1].lines[0].find("p =")),
            "QD-score: ucb-cell leads, it beats all others; +50.0 % compared with uniform (95 % interval +50.0 % to "
            "+50.0 %, ");
  EXPECT_EQ(paragraphs[1].lines[1], "Coverage: no selector is significantly better than another.");
  EXPECT_EQ(paragraphs[3].head, "Maze");
  EXPECT_TRUE(has(paragraphs[3].lines[0],
                  "ucb-cell leads, it wins 4 of 4 comparisons (next: greedy, 0); +50.0 % compared with uniform"))
      << paragraphs[3].lines[0];
  EXPECT_TRUE(has(paragraphs[3].lines[0], "p = 0.5 by sign test: better in 2 and worse in 0 of 2 treatments"))
      << paragraphs[3].lines[0];
  EXPECT_EQ(paragraphs[4].lines[0],
            "QD-score compared with uniform, of 4 treatments: ucb-cell better in 4 and worse in 0; greedy better in 0 "
            "and worse in 0.");
}

TEST_F(Summary, NamesThoseThatAreNotClearlyWorse) {
  const auto paragraphs = of(test::small_protocol(),
                             "UPDATE auc SET qd_score = 100 + repetition;"
                             "UPDATE auc SET qd_score = 1.5 * qd_score WHERE selector < 2;");
  EXPECT_TRUE(has(paragraphs[1].lines[0], "ucb-cell leads, it beats 1 of 2 others, no clear difference to greedy"))
      << paragraphs[1].lines[0];
}

TEST_F(Summary, OneRepetitionProvesNothing) {
  const auto paragraphs = of(test::small_protocol("", R"("Uc", "R")", 1));
  ASSERT_EQ(paragraphs.size(), 4U);
  EXPECT_TRUE(has(paragraphs[1].lines[0], "one repetition cannot tell whether that is chance"))
      << paragraphs[1].lines[0];
}

TEST_F(Summary, OneSelectorHasNobodyToBeComparedWith) {
  const auto paragraphs = of(test::small_protocol("", R"("Uc")"));
  ASSERT_EQ(paragraphs.size(), 1U);
  EXPECT_EQ(paragraphs[0].lines.back(), "There is only one selector, so there is nothing to compare.");
}

TEST_F(Summary, WithoutUniformThereIsNoPercentage) {
  for (const Paragraph& paragraph : of(test::small_protocol("", R"("Uc", "G")"))) {
    for (const std::string& line : paragraph.lines) EXPECT_FALSE(has(line, "compared with")) << line;
  }
}

TEST_F(Summary, AStudyThatHasNotBegunSaysSo) {
  Store::for_running(directory_ / "new.mce", test::small_protocol());
  const auto paragraphs = summary(Store::for_reading(directory_ / "new.mce"));
  ASSERT_EQ(paragraphs.size(), 1U);
  EXPECT_TRUE(has(paragraphs[0].lines[0], "0 of 27 runs are finished"));
  EXPECT_TRUE(has(paragraphs[0].lines[1], "Not finished, and so not in the results: rastrigin, arm and maze"))
      << paragraphs[0].lines[1];
}

TEST(RelativeGain, OverRepetitionsOrTreatments) {
  test::HandMadeValues values;
  const Duel duel{.first = "Uc", .second = "R", .metric = Metric::coverage, .testbed = "arm"};
  values.add("arm").set("arm", Metric::coverage, {"Uc"}, 1.5);
  const RelativeGain one = relative_gain(values, duel);
  EXPECT_NEAR(one.mean, 0.5 / 1.002, 1e-5);
  EXPECT_LT(one.low, one.mean);
  EXPECT_GT(one.high, one.mean);
  // Over three treatments with +50 %, 0 and 0: mean 16.7 %, deviation 28.9 %, t(2) = 4.303.
  values.add("maze", {}, 3).set("maze", Metric::coverage, {"Uc"}, 1.5, kWholeRun, 1);
  const RelativeGain three =
      relative_gain(values, {.first = "Uc", .second = "R", .metric = Metric::coverage, .testbed = "maze"});
  EXPECT_NEAR(three.mean, 0.1663, 1e-3);
  EXPECT_NEAR(three.high - three.mean, 4.303 * 0.2881 / std::sqrt(3.0), 1e-3);
}

TEST(RelativeGain, NothingOfNothingIsNoGain) {
  test::HandMadeValues values;
  values.add("arm", {}, 1, 1).set("arm", Metric::coverage, {"Uc", "R"}, 0);
  const Duel duel{.first = "Uc", .second = "R", .metric = Metric::coverage, .testbed = "arm"};
  EXPECT_EQ(relative_gain(values, duel).mean, 0);
  values.set("arm", Metric::coverage, {"Uc"}, 1);
  EXPECT_TRUE(std::isnan(relative_gain(values, duel).mean)) << "infinitely more";
}

}  // namespace
}  // namespace mce::summary_test
