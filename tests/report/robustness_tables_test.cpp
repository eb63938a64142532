// SPDX-License-Identifier: MIT
#include "report/robustness_tables.hpp"

#include <gtest/gtest.h>

#include "latex_check.hpp"
#include "support/complaint.hpp"
#include "support/hand_made_values.hpp"

namespace mce::robustness_tables_test {
namespace {

using test::has;

/// S is better on the arm and equal elsewhere. G is worse on the first treatment.
Robustness made() {
  test::HandMadeValues values({"Ui", "G", "S"});
  values.add("arm").add("maze", {}, 2);
  values.set("arm", Metric::qd_score, {"S"}, 1.5).set("arm", Metric::qd_score, {"G"}, 0.5);
  const std::vector<std::string> reference = {"Ui", "G"};
  return robustness(values, Metric::qd_score, reference);
}

TEST(RobustnessTables, SummaryHasTheBestInBold) {
  const TextTable table = robustness_summary(made());
  EXPECT_EQ(table.name, "robustness");
  EXPECT_TRUE(has(table.caption,
                  "QD-score, area under the curve, in percent above or below the best of Ui and G on "
                  "each of 3 treatments"))
      << table.caption;
  ASSERT_EQ(table.rows.size(), 3U);
  const auto& first = table.rows[0];
  EXPECT_EQ(first[0].text, "S");
  EXPECT_EQ(first[1].text, "+16.6 ± 0.1");
  EXPECT_TRUE(first[1].bold);
  EXPECT_EQ(first[2].text, "0.0 ± 0.1");
  EXPECT_EQ(first[3].text, "maze 0");
  EXPECT_EQ(first[4].text, "3 of 3");
  EXPECT_EQ(first[5].text, "1");
  EXPECT_TRUE(first[5].bold);
  const auto& last = table.rows[2];
  EXPECT_EQ(last[0].text, "G");
  EXPECT_EQ(last[2].text, "-49.9 ± 0.1");
  EXPECT_EQ(last[3].text, "arm 0");
  EXPECT_EQ(last[4].text, "2 of 3");
  for (std::size_t i = 1; i < last.size(); ++i) EXPECT_FALSE(last[i].bold) << i;
}

TEST(RobustnessTables, ValuesHaveARowPerTreatment) {
  const TextTable table = robustness_values(made());
  EXPECT_EQ(table.heads, (std::vector<std::string>{"Treatment", "S", "Ui", "G"}));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0][0].text, "arm 0");
  EXPECT_EQ(table.rows[0][1].text, "+49.9 ± 0.1");
  EXPECT_TRUE(table.rows[0][1].bold);
  EXPECT_EQ(table.rows[0][2].text, "0.0 ± 0.0");
  EXPECT_FALSE(table.rows[0][3].bold);
}

TEST(RobustnessTables, AreLatex) {
  for (const TextTable& each : {robustness_summary(made()), robustness_values(made())}) {
    EXPECT_EQ(test::latex_complaint(to_latex(each)), "") << to_latex(each);
  }
}

}  // namespace
}  // namespace mce::robustness_tables_test
