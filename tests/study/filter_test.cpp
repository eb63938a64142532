// SPDX-License-Identifier: MIT
#include "mce/study/filter.hpp"

#include <gtest/gtest.h>

#include "mce/study/protocol_reader.hpp"
#include "support/complaint.hpp"

namespace mce::filter_test {
namespace {

const Protocol kProtocol = parse_protocol(R"(
repetitions = 2
selectors = ["ucb-cell", "ucb-cell:lambda=0.5", "curiosity:reward=2,penalty=1", "uniform"]
[[treatment]]
testbed = "rastrigin"
dimensions = [6, 10]
[[treatment]]
testbed = "maze"
features = ["corners,path", "straights,path"]
fitness = "horizontal-symmetry"
)",
                                          "test.toml");

std::vector<bool> treatments(const std::vector<std::string>& texts) {
  return apply(parse_filter(texts), kProtocol).treatments;
}
std::vector<bool> selectors(const std::vector<std::string>& texts) {
  return apply(parse_filter(texts), kProtocol).selectors;
}
using Marks = std::vector<bool>;

TEST(Filter, WithoutPatternsAllIsLeft) {
  EXPECT_EQ(treatments({}), Marks(4, true));
  EXPECT_EQ(selectors({}), Marks(4, true));
}

TEST(Filter, TreatmentsGoByNamePatternOrTestbed) {
  EXPECT_EQ(treatments({"treatment=rastrigin dimensions=10"}), (Marks{false, true, false, false}));
  EXPECT_EQ(treatments({"treatment=rastrigin"}), (Marks{true, true, false, false}));
  EXPECT_EQ(treatments({"treatment=maze*corners,path"}), (Marks{false, false, true, false}));
  EXPECT_EQ(treatments({"treatment=*path,treatment=*dimensions=6"}), (Marks{true, false, true, true}));
}

TEST(Filter, ANameIsThatTreatmentAlone) {
  const Protocol arms = parse_protocol(
      "repetitions = 1\nselectors = \"all\"\n[[treatment]]\ntestbed = \"arm\"\n[[treatment]]\ntestbed = \"arm\"\n"
      "joints = 5\n",
      "arms.toml");
  const std::vector<std::string> name = {"treatment=arm"};
  const std::vector<std::string> pattern = {"treatment=arm*"};
  EXPECT_EQ(apply(parse_filter(name), arms).treatments, (Marks{true, false}));
  EXPECT_EQ(apply(parse_filter(pattern), arms).treatments, (Marks{true, true}));
}

TEST(Filter, SelectorsGoByLabelPatternOrSymbol) {
  EXPECT_EQ(selectors({"selector=ucb-cell"}), (Marks{true, false, false, false}));
  EXPECT_EQ(selectors({"selector=ucb-cell*"}), (Marks{true, true, false, false}));
  EXPECT_EQ(selectors({"selector=R", "selector=Uc"}), (Marks{true, false, false, true}));
  EXPECT_EQ(selectors({"treatment=maze,selector=curiosity:reward=2,penalty=1"}), (Marks{false, false, true, false}));
}

TEST(Filter, WhatMatchesNothingIsAnError) {
  EXPECT_THROW(treatments({"treatment=arm"}), std::invalid_argument);
  EXPECT_THROW(selectors({"selector=greedy"}), std::invalid_argument);
  EXPECT_THROW(selectors({"selektor=greedy"}), std::invalid_argument);
  EXPECT_THROW(selectors({"greedy"}), std::invalid_argument);
  EXPECT_THROW(selectors({""}), std::invalid_argument);
}

}  // namespace
}  // namespace mce::filter_test
