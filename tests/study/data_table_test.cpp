// SPDX-License-Identifier: MIT
#include "mce/study/data_table.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/complaint.hpp"

namespace mce::data_table_test {
namespace {

using test::has;
using test::message_of;
using Numbers = std::vector<double>;
using Wholes = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

TEST(ToCsv, HasALineOfNamesThenALinePerRow) {
  const DataTable table{{{"name", Texts{"a", "b"}}, {"count", Wholes{3, -4}}, {"share", Numbers{0.5, 2}}}};
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_EQ(to_csv(table), "name,count,share\na,3,0.5\nb,-4,2\n");
}

TEST(ToCsv, NumbersAreTheShortestTextThatReadsBack) {
  const Numbers numbers = {0.1, 1.0 / 3, 1e6, 1e300, 5e-324, -0.0, std::numeric_limits<double>::max()};
  EXPECT_EQ(to_csv({{{"x", numbers}}}),
            "x\n0.1\n0.3333333333333333\n1000000\n1e+300\n5e-324\n-0\n1.7976931348623157e+308\n");
  const Wholes wholes = {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  EXPECT_EQ(to_csv({{{"n", wholes}}}), "n\n-9223372036854775808\n9223372036854775807\n");
}

TEST(ToCsv, NanIsAnEmptyFieldAndInfinitiesAreInf) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const DataTable table{{{"a", Numbers{kNan, kInfinity, 1}}, {"b", Numbers{-kInfinity, -kNan, kNan}}}};
  EXPECT_EQ(to_csv(table), "a,b\n,-inf\ninf,\n1,\n");
}

TEST(ToCsv, QuotesOnlyWhereNeeded) {
  const Texts texts = {"plain", " spaces ", "ä;'\t", "a,b", "say \"no\"", "two\nlines", "\r", "\"", ""};
  EXPECT_EQ(to_csv({{{"a,\"b\"", texts}, {"n", Wholes(texts.size(), 1)}}}),
            "\"a,\"\"b\"\"\",n\nplain,1\n spaces ,1\nä;'\t,1\n\"a,b\",1\n\"say \"\"no\"\"\",1\n"
            "\"two\nlines\",1\n\"\r\",1\n\"\"\"\",1\n,1\n");
}

TEST(ToCsv, ALineIsNeverEmptySinceReadersSkipThose) {
  EXPECT_EQ(to_csv({{{"x", Texts{"", "a"}}}}), "x\n\"\"\na\n");
  EXPECT_EQ(to_csv({{{"x", Numbers{std::numeric_limits<double>::quiet_NaN()}}}}), "x\n\"\"\n");
}

TEST(ToCsv, AMatrixIsNumberedColumns) {
  const DataTable table{{{"index", Wholes{7, 8}}, {"solution", Matrix{3, {1, 2, 3, 4, 5, 6}}}, {"y", Numbers{9, 10}}}};
  EXPECT_EQ(to_csv(table), "index,solution_0,solution_1,solution_2,y\n7,1,2,3,9\n8,4,5,6,10\n");
  EXPECT_EQ(to_csv({{{"s", Matrix{2, {1, 2, 3, 4}}}}}), "s_0,s_1\n1,2\n3,4\n");
}

TEST(ToCsv, WithoutRowsThereAreOnlyNames) {
  EXPECT_EQ(to_csv({{{"a", Texts{}}, {"b", Matrix{2, {}}}}}), "a,b_0,b_1\n");
  EXPECT_EQ(to_csv({}), "\n");
}

TEST(DataTable, ColumnsOfDifferentLengthsAreAnErrorThatNamesThem) {
  const DataTable table{{{"a", Numbers{1, 2}}, {"b", Wholes{1, 2}}, {"c", Texts{"x"}}}};
  const auto text = message_of<std::invalid_argument>([&] { to_csv(table); });
  EXPECT_EQ(text, "column 'c' has 1 rows, 'a' has 2");
  EXPECT_THROW((DataTable{{{"a", Numbers{1}}, {"b", Matrix{2, {1, 2, 3, 4}}}}}.check()), std::invalid_argument);
}

TEST(DataTable, AMatrixHasWholeRows) {
  for (const Matrix& matrix : {Matrix{2, {1, 2, 3}}, Matrix{0, {1}}, Matrix{0, {}}}) {
    const auto text = message_of<std::invalid_argument>([&] { DataTable{{{"m", matrix}}}.check(); });
    EXPECT_TRUE(has(text, "column 'm'") && has(text, "no whole rows")) << text;
  }
}

TEST(DataTable, ColumnsHaveNamesOfTheirOwn) {
  EXPECT_THROW((DataTable{{{"", Numbers{}}}}.check()), std::invalid_argument);
  const auto twice = message_of<std::invalid_argument>([] { DataTable{{{"a", Numbers{}}, {"a", Texts{}}}}.check(); });
  EXPECT_EQ(twice, "two columns are called 'a'");
  const auto matrix =
      message_of<std::invalid_argument>([] { DataTable{{{"a_1", Numbers{}}, {"a", Matrix{2, {}}}}}.check(); });
  EXPECT_EQ(matrix, "two columns are called 'a_1'");
}

}  // namespace
}  // namespace mce::data_table_test
