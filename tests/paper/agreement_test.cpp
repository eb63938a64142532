// SPDX-License-Identifier: MIT
#include "mce/paper/agreement.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mce/analysis/statistics.hpp"
#include "support/studies.hpp"

namespace mce::agreement_test {
namespace {

using test::has;

const std::string kNine = R"("Ui", "Uc", "Ei", "Ec", "Xi", "Xc", "G", "R", "C")";

/// A study in which the published Rastrigin and arm tables could have come out: areas are made so that each selector
/// beats as many as it should by coverage. Runs are real but short; only their areas are replaced.
void set_coverage(const std::filesystem::path& path, int treatment, const std::vector<int>& levels) {
  std::string sql;
  for (std::size_t selector = 0; selector < levels.size(); ++selector) {
    sql += "UPDATE auc SET coverage = " + std::to_string(levels[selector]) +
           " + 0.001 * repetition WHERE treatment = " + std::to_string(treatment) +
           " AND selector = " + std::to_string(selector) + ";";
  }
  test::tamper(path, sql);
}

const AgreementRow& coverage_of(const Agreement& agreement) {
  return *std::ranges::find(agreement.rows, Metric::coverage, &AgreementRow::metric);
}

TEST(Agreement, ThePublishedTables) {
  const auto& tables = published_tables();
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[0].testbed, "rastrigin");
  EXPECT_EQ(tables[1].testbed, "arm");
  EXPECT_EQ(tables[2].testbed, "maze");
  EXPECT_EQ(tables[2].treatments, 60U);
  for (const PublishedTable& table : tables) {
    ASSERT_EQ(table.rows.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(static_cast<std::size_t>(table.rows[i].metric), i);
      EXPECT_EQ(table.rows[i].beaten.size(), 9U);
    }
  }
  EXPECT_EQ(tables[0].rows[0].beaten, (std::vector<std::uint32_t>{6, 3, 6, 4, 6, 1, 0, 1, 0}));
  EXPECT_EQ(tables[2].rows[4].beaten, (std::vector<std::uint32_t>{318, 420, 81, 102, 249, 344, 2, 155, 321}));
}

TEST(Agreement, EntryByEntry) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, test::small_protocol("", kNine));
  // Published: 3 7 3 6 3 7 0 2 1. Ours: Uc a bit above Xc, so it beats one more.
  set_coverage(path, 0, {3, 8, 3, 6, 3, 7, 0, 2, 1});
  const auto all = agreements(Store::for_reading(path));
  ASSERT_EQ(all.size(), 3U);
  const Agreement& rastrigin = all[0];
  EXPECT_EQ(rastrigin.entries, 45U);
  const AgreementRow& row = coverage_of(rastrigin);
  EXPECT_EQ(row.own, (std::vector<std::uint32_t>{3, 8, 3, 6, 3, 7, 0, 2, 1}));
  EXPECT_EQ(row.differences, (std::vector<double>{0, 1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(row.same_best) << "Uc leads alone, Uc and Xc share the published lead";
  EXPECT_NEAR(row.rank_correlation, 0.9957, 1e-3);
  std::uint32_t equal = 0;
  std::uint32_t within_one = 0;
  double largest = 0;
  for (const AgreementRow& each : rastrigin.rows) {
    for (const double difference : each.differences) {
      equal += difference == 0;
      within_one += std::abs(difference) <= 1;
      largest = std::max(largest, std::abs(difference));
    }
  }
  EXPECT_EQ(rastrigin.equal, equal);
  EXPECT_EQ(rastrigin.within_one, within_one);
  EXPECT_EQ(rastrigin.largest, largest);

  const TextTable table = agreement_table(rastrigin);
  EXPECT_EQ(table.rows[3][2].text, "8 / 7 (+1)");
  EXPECT_FALSE(table.rows[3][2].bold);
  EXPECT_EQ(table.rows[3][4].text, "6 / 6 (+0)");
  EXPECT_TRUE(table.rows[3][4].bold);
  EXPECT_EQ(table.rows[3].back().text, "Uc / Uc Xc");
}

TEST(Agreement, TheSameLeadIsSeen) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, test::small_protocol("", kNine));
  set_coverage(path, 0, {3, 7, 3, 6, 3, 7, 0, 2, 1});
  const auto all = agreements(Store::for_reading(path));
  EXPECT_TRUE(coverage_of(all[0]).same_best);
  EXPECT_DOUBLE_EQ(coverage_of(all[0]).rank_correlation, 1);
}

TEST(Agreement, AnotherNumberOfTreatmentsIsScaledAndSaid) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, test::small_protocol("", kNine));
  set_coverage(path, 2, {1, 9, 2, 3, 4, 5, 6, 7, 8});
  const Agreement maze = agreements(Store::for_reading(path))[2];
  EXPECT_EQ(maze.treatments, 1U);
  EXPECT_EQ(maze.published_treatments, 60U);
  EXPECT_DOUBLE_EQ(coverage_of(maze).differences[1], 480 - 426);
  EXPECT_EQ(agreement_table(maze).rows[3][2].text, "100 / 89 (+11)");
  const std::string text = agreement_markdown(Store::for_reading(path));
  EXPECT_TRUE(has(text, "1 treatment instead of 60")) << text;
  EXPECT_TRUE(has(text, "3 repetitions instead of 100: the tests have less power")) << text;
  EXPECT_TRUE(has(text, "Runs do not have the published 100000 evaluations")) << text;
  EXPECT_TRUE(has(text, "has other parameters")) << "the maps are smaller: " << text;
}

TEST(Agreement, OtherSelectorsDoNotCount) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, test::small_protocol("", R"("Uc:lambda=0.5", )" + kNine));
  set_coverage(path, 0, {99, 3, 7, 3, 6, 3, 7, 0, 2, 1});
  EXPECT_EQ(coverage_of(agreements(Store::for_reading(path))[0]).own,
            (std::vector<std::uint32_t>{3, 7, 3, 6, 3, 7, 0, 2, 1}));
}

TEST(Agreement, NothingToCompareWithoutAllNine) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, test::small_protocol());
  EXPECT_TRUE(agreements(Store::for_reading(path)).empty());
  EXPECT_TRUE(has(agreement_markdown(Store::for_reading(path)), "Nothing to compare"));
}

}  // namespace
}  // namespace mce::agreement_test
