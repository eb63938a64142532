// SPDX-License-Identifier: MIT
#include "report/paper_tables.hpp"

#include <gtest/gtest.h>

#include "support/studies.hpp"

namespace mce::paper_tables_test {
namespace {

using test::has;

AgreementRow row_of(std::vector<std::uint32_t> own) {
  AgreementRow row{
      .metric = Metric::coverage, .own = std::move(own), .published = {3, 7, 3, 6, 3, 7, 0, 2, 1}, .differences = {}};
  for (std::size_t i = 0; i < row.own.size(); ++i) row.differences.push_back(1.0 * row.own[i] - row.published[i]);
  return row;
}

TEST(PaperTables, EntriesStandBesideThePublishedOnes) {
  Agreement agreement{.testbed = "rastrigin", .treatments = 1, .published_treatments = 1, .rows = {}, .notes = {}};
  agreement.rows.push_back(row_of({3, 8, 3, 6, 3, 7, 0, 2, 1}));
  agreement.entries = 9;
  agreement.equal = 8;
  agreement.within_one = 9;
  agreement.largest = 1;
  const TextTable table = agreement_table(agreement);
  ASSERT_EQ(table.heads.size(), 12U);
  EXPECT_EQ(table.heads[1], "Ui");
  EXPECT_EQ(table.heads[9], "C");
  EXPECT_EQ(table.rows[0][2].text, "8 / 7 (+1)");
  EXPECT_FALSE(table.rows[0][2].bold);
  EXPECT_EQ(table.rows[0][4].text, "6 / 6 (+0)");
  EXPECT_TRUE(table.rows[0][4].bold);
  EXPECT_EQ(table.rows[0].back().text, "Uc / Uc Xc");
  EXPECT_TRUE(has(agreement_lines(agreement)[0],
                  "8 of 9 entries are equal to the published ones, 9 differ by 1 at most; the largest difference is 1 "
                  "of 8."))
      << agreement_lines(agreement)[0];
}

TEST(PaperTables, OtherNumbersOfTreatmentsAreComparedByShares) {
  Agreement agreement{.testbed = "maze", .treatments = 1, .published_treatments = 60, .rows = {}, .notes = {}};
  AgreementRow row{.metric = Metric::coverage,
                   .own = {1, 8, 0, 2, 3, 4, 5, 6, 7},
                   .published = {283, 426, 84, 82, 240, 451, 1, 169, 272},
                   .differences = {}};
  for (std::size_t i = 0; i < row.own.size(); ++i) row.differences.push_back(row.own[i] * 60.0 - row.published[i]);
  agreement.rows.push_back(row);
  agreement.entries = 9;
  agreement.largest = 480;
  EXPECT_EQ(agreement_table(agreement).rows[0][2].text, "100 / 89 (+11)");
  EXPECT_TRUE(has(agreement_lines(agreement)[0], "by 100 at most")) << agreement_lines(agreement)[0];
}

TEST(PaperTables, SayWhyThereIsNothingToCompare) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", test::small_protocol());
  EXPECT_TRUE(has(agreement_markdown(Store::for_reading(directory / "s.mce")), "Nothing to compare"));
}

TEST(PaperTables, OfClaimsHaveARowForEach) {
  const Finding held{.verdict = ClaimVerdict::holds, .figures = "2 | 1"};
  const Finding open{.verdict = ClaimVerdict::undecided, .figures = "none"};
  const TextTable table = claims_table({{&claims()[0], held}, {&claims()[1], open}});
  EXPECT_EQ(table.caption, "2 claims of the paper: 1 hold, 0 do not, 1 are undecided.");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][0].text, claims()[0].text);
  EXPECT_EQ(table.rows[0][2].text, "holds");
  EXPECT_EQ(table.rows[1][2].text, "undecided");
  EXPECT_TRUE(has(to_markdown(table), "2 \\| 1"));
}

}  // namespace
}  // namespace mce::paper_tables_test
