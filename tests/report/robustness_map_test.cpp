// SPDX-License-Identifier: MIT
#include "report/robustness_map.hpp"

#include <fmt/format.h>

#include "report_support.hpp"
#include "support/xml.hpp"

namespace mce::robustness_map_test {
namespace {

using namespace test;

/// Selectors with values that differ from treatment to treatment.
Robustness made(std::size_t selectors, std::size_t treatments, const std::string& settings = "",
                const std::string& name = "maze size=8 fitness=corners features=straights,path %d ") {
  RunValues values;
  for (std::size_t i = 0; i < selectors; ++i) values.selectors.push_back("S" + std::to_string(i) + settings);
  for (std::size_t t = 0; t < treatments; ++t) {
    Samples samples;
    for (std::size_t i = 0; i < selectors; ++i) {
      const double level = 100 + static_cast<double>((i * 7 + t * 11) % 13) - static_cast<double>(i * i) / 3;
      samples.push_back({level - 1, level + 1});
    }
    MetricSamples metrics(metric_kinds().size(), samples);
    values.treatments.push_back(
        {.name = name + std::to_string(t), .testbed = "maze", .samples = {{kWholeRun, metrics}}});
  }
  const std::vector<std::string> reference(values.selectors.begin(), values.selectors.begin() + 2);
  return robustness(values, Metric::qd_score, reference);
}

TEST(RobustnessMap, ShowsNamesAndValues) {
  const TemporaryDirectory directory;
  const Robustness table = made(3, 2, ":lambda=0.5", "50 % {a}_b 'c' ");
  const std::string svg = drawn(robustness_map(table, "map"), directory);
  for (const std::string text : {"mean", "worst", "S0:lambda=0.5", "50 % {a}_b 'c' 0", "50 % {a}_b 'c' 1", "+20 %"}) {
    EXPECT_TRUE(has(svg, text)) << text;
  }
  const std::string worst = percent_text(table.rows[2].values[*table.rows[2].worst]->percent);
  EXPECT_TRUE(has(svg, ">" + (worst[0] == '-' ? "−" + worst.substr(1) : worst))) << worst;
}

TEST(RobustnessMap, DataHasACellForEveryValueBelowMeanAndWorst) {
  Robustness table = made(2, 3);
  table.rows[1].values[*table.rows[1].worst == 0 ? 1 : 0].reset();
  const std::string data = robustness_map(table, "map").data.at(0).contents;
  EXPECT_EQ(count_of(data, "\n"), 1U + 2 * (2 + 3) - 1) << "a line of names, and no cell without a value";
  EXPECT_TRUE(has(data, "\n0.5 3 " + fmt::format("{:.2f}", table.rows[0].values[0]->percent))) << data;
}

TEST(RobustnessMap, OfTooManyShowsSomeAndSaysSo) {
  const TemporaryDirectory directory;
  const Robustness table = made(kMostRobustSelectors + 1, kMostRobustTreatments + 1);
  EXPECT_EQ(count_of(robustness_map(table, "map").data.at(0).contents, "\n"),
            1 + kMostRobustSelectors * (2 + kMostRobustTreatments));
  // Fewer cells are drawn faster.
  EXPECT_TRUE(has(write_robustness_map(made(kMostRobustSelectors + 1, 2), directory.path()).caption,
                  "Only the best 40 selectors are shown."));
  EXPECT_TRUE(has(write_robustness_map(made(2, kMostRobustTreatments + 1), directory.path()).caption,
                  "Only the first 120 treatments are shown."));
}

TEST(RobustnessMap, WithoutAnyValueIsDrawnToo) {
  const TemporaryDirectory directory;
  Robustness table = made(2, 2);
  for (SelectorRobustness& row : table.rows) {
    row.values.assign(2, std::nullopt);
    row.mean.reset();
    row.worst.reset();
  }
  EXPECT_TRUE(has(drawn(robustness_map(table, "map"), directory), "mean"));
}

}  // namespace
}  // namespace mce::robustness_map_test
