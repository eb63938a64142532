// SPDX-License-Identifier: MIT
#include "report/beaten_tables.hpp"

#include <gtest/gtest.h>

#include <set>

#include "latex_check.hpp"
#include "mce/analysis/comparison.hpp"
#include "mce/study/beaten.hpp"
#include "support/studies.hpp"

namespace mce::beaten_tables_test {
namespace {

using test::has;

const std::string kSecondMaze = "[[treatment]]\ntestbed = \"maze\"\nsize = 5\n";

class ReportTables : public ::testing::Test {
 protected:
  Store study(const Protocol& protocol) {
    test::complete_study(directory_ / "s.mce", protocol);
    return Store::for_reading(directory_ / "s.mce");
  }
  const test::TemporaryDirectory directory_;
};

TEST_F(ReportTables, BeatenSelectorsOfEveryTestbedWithTheMostInBold) {
  const Store store = study(test::small_protocol(kSecondMaze));
  const auto texts = beaten_texts(store);
  const auto tables = beaten_tables(store);
  ASSERT_EQ(texts.size(), 3U);
  EXPECT_EQ(texts[2].name, "beaten-maze");
  EXPECT_TRUE(has(texts[2].caption, "Maze, 2 treatments, 3 repetitions")) << texts[2].caption;
  EXPECT_TRUE(has(texts[2].caption, "p < 0.05/2 = 0.025")) << texts[2].caption;
  EXPECT_EQ(texts[2].heads, (std::vector<std::string>{"Metric", "Uc", "G", "R"}));
  for (std::size_t t = 0; t < texts.size(); ++t) {
    ASSERT_EQ(texts[t].rows.size(), 6U);
    for (std::size_t metric = 0; metric < 6; ++metric) {
      const auto most = *std::ranges::max_element(tables[t].beaten[metric]);
      for (std::size_t selector = 0; selector < 3; ++selector) {
        const TextCell& cell = texts[t].rows[metric][selector + 1];
        EXPECT_EQ(cell.text, std::to_string(tables[t].beaten[metric][selector]));
        EXPECT_EQ(cell.bold, most > 0 && tables[t].beaten[metric][selector] == most);
      }
    }
  }
}

TEST_F(ReportTables, MatricesOfOneTreatmentAndVictoriesOfSeveral) {
  const Store store = study(test::small_protocol(kSecondMaze));
  const auto texts = comparison_matrices(store);
  ASSERT_EQ(texts.size(), 2U * 6U * 3U + 6U);
  const Comparisons expected(areas(store, 0, Metric::global_performance));
  EXPECT_EQ(texts[0].name, "values-rastrigin-global-performance");
  EXPECT_EQ(texts[0].rows[0][0].text, "ucb-cell");
  EXPECT_EQ(texts[1].name, "effects-rastrigin-global-performance");
  EXPECT_EQ(texts[1].rows[1][1].text.substr(0, 1), expected.between(1, 0).hedges_g < 0 ? "-" : "+");
  EXPECT_EQ(texts[1].rows[1][1].bold, expected.between(1, 0).verdict == Verdict::better);
  EXPECT_EQ(texts[1].rows[1][2].text, "");
  EXPECT_EQ(texts[2].name, "p-rastrigin-global-performance");
  EXPECT_NEAR(std::stod(texts[2].rows[0][2].text), expected.between(0, 1).welch_p,
              0.05 * expected.between(0, 1).welch_p);
  EXPECT_NEAR(std::stod(texts[2].rows[1][1].text), expected.between(0, 1).mann_whitney_p, 0.01);

  const TextTable& last = texts.back();
  EXPECT_EQ(last.name, "victories-maze-selection-entropy");
  const BeatenTable maze = beaten_tables(store)[2];
  const auto& counts = maze.victories[place_of(Metric::selection_entropy)];
  EXPECT_EQ(last.rows[0][2].text, std::to_string(counts[0][1]));
  EXPECT_EQ(last.rows[0].back().text, std::to_string(maze.beaten[5][0]));
}

TEST_F(ReportTables, AllOfItIsGoodLatexWithLabelsOfItsOwn) {
  const Store store = study(test::small_protocol(kSecondMaze, R"("Uc", "Uc:lambda=0.5", "R")"));
  auto texts = beaten_texts(store);
  std::ranges::copy(comparison_matrices(store), std::back_inserter(texts));
  std::set<std::string> names;
  for (const TextTable& text : texts) {
    EXPECT_EQ(test::latex_complaint(to_latex(text)), "") << to_latex(text);
    EXPECT_TRUE(names.insert(text.name).second) << text.name;
  }
}

TEST_F(ReportTables, OneRunLeavesOpenWhatItCannotTell) {
  const Store store = study(test::small_protocol("", R"("R")", 1));
  const auto texts = comparison_matrices(store);
  EXPECT_EQ(texts[0].rows[0][2].text, "-");
  EXPECT_EQ(texts[0].rows[0][3].text, "-");
  for (const TextTable& text : beaten_texts(store)) {
    EXPECT_EQ(text.rows[0][1].text, "0");
    EXPECT_FALSE(text.rows[0][1].bold);
  }
}

TEST_F(ReportTables, WhatIsNotMeasuredIsLeftOutAndSaidSo) {
  const Protocol protocol = test::small_protocol(kSecondMaze);
  {
    Store store = Store::for_running(directory_ / "part.mce", protocol);
    run_study(store, {.only = {.treatments = {protocol.treatments.back().name}, .selectors = {}}});
  }
  const Store store = Store::for_reading(directory_ / "part.mce");
  const auto texts = beaten_texts(store);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_TRUE(has(texts[0].caption, "Maze, 1 of 2 treatments, 3 repetitions")) << texts[0].caption;
  EXPECT_EQ(comparison_matrices(store).size(), 6U * 3U);
}

}  // namespace
}  // namespace mce::beaten_tables_test
