// SPDX-License-Identifier: MIT
#include "mce/paper/agreement.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mce/analysis/statistics.hpp"
#include "support/studies.hpp"

namespace mce::agreement_test {
namespace {

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

TEST(Agreement, ColumnsOfPublishedTablesAreKnownByTheirSymbols) {
  const auto tables = parse_published_tables(
      "C,R,metric,G,Xc,Xi,guest,Ec,Ei,Uc,Ui,testbed\n"
      "1,2,coverage,3,4,5,99,6,7,8,0,arm\n");
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].testbed, "arm");
  ASSERT_EQ(tables[0].rows.size(), 1U);
  EXPECT_EQ(tables[0].rows[0].metric, Metric::coverage);
  EXPECT_EQ(tables[0].rows[0].beaten, (std::vector<std::uint32_t>{0, 8, 7, 6, 5, 4, 3, 2, 1}));
}

TEST(Agreement, PublishedTablesAreChecked) {
  const std::string head = "testbed,metric,Ui,Uc,Ei,Ec,Xi,Xc,G,R,C\n";
  const auto said = [](const std::string& csv) {
    return test::complaint([&] { static_cast<void>(parse_published_tables(csv)); });
  };
  test::expect_mentions(said("testbed,metric,Ui,Uc,Ei,Ec,Xi,Xc,G,R\n"), {"unknown column 'C'"});
  test::expect_mentions(said(head + "arm,coverage,1,2,3\n"), {"line 2", "5 values in 11 columns"});
  test::expect_mentions(said(head + "arm,coverage,9,0,0,0,0,0,0,0,0\n"), {"'9'", "0 to 8"});
  test::expect_mentions(said(head + "maze,coverage,481,0,0,0,0,0,0,0,0\n"), {"'481'", "0 to 480"});
  test::expect_mentions(said(head + "arm,beauty,1,0,0,0,0,0,0,0,0\n"), {"beauty"});
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
  EXPECT_DOUBLE_EQ(coverage_of(maze).differences[1], 60 * 8 - 426);
  std::string notes;
  for (const std::string& note : maze.notes) notes += note + "\n";
  test::expect_mentions(
      notes, {"1 treatment instead of 60", "scaled to the published 480",
              "3 repetitions instead of 100: the tests have less power",
              "Runs do not have the published 100000 evaluations", "has other parameters"});  // the maps are smaller
}

TEST(Agreement, RunsOfRastriginAreLongerThanThoseOfMazes) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", test::small_protocol("", kNine));
  const Agreement rastrigin = agreements(Store::for_reading(directory / "s.mce"))[0];
  EXPECT_EQ(std::ranges::count(rastrigin.notes, "Runs do not have the published 1000000 evaluations."), 1);
}

TEST(Agreement, TheOrderOfTheSelectorsDoesNotMatter) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, test::small_protocol("", R"("C", "R", "G", "Xc", "Xi", "Ec", "Ei", "Uc", "Ui")"));
  set_coverage(path, 0, {1, 2, 0, 7, 3, 6, 3, 8, 3});
  EXPECT_EQ(coverage_of(agreements(Store::for_reading(path))[0]).own,
            (std::vector<std::uint32_t>{3, 8, 3, 6, 3, 7, 0, 2, 1}));
}

/// Twelve selectors: three of them are the nine's with other parameters, before, among and after the nine.
TEST(Agreement, OtherSelectorsDoNotCount) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(
      path, test::small_protocol("", R"("Uc:lambda=0.5", "Ui", "Uc", "Ei", "Ec", "Uc:lambda=1", "Xi", "Xc", "G", "R",
                                        "C", "Ui:lambda=2")"));
  set_coverage(path, 0, {99, 3, 8, 3, 6, 99, 3, 7, 0, 2, 1, 99});
  const Agreement rastrigin = agreements(Store::for_reading(path))[0];
  EXPECT_EQ(rastrigin.entries, 45U);
  EXPECT_EQ(coverage_of(rastrigin).own, (std::vector<std::uint32_t>{3, 8, 3, 6, 3, 7, 0, 2, 1}));
}

/// Entries that are significant by 0.05/8 and would not be by 0.05/11.
TEST(Agreement, TheRuleIsThatOfNineSelectors) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, test::small_protocol("", kNine + R"(, "Uc:lambda=0.5", "Uc:lambda=1", "Uc:lambda=2")"));
  // Two samples of three with p = 0.0050: the threshold of nine selectors is 0.0063, that of twelve 0.0045.
  test::tamper(path,
               "UPDATE auc SET coverage = repetition WHERE treatment = 0;"
               "UPDATE auc SET coverage = 4.57 + repetition WHERE treatment = 0 AND selector = 1;");
  EXPECT_EQ(coverage_of(agreements(Store::for_reading(path))[0]).own,
            (std::vector<std::uint32_t>{0, 8, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Agreement, NothingToCompareWithoutAllNine) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  for (const std::string selectors :
       {R"("Uc", "G", "R")", R"("Ui:lambda=1", "Uc", "Ei", "Ec", "Xi", "Xc", "G", "R", "C")"}) {
    std::filesystem::remove(path);
    test::complete_study(path, test::small_protocol("", selectors));
    EXPECT_TRUE(agreements(Store::for_reading(path)).empty()) << selectors;
  }
}

}  // namespace
}  // namespace mce::agreement_test
