// SPDX-License-Identifier: MIT
#include "report/progress_chart.hpp"

#include <cmath>
#include <limits>
#include <sstream>

#include "mce/analysis/metrics.hpp"
#include "mce/run/profile.hpp"
#include "report_support.hpp"
#include "support/complaint.hpp"

namespace mce::progress_chart_test {
namespace {

using namespace test;

std::vector<SelectorEntry> nine() {
  std::vector<SelectorEntry> all;
  for (const std::string& name : paper_selectors()) all.push_back({name, name, {}});
  return all;
}

/// Some curves, without a study.
MeanCurves made_up(std::size_t selectors, const std::vector<std::uint64_t>& save_points, std::size_t runs = 5,
                   double scale = 1) {
  MeanCurves progress{
      .testbed = "arm", .treatments = {0}, .metrics = {metric_kinds().begin(), metric_kinds().end()}, .selectors = {}};
  for (std::size_t s = 0; s < selectors; ++s) {
    std::vector<MeanPoint>& points = progress.selectors.emplace_back();
    for (const std::uint64_t evaluations : save_points) {
      MeanPoint& point = points.emplace_back();
      point.evaluations = evaluations;
      const double value = std::log10(1.0 + static_cast<double>(evaluations)) / 8 + 0.01 * static_cast<double>(s);
      const double nothing = std::numeric_limits<double>::quiet_NaN();
      point.metrics.assign(metric_kinds().size(), runs > 1 ? Description{runs, value, 0.02, value - 0.02, value + 0.02}
                                                           : Description{1, value, nothing, nothing, nothing});
      point.metrics.at(static_cast<std::size_t>(Metric::qd_score)).mean *= scale;
    }
  }
  return progress;
}

TEST(ProgressChart, ShowsAllPanelsAndSelectors) {
  const TemporaryDirectory directory;
  const std::string svg = drawn(progress_chart(made_up(9, {0, 100, 1000, 10000}), nine(), "chart"), directory);
  for (const MetricKind& kind : metric_kinds()) EXPECT_TRUE(has(svg, kind.title)) << kind.title;
  for (const std::string& name : paper_selectors()) EXPECT_TRUE(has(svg, name)) << name;
  EXPECT_TRUE(has(svg, "evaluations"));
}

TEST(ProgressChart, DataIsABlockPerSelectorWithoutEvaluationZero) {
  const MeanCurves progress = made_up(3, {0, 100, 1000});
  const auto selectors = nine();
  std::istringstream data(
      progress_chart(progress, {selectors[0], selectors[1], selectors[2]}, "chart").data[0].contents);
  std::string line;
  std::getline(data, line);
  EXPECT_EQ(
      line,
      "# evaluations, then mean, low and high of global-performance global-reliability precision coverage qd-score "
      "selection-entropy; a block for each selector");
  for (std::size_t s = 0; s < 3; ++s) {
    if (s > 0) {
      std::getline(data, line);
      EXPECT_EQ(line, "");
      std::getline(data, line);
      EXPECT_EQ(line, "");
    }
    std::getline(data, line);
    EXPECT_EQ(line, "# " + selectors[s].label);
    for (const std::size_t point : {1, 2}) {
      const MeanPoint& expected = progress.selectors[s][point];
      std::getline(data, line);
      std::istringstream fields(line);
      double field = 0;
      fields >> field;
      EXPECT_EQ(field, static_cast<double>(expected.evaluations));
      for (const Description& each : expected.metrics) {
        for (const double value : {each.mean, each.low, each.high}) {
          fields >> field;
          EXPECT_NEAR(field, value, 1e-8);
        }
      }
      EXPECT_FALSE(fields >> field);
    }
  }
  EXPECT_FALSE(std::getline(data, line));
}

TEST(ProgressChart, OneRunHasNoBand) {
  const TemporaryDirectory directory;
  const Plot plot = progress_chart(made_up(9, {0, 100, 1000}, 1), nine(), "chart");
  EXPECT_FALSE(has(plot.script, "filledcurves"));
  EXPECT_TRUE(has(progress_chart(made_up(9, {0, 100, 1000}, 2), nine(), "chart").script, "filledcurves"));
  EXPECT_TRUE(has(drawn(plot, directory), "Coverage"));
}

TEST(ProgressChart, OneSelectorAndOneSavePointAreEnough) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(has(drawn(progress_chart(made_up(1, {0, 1500}), {nine()[7]}, "chart"), directory), "uniform"));
}

TEST(ProgressChart, EqualValuesAreDrawn) {
  const TemporaryDirectory directory;
  MeanCurves progress = made_up(2, {0, 100, 1000});
  for (auto& selector : progress.selectors) {
    for (auto& point : selector) point.metrics.assign(metric_kinds().size(), {3, 1, 0, 1, 1});
  }
  EXPECT_TRUE(has(drawn(progress_chart(progress, {nine()[0], nine()[1]}, "chart"), directory), "ucb-cell"));
  for (auto& selector : progress.selectors) {
    for (auto& point : selector) point.metrics.assign(metric_kinds().size(), {3, 0, 0, 0, 0});
  }
  EXPECT_TRUE(has(drawn(progress_chart(progress, {nine()[0], nine()[1]}, "chart"), directory), "ucb-cell"));
}

TEST(ProgressChart, LargeScoresAreInThousandsOrMillions) {
  const TemporaryDirectory directory;
  const auto title = [](double scale) {
    const std::string script = progress_chart(made_up(9, {0, 1000}, 5, scale), nine(), "chart").script;
    return script.substr(script.find("QD-score"), 20);
  };
  EXPECT_TRUE(has(title(1000), "QD-score\""));
  EXPECT_TRUE(has(title(1e6), "QD-score (thousands)"));
  EXPECT_TRUE(has(title(1e9), "QD-score (millions)"));
}

TEST(ProgressChart, LongNamesHaveRoomInTheLegend) {
  const auto columns = [](const std::string& label) {
    const std::string script = progress_chart(made_up(1, {0, 1000}), {{label, "ucb-individual", {}}}, "chart").script;
    return script.substr(script.find("((i - 1) % ") + 11, 1);
  };
  EXPECT_EQ(columns("ucb-individual"), "3");
  EXPECT_EQ(columns("ucb-individual:lambda=0.5"), "2");
  EXPECT_EQ(columns("ucb-individual:lambda=0.7071067811865476,total=all"), "1");
}

TEST(ProgressChart, NeedsASavePointOnItsAxis) {
  for (const auto& progress : {made_up(9, {0}), made_up(9, {}), MeanCurves{"arm", {}, {}, {}}}) {
    expect_mentions(complaint([&] { progress_chart(progress, nine(), "chart"); }), {"arm", "save point"});
  }
}

}  // namespace
}  // namespace mce::progress_chart_test
