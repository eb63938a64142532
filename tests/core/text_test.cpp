// SPDX-License-Identifier: MIT
#include "mce/core/text.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/complaint.hpp"

namespace mce::text_test {
namespace {

using test::complaint;
using test::expect_mentions;

TEST(ParseNumber, TakesWhatPeopleWrite) {
  EXPECT_EQ(parse_number("1e6"), 1e6);
  EXPECT_EQ(parse_number("0.5"), 0.5);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("-2"), -2);
  EXPECT_EQ(parse_number("-1.5e-3"), -1.5e-3);
  EXPECT_EQ(parse_number("007"), 7);
}

TEST(ParseNumber, RefusesAnythingElseAndSaysWhat) {
  for (const std::string text : {"", " ", "junk", "1.5x", "1,5", "1 2", " 1", "1 ", "--1", "1e", "e5", "0x10", "inf",
                                 "-inf", "infinity", "nan", "-nan", "1e999"}) {
    expect_mentions(complaint([&] { parse_number(text); }), {"'" + text + "' is not a number"});
  }
}

TEST(ParseWhole, TakesWholeNumbersInTheirRange) {
  EXPECT_EQ(parse_whole("0", 0, 10), 0U);
  EXPECT_EQ(parse_whole("10", 0, 10), 10U);
  EXPECT_EQ(parse_whole("1e6", 1, 10'000'000), 1'000'000U);
  EXPECT_EQ(parse_whole("2.5e3", 1, 10'000), 2500U);
  EXPECT_EQ(parse_whole("3.0", 1, 5), 3U);
  EXPECT_EQ(parse_whole("18446744073709551615", 0, UINT64_MAX), UINT64_MAX) << "every digit counts";
  EXPECT_EQ(parse_whole("9007199254740993", 0, UINT64_MAX), 9007199254740993U) << "2^53 + 1 is no double";
  EXPECT_EQ(parse_whole("9.007199254740993e15", 0, UINT64_MAX), 9007199254740993U) << "in any way of writing it";
  EXPECT_EQ(parse_whole("1e16", 0, UINT64_MAX), 10'000'000'000'000'000U);
  EXPECT_EQ(parse_whole("1E+3", 0, 10'000), 1000U);
  EXPECT_EQ(parse_whole("1500e-2", 0, 100), 15U);
  EXPECT_EQ(parse_whole("0.0", 0, 10), 0U);
  EXPECT_EQ(parse_whole("0e-5", 0, 10), 0U);
}

TEST(ParseWhole, RefusesAnythingElseAndSaysWhatIsAllowed) {
  for (const std::string text :
       {"-1", "11", "1.5", "1e-1", "1e6", "18446744073709551616", "1e300", "1e-300", "1e99999999999", "1000e+-3"}) {
    expect_mentions(complaint([&] { parse_whole(text, 1, 10); }), {"'" + text + "'", "whole numbers from 1 to 10"});
  }
  EXPECT_NE(complaint([] { parse_whole("0", 1, 10); }), "no complaint");
  for (const std::string text :
       {"", "junk", "nan", "inf", "3x", " 5", "5 ", "+5", "0x10", ".", "e3", "1e", "1e+", "1.2.3", "1e2e3"}) {
    expect_mentions(complaint([&] { parse_whole(text, 1, 10); }), {"'" + text + "'"});
  }
}

TEST(NumberText, IsShortAndReadsBackAsTheSameNumber) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(-10), "-10");
  for (const double value : {0.1, 1.0 / 3, -5.12, 1e300, 5e-324, 0.256, std::sqrt(0.5), 1e6}) {
    EXPECT_EQ(parse_number(number_text(value)), value);
  }
}

TEST(Split, GivesThePartsBetweenSeparators) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(split("a,b,c", ','), (Parts{"a", "b", "c"}));
  EXPECT_EQ(split("abc", ','), (Parts{"abc"}));
  EXPECT_EQ(split("a,,b", ','), (Parts{"a", "", "b"}));
  EXPECT_EQ(split("a,", ','), (Parts{"a", ""}));
  EXPECT_EQ(split(",a", ','), (Parts{"", "a"}));
  EXPECT_EQ(split("", ','), (Parts{""}));
}

TEST(UnknownName, SuggestsTheNearestAndListsAll) {
  const std::vector<std::string> valid = {"uniform", "greedy", "curiosity"};
  expect_mentions(unknown_name("selector", "gredy", valid),
                  {"unknown selector 'gredy'", "did you mean 'greedy'?", "uniform, greedy, curiosity"});
  expect_mentions(unknown_name("selector", "curiousity", valid), {"did you mean 'curiosity'?"});
  expect_mentions(unknown_name("selector", "unfiorm", valid), {"did you mean 'uniform'?"});
}

TEST(UnknownName, SuggestsNothingFarFetched) {
  const std::vector<std::string> valid = {"uniform", "greedy", "curiosity"};
  const std::string text = unknown_name("selector", "xyzzy", valid);
  expect_mentions(text, {"'xyzzy'", "uniform, greedy, curiosity"});
  EXPECT_EQ(text.find("did you mean"), std::string::npos) << text;
}

TEST(UnknownName, TakesNoTimeForAVeryLongName) {
  const std::string name(1'000'000, 'x');
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_LT(unknown_name("selector", name, std::vector<std::string>(100, std::string(100, 'y'))).size(), 20'000U);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(FileName, HasOnlyWhatEveryFileSystemTakes) {
  for (const std::string& good : {std::string("ball"), std::string("a-B_2.toml"), std::string(100, 'x')}) {
    EXPECT_TRUE(is_file_name(good)) << good;
  }
  for (const std::string& bad : {std::string(), std::string(".hidden"), std::string("a/b"), std::string("a b"),
                                 std::string("λ"), std::string("`id`"), std::string(101, 'x')}) {
    EXPECT_FALSE(is_file_name(bad)) << bad;
  }
}

TEST(InQuotes, ShowsAnyTextInOneLine) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("ucb-cell"), "'ucb-cell'");
  EXPECT_EQ(in_quotes("two\nlines"), "'two\\x0alines'");
  EXPECT_EQ(in_quotes(std::string("\0\x1b[31m\x7f", 7)), "'\\x00\\x1b[31m\\x7f'") << "nothing that a terminal obeys";
  EXPECT_EQ(in_quotes("λ 迷宮"), "'λ 迷宮'");
}

TEST(InQuotes, CutsALongText) {
  EXPECT_EQ(in_quotes(std::string(200, 'a')), "'" + std::string(200, 'a') + "'");
  EXPECT_EQ(in_quotes(std::string(201, 'a')), "'" + std::string(200, 'a') + "…'");
  EXPECT_EQ(in_quotes(std::string(1'000'000, 'a')).size(), 200 + 2 + std::string("…").size());
}

TEST(NamesOf, AreThoseOfTheThings) {
  struct Thing {
    std::string name;
  };
  EXPECT_EQ(names_of(std::vector<Thing>{{"a"}, {"b"}}), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(names_of(std::vector<Thing>{}).empty());
}

}  // namespace
}  // namespace mce::text_test
