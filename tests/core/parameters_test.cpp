// SPDX-License-Identifier: MIT
#include "mce/core/parameters.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/complaint.hpp"

namespace mce::parameters_test {
namespace {

using test::complaint;
using test::expect_mentions;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

enum class Goal : std::uint8_t { minimise, maximise };

/// Something with one parameter of each sort.
struct Widget {
  double step = 0.25;
  std::uint32_t size = 8;
  Goal goal = Goal::minimise;

  [[nodiscard]] std::vector<Parameter> parameters() {
    return {real_parameter("step", step, {.low = -1, .high = 1}, "how far"),
            whole_parameter("size", size, 2, 64, "how large"),
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
  EXPECT_EQ(infos[1].allowed, "whole numbers from 2 to 64");
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

TEST(Apply, TakesNumbersAsNumbers) {
  Widget widget;
  widget.set({{"step", -0.5}, {"size", 16.0}});
  EXPECT_EQ(widget.step, -0.5);
  EXPECT_EQ(widget.size, 16U);
  for (const double value : {16.5, -1.0, 65.0, 1e300, kNaN, kInfinity}) {
    expect_mentions(complaint([&] { widget.set({{"size", value}}); }), {"size of widget", "2 to 64"});
  }
  for (const double value : {1.5, kNaN, kInfinity, -kInfinity}) {
    expect_mentions(complaint([&] { widget.set({{"step", value}}); }), {"step of widget", "-1 to 1"});
  }
  expect_mentions(complaint([&] { widget.set({{"goal", 1.0}}); }), {"goal of widget", "'1'", "minimise | maximise"});
  EXPECT_EQ(widget.size, 16U);
  EXPECT_EQ(widget.step, -0.5);
}

TEST(WholeParameter, OfSixtyFourBitsTakesExactNumbers) {
  std::uint64_t field = 1;
  const std::vector<Parameter> parameters = {whole_parameter("count", field, 0, UINT32_MAX, "how many")};
  apply({{"count", "4294967295"}}, parameters, "widget");
  EXPECT_EQ(field, UINT32_MAX);
  expect_mentions(complaint([&] { apply({{"count", "4294967296"}}, parameters, "widget"); }), {"0 to 4294967295"});
  apply({{"count", 1e6}}, parameters, "widget");
  EXPECT_EQ(field, 1'000'000U);
  EXPECT_EQ(parameters[0].get(), ParameterValue(1e6));
}

TEST(Range, WithALeastAllowsZeroAndNothingElseBelow) {
  double field = 1;
  const std::vector<Parameter> parameters = {
      real_parameter("weight", field, {.low = 0, .high = 10, .least = 0.5}, "how much")};
  EXPECT_EQ(parameters[0].allowed, "0, and 0.5 to 10");
  for (const double value : {0.0, 0.5, 10.0}) {
    apply({{"weight", value}}, parameters, "widget");
    EXPECT_EQ(field, value);
  }
  for (const double value : {-0.5, 1e-300, 0.4999, 10.1}) {
    expect_mentions(complaint([&] { apply({{"weight", value}}, parameters, "widget"); }), {"0, and 0.5 to 10"});
    EXPECT_EQ(field, 10);
  }
}

TEST(Range, WithStepsAllowsNothingInBetween) {
  double field = 1;
  const std::vector<Parameter> parameters = {
      real_parameter("reward", field, {.low = 0, .high = 1000, .steps = 1000}, "how much")};
  EXPECT_EQ(parameters[0].allowed, "0 to 1000 in steps of 0.001");
  for (const double value : {0.0, 0.001, 0.1, 0.3, 0.7, 999.999, 1000.0}) {
    apply({{"reward", value}}, parameters, "widget");
    EXPECT_EQ(field, value);
  }
  for (const double value : {0.0001, 0.0015, 0.1 + 0.2, 1000.001}) {  // 0.1 + 0.2 is not the double nearest to 0.3
    expect_mentions(complaint([&] { apply({{"reward", value}}, parameters, "widget"); }), {"in steps of 0.001"});
  }
}

TEST(Check, FindsAFieldThatHoldsWhatIsNotAllowed) {
  Widget widget;
  EXPECT_EQ(complaint([&] { check(widget.parameters(), "widget"); }), "no complaint");
  widget.size = 65;
  expect_mentions(complaint([&] { check(widget.parameters(), "widget"); }), {"size of widget", "'65'", "2 to 64"});
  widget = {};
  widget.step = kNaN;
  expect_mentions(complaint([&] { check(widget.parameters(), "widget"); }), {"step of widget", "'nan'"});
  widget = {};
  widget.goal = static_cast<Goal>(7);
  expect_mentions(complaint([&] { check(widget.parameters(), "widget"); }), {"goal of widget", "'?'"});
}

TEST(ValuesOf, AreTypedAndCanBeSetAgain) {
  Widget widget{.step = 1.0 / 3, .size = 17, .goal = Goal::maximise};
  const Settings values = values_of(widget.parameters());
  EXPECT_EQ(values, (Settings{{"step", 1.0 / 3}, {"size", 17.0}, {"goal", "maximise"}}));
  Widget copy;
  copy.set(values);
  EXPECT_EQ(values_of(copy.parameters()), values);
}

TEST(ValueText, IsWhatPeopleWrite) {
  EXPECT_EQ(value_text(0.1), "0.1");
  EXPECT_EQ(value_text(1e6), "1000000");
  EXPECT_EQ(value_text(-10.0), "-10");
  EXPECT_EQ(value_text("minimise"), "minimise");
}

TEST(TextParameter, GetsANumberAsItsText) {
  std::string field;
  const std::vector<Parameter> parameters = {text_parameter(
      "resolution", "bins", "numbers", [&](const std::string& text) { field = text; }, [&] { return field; })};
  apply({{"resolution", 100.0}}, parameters, "widget");
  EXPECT_EQ(field, "100");
  apply({{"resolution", "100x50"}}, parameters, "widget");
  EXPECT_EQ(field, "100x50");
  EXPECT_EQ(parameters[0].get(), ParameterValue("100x50"));
}

}  // namespace
}  // namespace mce::parameters_test
