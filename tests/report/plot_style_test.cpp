// SPDX-License-Identifier: MIT
#include "report/plot_style.hpp"

#include <set>

#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/complaint.hpp"

namespace mce::plot_style_test {
namespace {

using namespace test;

std::vector<SelectorEntry> entries(const std::vector<std::string>& labels) {
  std::vector<SelectorEntry> all;
  for (const std::string& label : labels) all.push_back({label, parse_selector(label).name, {}});
  return all;
}

TEST(PlotStyle, TheNineDifferInEveryRespectThatCounts) {
  const std::vector<LineStyle> styles = line_styles(entries({paper_selectors().begin(), paper_selectors().end()}));
  ASSERT_EQ(styles.size(), 9U);
  std::set<std::string> colours;
  std::set<int> marks;
  for (const LineStyle& style : styles) {
    colours.insert(style.colour);
    marks.insert(style.mark);
  }
  EXPECT_EQ(colours.size(), 9U);
  EXPECT_EQ(marks.size(), 9U);
}

TEST(PlotStyle, ASelectorLooksTheSameInEveryStudy) {
  const auto some = line_styles(entries({"uniform", "ucb-cell"}));
  const auto others = line_styles(entries({"ucb-cell", "greedy", "uniform"}));
  EXPECT_EQ(some[0], others[2]);
  EXPECT_EQ(some[1], others[0]);
}

TEST(PlotStyle, TheNineKeepTheirStylesBesideOthers) {
  const auto styles = line_styles(entries({"ucb-cell:lambda=0.1", "ucb-cell", "ucb-cell:lambda=2", "uniform"}));
  for (std::size_t i = 0; i < styles.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(styles[i].colour, styles[j].colour) << i << " " << j;
  }
  EXPECT_EQ(styles[1], line_styles(entries({"ucb-cell"}))[0]);
  EXPECT_EQ(styles[3], line_styles(entries({"uniform"}))[0]);
}

TEST(PlotStyle, SixMoreThanTheNineDifferInColourAndMark) {
  std::vector<std::string> labels(paper_selectors().begin(), paper_selectors().end());
  for (int i = 1; i <= 6; ++i) labels.push_back("ucb-cell:lambda=" + std::to_string(i));
  std::set<std::string> colours;
  std::set<int> marks;
  for (const LineStyle& style : line_styles(entries(labels))) {
    colours.insert(style.colour);
    marks.insert(style.mark);
  }
  EXPECT_EQ(colours.size(), 15U);
  EXPECT_EQ(marks.size(), 15U);
}

TEST(PlotStyle, TwoHundredSelectorsDifferInSomething) {
  std::vector<std::string> labels(paper_selectors().begin(), paper_selectors().end());
  for (int i = 1; i <= 200; ++i) labels.push_back("ucb-cell:lambda=" + std::to_string(i));
  std::set<std::pair<std::string, int>> seen;
  for (const LineStyle& style : line_styles(entries(labels))) seen.emplace(style.colour, style.mark);
  EXPECT_EQ(seen.size(), 209U);
}

/// A selector that is in no list of ours.
TEST(PlotStyle, AGuestHasAStyle) {
  const auto styles = line_styles({{"guest", "guest", {}}, {"uniform", "uniform", {}}});
  EXPECT_NE(styles[0].colour, styles[1].colour);
  EXPECT_FALSE(styles[0].dashes.empty());
}

TEST(PlotStyle, StylesAreNumberedFromOne) {
  const std::string lines = style_lines(entries({"greedy", "uniform"}));
  EXPECT_EQ(lines.find("set style line 1 linecolor rgb \"#000000\""), 0U);
  EXPECT_NE(lines.find("\nset style line 2 "), std::string::npos);
}

TEST(PlotStyle, MarkupKeepsTextAsItIs) {
  EXPECT_EQ(text_markup("ucb-cell:lambda=0.5"), "'ucb-cell:lambda=0.5'");
  EXPECT_EQ(text_markup("a_b^{c}'s"), "'a\\_b\\^\\{c\\}\\047s'");
  EXPECT_EQ(text_markup("'`id`"), "'\\047\\140id\\140'");
  EXPECT_EQ(text_markup("two\nlines\t"), "'two lines '");
  EXPECT_EQ(symbol_markup(entries({"ucb-individual"})[0]), "U_{i}");
  EXPECT_EQ(symbol_markup(entries({"greedy"})[0]), "G");
}

TEST(PlotStyle, CountsArePowersWhereTheyAreShorter) {
  EXPECT_EQ(count_markup(0), "0");
  EXPECT_EQ(count_markup(100), "100");
  EXPECT_EQ(count_markup(1000), "10^{3}");
  EXPECT_EQ(count_markup(1500), "1500");
  EXPECT_EQ(count_markup(200'000), "2×10^{5}");
  EXPECT_EQ(count_markup(1'000'000), "10^{6}");
}

}  // namespace
}  // namespace mce::plot_style_test
