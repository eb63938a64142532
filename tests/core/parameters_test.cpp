// SPDX-License-Identifier: MIT
#include "mce/core/parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/complaint.hpp"

namespace mce {
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
}

TEST(ParseWhole, RefusesAnythingElseAndSaysWhatIsAllowed) {
  for (const std::string text : {"-1", "11", "1.5", "1e-1", "1e6", "18446744073709551616", "1e300"}) {
    expect_mentions(complaint([&] { parse_whole(text, 1, 10); }), {"'" + text + "'", "whole numbers from 1 to 10"});
  }
  EXPECT_NE(complaint([] { parse_whole("0", 1, 10); }), "no complaint");
  for (const std::string text : {"", "junk", "nan", "inf", "3x"}) {
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

TEST(ParseSetting, SplitsAtTheFirstEqualsSign) {
  using Setting = std::pair<std::string, std::string>;
  EXPECT_EQ(parse_setting("size=8", "a test"), (Setting{"size", "8"}));
  EXPECT_EQ(parse_setting("note=a=b", "a test"), (Setting{"note", "a=b"}));
  EXPECT_EQ(parse_setting("note=", "a test"), (Setting{"note", ""}));
}

TEST(ParseSetting, RefusesWhatIsNoPairAndSaysWhere) {
  expect_mentions(complaint([] { parse_setting("size", "--testbed"); }), {"'size'", "--testbed", "key=value"});
  expect_mentions(complaint([] { parse_setting("=8", "--testbed"); }), {"'=8'", "--testbed", "key=value"});
  expect_mentions(complaint([] { parse_setting("", "--testbed"); }), {"''", "--testbed", "key=value"});
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

enum class Goal : std::uint8_t { minimise, maximise };

/// Something with one parameter of each sort.
struct Widget {
  double step = 0.25;
  std::uint32_t size = 8;
  Goal goal = Goal::minimise;

  [[nodiscard]] std::vector<Parameter> parameters() {
    return {real_parameter("step", step, -1, 1, "how far"), whole_parameter("size", size, 2, 64, "how large"),
            choice_parameter<Goal>("goal", goal, {{"minimise", Goal::minimise}, {"maximise", Goal::maximise}}, "why")};
  }
  void set(const Settings& settings) { apply(settings, parameters(), "widget"); }
};

TEST(Apply, SetsTheFields) {
  Widget widget;
  widget.set({{"step", "-0.5"}, {"size", "16"}, {"goal", "maximise"}});
  EXPECT_EQ(widget.step, -0.5);
  EXPECT_EQ(widget.size, 16U);
  EXPECT_EQ(widget.goal, Goal::maximise);
}

TEST(Apply, LeavesOtherFieldsAlone) {
  Widget widget;
  widget.set({{"size", "16"}});
  EXPECT_EQ(widget.step, 0.25);
  EXPECT_EQ(widget.goal, Goal::minimise);
}

TEST(Apply, LetsLaterSettingsWin) {
  Widget widget;
  widget.set({{"size", "16"}, {"size", "32"}});
  EXPECT_EQ(widget.size, 32U);
}

TEST(Apply, TakesBothEndsOfARange) {
  Widget widget;
  for (const char* end : {"-1", "1"}) EXPECT_NO_THROW(widget.set({{"step", end}})) << end;
  for (const char* end : {"2", "64"}) EXPECT_NO_THROW(widget.set({{"size", end}})) << end;
}

TEST(Apply, NamesOwnerKeyValueAndWhatIsAllowed) {
  Widget widget;
  const auto text = [&](const std::string& key, const std::string& value) {
    return complaint([&] { widget.set({{key, value}}); });
  };
  expect_mentions(text("step", "1.01"), {"step of widget", "'1.01'", "-1 to 1"});
  expect_mentions(text("step", "-1.01"), {"step of widget", "'-1.01'", "-1 to 1"});
  expect_mentions(text("step", "nan"), {"step of widget", "'nan'"});
  expect_mentions(text("step", ""), {"step of widget", "''"});
  expect_mentions(text("size", "1"), {"size of widget", "'1'", "2 to 64"});
  expect_mentions(text("size", "65"), {"size of widget", "'65'", "2 to 64"});
  expect_mentions(text("size", "-8"), {"size of widget", "'-8'", "2 to 64"});
  expect_mentions(text("size", "4294967304"), {"size of widget", "'4294967304'"});
  expect_mentions(text("goal", "maximize"), {"goal of widget", "'maximize'", "did you mean 'maximise'?", "minimise"});
  EXPECT_EQ(widget.step, 0.25) << "a refused value changes nothing";
  EXPECT_EQ(widget.size, 8U);
}

TEST(Apply, SuggestsTheNearestKey) {
  Widget widget;
  expect_mentions(complaint([&] { widget.set({{"sise", "8"}}); }),
                  {"parameter of widget", "'sise'", "did you mean 'size'?", "step, size, goal"});
}

TEST(Apply, SaysWhenThereIsNothingToSet) {
  expect_mentions(complaint([] { apply({{"size", "8"}}, {}, "gizmo"); }), {"gizmo", "no parameters", "'size'"});
  EXPECT_NO_THROW(apply({}, {}, "gizmo"));
}

TEST(Describe, ListsEveryParameterWithItsPresentValue) {
  Widget widget;
  widget.set({{"step", "0.5"}, {"goal", "maximise"}});
  const auto infos = describe(widget.parameters());
  ASSERT_EQ(infos.size(), 3U);
  EXPECT_EQ(infos[0].key, "step");
  EXPECT_EQ(infos[0].value, "0.5");
  EXPECT_EQ(infos[0].allowed, "-1 to 1");
  EXPECT_EQ(infos[0].meaning, "how far");
  EXPECT_EQ(infos[1].value, "8");
  EXPECT_EQ(infos[1].allowed, "2 to 64");
  EXPECT_EQ(infos[2].value, "maximise");
  EXPECT_EQ(infos[2].allowed, "minimise | maximise");
}

TEST(Describe, GivesValuesThatCanBeSetAgain) {
  Widget widget{.step = 1.0 / 3, .size = 17, .goal = Goal::maximise};
  Widget copy;
  for (const ParameterInfo& info : describe(widget.parameters())) copy.set({{info.key, info.value}});
  EXPECT_EQ(copy.step, widget.step);
  EXPECT_EQ(copy.size, widget.size);
  EXPECT_EQ(copy.goal, widget.goal);
}

}  // namespace
}  // namespace mce
