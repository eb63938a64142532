// SPDX-License-Identifier: MIT
#include "report/mean_curves.hpp"

#include <cmath>

#include "mce/analysis/metrics.hpp"
#include "report_support.hpp"

namespace mce::mean_curves_test {
namespace {

using namespace test;

constexpr double kStudent2 = 4.302652729911275;  // 97.5 % quantile of Student's t with 2 degrees of freedom

const std::vector<std::string> kColumns = {"global_performance", "global_reliability", "precision",
                                           "coverage",           "qd_score",           "selection_entropy"};

/// Mean and interval of three values, as in a textbook.
void expect_described(const Description& described, const std::vector<double>& values) {
  ASSERT_EQ(values.size(), 3U);
  const double mean = (values[0] + values[1] + values[2]) / 3;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double reach = kStudent2 * std::sqrt(squares / 2) / std::sqrt(3.0);
  const double tolerance = 1e-9 * std::max(1.0, std::abs(mean));
  EXPECT_EQ(described.count, 3U);
  EXPECT_NEAR(described.mean, mean, tolerance);
  EXPECT_NEAR(described.low, mean - reach, tolerance);
  EXPECT_NEAR(described.high, mean + reach, tolerance);
}

void expect_progress(const MeanCurves& progress, const std::filesystem::path& path, const std::string& testbed) {
  ASSERT_EQ(progress.selectors.size(), 3U);
  for (std::size_t selector = 0; selector < 3; ++selector) {
    ASSERT_EQ(progress.selectors[selector].size(), 4U);
    for (const MeanPoint& point : progress.selectors[selector]) {
      for (std::size_t metric = 0; metric < kColumns.size(); ++metric) {
        SCOPED_TRACE(kColumns[metric] + " " + std::to_string(point.evaluations));
        expect_described(
            point.metrics.at(metric),
            numbers(path, "SELECT avg(" + kColumns[metric] + ") FROM curve JOIN treatment USING (treatment) " +
                              "WHERE testbed = '" + testbed + "' AND selector = " + std::to_string(selector) +
                              " AND evaluations = " + std::to_string(point.evaluations) + " GROUP BY repetition"));
      }
    }
  }
}

TEST(MeanCurves, OfOneTreatmentIsOverItsRuns) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", small_protocol());
  const MeanCurves arm = mean_curves(store, "arm");
  EXPECT_EQ(arm.treatments, std::vector<std::uint32_t>{1});
  expect_progress(arm, directory / "s.mce", "arm");
}

TEST(MeanCurves, OfSeveralTreatmentsIsOverTheirMeans) {
  const TemporaryDirectory directory;
  const Store store =
      finished_study(directory / "s.mce", small_protocol("[[treatment]]\ntestbed = \"maze\"\nsize = 6\n"));
  const MeanCurves maze = mean_curves(store, "maze");
  EXPECT_EQ(maze.treatments, (std::vector<std::uint32_t>{2, 3}));
  expect_progress(maze, directory / "s.mce", "maze");
}

/// A treatment's name may be that of the testbed, and so of others too.
TEST(MeanCurves, ATreatmentNamedAsItsTestbedIsNotTakenForAll) {
  const TemporaryDirectory directory;
  const Store store =
      finished_study(directory / "s.mce", small_protocol("[[treatment]]\ntestbed = \"arm\"\njoints = 5\n"));
  expect_progress(mean_curves(store, "arm"), directory / "s.mce", "arm");
}

TEST(MeanCurves, TreatmentsMeetAtTheSavePointsTheyShare) {
  const TemporaryDirectory directory;
  const Store store = finished_study(
      directory / "s.mce",
      small_protocol(
          "[[treatment]]\ntestbed = \"arm\"\njoints = 5\nevaluations = 2000\nsave_points = [0, 200, 1000]\n"));
  std::vector<std::uint64_t> points;
  const MeanCurves arm = mean_curves(store, "arm");
  for (const MeanPoint& point : arm.selectors.at(0)) points.push_back(point.evaluations);
  EXPECT_EQ(points, (std::vector<std::uint64_t>{0, 1000}));
}

TEST(MeanCurves, OneRunHasNoInterval) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", small_protocol("", R"("Uc", "G")", 1));
  const Description described = mean_curves(store, "maze").selectors.at(0).at(3).metrics.at(0);
  EXPECT_EQ(described.count, 1U);
  EXPECT_TRUE(std::isnan(described.low));
}

TEST(MeanCurves, OfWhatIsNotMeasuredIsEmpty) {
  const TemporaryDirectory directory;
  const Store store = Store::for_running(directory / "s.mce", small_protocol());
  EXPECT_TRUE(mean_curves(store, "arm").treatments.empty());
  EXPECT_TRUE(mean_curves(store, "arm").selectors.empty());
}

/// Save points 100, 1000 and 1500 are recorded after 128, 1024 and 1536 evaluations.
TEST(Progress, WithBatchesIsAtTheirEnds) {
  const TemporaryDirectory directory;
  Protocol protocol = small_protocol();
  for (Treatment& each : protocol.treatments) each.plan.batch = 64;
  const Store store = finished_study(directory / "s.mce", protocol);
  const MeanCurves arm = mean_curves(store, "arm");
  std::vector<std::uint64_t> points;
  for (const MeanPoint& point : arm.selectors.at(0)) points.push_back(point.evaluations);
  EXPECT_EQ(points, (std::vector<std::uint64_t>{0, 128, 1024, 1536}));
  expect_progress(arm, directory / "s.mce", "arm");
}

TEST(Progress, TreatmentsWithOtherBatchesMeetWhereTheLastHasRecorded) {
  const TemporaryDirectory directory;
  Protocol protocol = small_protocol("[[treatment]]\ntestbed = \"arm\"\njoints = 5\n");
  protocol.treatments[3].plan.batch = 1024;
  const Store store = finished_study(directory / "s.mce", protocol);
  const MeanCurves arm = mean_curves(store, "arm");
  ASSERT_EQ(arm.treatments, (std::vector<std::uint32_t>{1, 3}));
  std::vector<std::uint64_t> points;
  for (const MeanPoint& point : arm.selectors.at(0)) points.push_back(point.evaluations);
  EXPECT_EQ(points, (std::vector<std::uint64_t>{0, 1024, 2048})) << "100 and 1000 end in the same batch: 1000 counts";
  const auto after = [&](std::uint32_t treatment, std::uint64_t evaluations) {
    return numbers(directory / "s.mce",
                   "SELECT avg(coverage) FROM curve WHERE selector = 0 AND treatment = " + std::to_string(treatment) +
                       " AND evaluations = " + std::to_string(evaluations))
        .at(0);
  };
  const std::size_t coverage = place_of(Metric::coverage);
  EXPECT_NEAR(arm.selectors[0][1].metrics[coverage].mean, (after(1, 1000) + after(3, 1024)) / 2, 1e-12);
}

}  // namespace
}  // namespace mce::mean_curves_test
