// SPDX-License-Identifier: MIT
#include "report/text_table.hpp"

#include <gtest/gtest.h>

#include "latex_check.hpp"

namespace mce::text_table_test {
namespace {

TextTable small_table() {
  return {.name = "small",
          .caption = "50 % of a_b",
          .heads = {"", "Uc", "R"},
          .rows = {{{"p < 0.05"}, {"7", true}, {"0"}}, {{"x & y"}, {""}, {"-1"}}}};
}

TEST(TextTable, Markdown) {
  EXPECT_EQ(to_markdown(small_table()),
            "|  | Uc | R |\n"
            "|:--|--:|--:|\n"
            "| p &lt; 0.05 | **7** | 0 |\n"
            "| x &amp; y |  | -1 |\n");
}

TEST(TextTable, Latex) {
  EXPECT_EQ(to_latex(small_table()),
            R"(\begin{table}[htbp]
\centering
\small
\setlength{\tabcolsep}{4pt}
\caption{50 \% of a\_b}
\label{tab:small}
\begin{tabular}{lrr}
\toprule
 & Uc & R \\
\midrule
p $<$ 0.05 & \textbf{7} & 0 \\
x \& y &  & -1 \\
\bottomrule
\end{tabular}
\end{table}
)");
  EXPECT_EQ(test::latex_complaint(to_latex(small_table())), "");
}

TEST(TextTable, EverySpecialSignIsEscaped) {
  EXPECT_EQ(escape_latex("+3.2 ± 0.4 ±"), "+3.2 $\\pm$ 0.4 $\\pm$");
  EXPECT_EQ(escape_latex(R"(&%$#_{}~^\<>)"),
            R"(\&\%\$\#\_\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}$<$$>$)");
  EXPECT_EQ(escape_markdown("[a](b) ~~c~~"), "\\[a\\](b) \\~\\~c\\~\\~");
  EXPECT_EQ(escape_markdown("a|b*c_d`e\\f\ng"), "a\\|b\\*c\\_d\\`e\\\\f g");
  TextTable table = small_table();
  table.rows[0][0].text = table.caption = table.heads[1] = R"(&%$#_{}~^\<>)";
  EXPECT_EQ(test::latex_complaint(to_latex(table)), "");
}

TEST(TextTable, TheCheckOfLatexFindsWhatIsWrong) {
  std::string good = to_latex(small_table());
  const auto with = [&good](const std::string& old, const std::string& now) {
    std::string text = good;
    return test::latex_complaint(text.replace(text.find(old), old.size(), now));
  };
  EXPECT_NE(with("& 0", "0"), "");
  EXPECT_NE(with("0 \\\\\nx", "0\nx"), "");
  EXPECT_NE(with("\\end{tabular}", ""), "");
  EXPECT_NE(with("\\_", "_"), "");
  EXPECT_NE(with("\\%", "%"), "");
  EXPECT_NE(with("\\textbf{7}", "\\textbf{7"), "");
}

TEST(TextTable, RowsFitTheHeads) {
  TextTable table = small_table();
  table.rows[1].pop_back();
  EXPECT_THROW(to_markdown(table), std::invalid_argument);
  EXPECT_THROW(to_latex(table), std::invalid_argument);
}

}  // namespace
}  // namespace mce::text_table_test
