// SPDX-License-Identifier: MIT
#include "mce/core/kind.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/complaint.hpp"

namespace mce::kind_test {
namespace {

using test::complaint;
using test::expect_mentions;

/// What a table lists: something with parameters.
struct Engine {
  struct Parameters {
    std::uint32_t cylinders = 4;
    double stroke = 80;
    std::vector<Parameter> table() {
      return {whole_parameter("cylinders", cylinders, 1, 16, "how many"),
              real_parameter("stroke", stroke, {.low = 10, .high = 200}, "in millimetres")};
    }
  };
};
struct Wheel {
  using Parameters = NoParameters;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {make_kind<Engine>("engine", "E", "what drives"),
                                        make_kind<Wheel>("wheel", "", "what turns")};
  return all;
}

TEST(FindKind, TakesNamesAndSymbols) {
  EXPECT_EQ(find_kind(kinds(), "part", "engine").name, "engine");
  EXPECT_EQ(find_kind(kinds(), "part", "E").name, "engine");
  EXPECT_EQ(&find_kind(kinds(), "part", "wheel"), &kinds()[1]) << "the entry itself, no copy";
}

TEST(FindKind, SuggestsTheNearestName) {
  expect_mentions(complaint([] { find_kind(kinds(), "part", "engin"); }),
                  {"unknown part 'engin'", "did you mean 'engine'?", "engine, wheel"});
  expect_mentions(complaint([] { find_kind(kinds(), "part", "e"); }), {"unknown part 'e'"});
  expect_mentions(complaint([] { find_kind(kinds(), "part", ""); }), {"unknown part ''"});
}

TEST(Kind, CompletesSettingsWithTheDefaults) {
  EXPECT_EQ(kinds()[0].complete({}), (Settings{{"cylinders", 4.0}, {"stroke", 80.0}}));
  EXPECT_EQ(kinds()[0].complete({{"stroke", "75.5"}, {"cylinders", 8.0}}),
            (Settings{{"cylinders", 8.0}, {"stroke", 75.5}}))
      << "in the order of the table, numbers as numbers";
  EXPECT_EQ(kinds()[0].complete({{"stroke", 1e2}, {"stroke", 20.0}}), (Settings{{"cylinders", 4.0}, {"stroke", 20.0}}));
  EXPECT_EQ(kinds()[1].complete({}), Settings{});
}

TEST(Kind, RefusesSettingsByItsName) {
  expect_mentions(complaint([] { kinds()[0].complete({{"cylinders", 17.0}}); }), {"cylinders of engine", "1 to 16"});
  expect_mentions(complaint([] { kinds()[0].complete({{"cylinder", 1.0}}); }), {"did you mean 'cylinders'?"});
  expect_mentions(complaint([] { kinds()[1].complete({{"size", 1.0}}); }), {"wheel has no parameters"});
  expect_mentions(complaint([] { kinds()[0].parameters({{"stroke", "x"}}); }), {"stroke of engine", "'x'"});
}

TEST(Kind, ShowsItsParameters) {
  const auto shown = kinds()[0].parameters({{"cylinders", "6"}});
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].key, "cylinders");
  EXPECT_EQ(shown[0].value, "6");
  EXPECT_EQ(shown[0].allowed, "whole numbers from 1 to 16");
  EXPECT_EQ(shown[1].value, "80");
  EXPECT_TRUE(kinds()[1].parameters({}).empty());
}

TEST(ParametersFrom, StartFromTheDefaultsEachTime) {
  EXPECT_EQ(parameters_from<Engine>({{"cylinders", 12.0}}, "engine").cylinders, 12U);
  EXPECT_EQ(parameters_from<Engine>({}, "engine").cylinders, 4U);
}

}  // namespace
}  // namespace mce::kind_test
