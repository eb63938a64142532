// SPDX-License-Identifier: MIT
#include "mce/analysis/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "support/archives.hpp"
#include "support/complaint.hpp"

namespace mce::metrics_test {
namespace {

TEST(Metrics, SummariseAMapOfThreeElites) {
  Archive archive = test::empty_archive(4);
  test::put(archive, 0, -3);
  test::put(archive, 2, -1);
  test::put(archive, 3, -2);
  const MapSummary map = summarise(archive, [](double fitness) { return 1 + fitness / 4; });
  EXPECT_EQ(map.filled, 3U);
  EXPECT_EQ(map.coverage, 0.75);
  EXPECT_EQ(map.best, -1);
  EXPECT_DOUBLE_EQ(map.qd_score, 0.25 + 0.75 + 0.5);
  EXPECT_EQ(map.selection_entropy, 0) << "nothing was selected yet";
}

TEST(Metrics, EntropyIsOneIfAllCellsAreSelectedEquallyOften) {
  EXPECT_NEAR(selection_entropy(test::archive_with({{5, 0}, {5, 1}, {5, 2}, {5, 3}})), 1, 1e-15);
}

TEST(Metrics, EntropyIsZeroIfOneCellIsSelectedAlone) {
  EXPECT_EQ(selection_entropy(test::archive_with({{0, 0}, {9, 1}, {0, 0}})), 0);
}

TEST(Metrics, EntropyCountsAllCellsOfTheMapNotOnlyFilledOnes) {
  // Two of eight cells, selected 1:3. −(¼ ln ¼ + ¾ ln ¾)/ln 8, by hand: 0.562335/2.079442.
  Archive archive = test::empty_archive(8);
  test::put(archive, 1, 0);
  test::put(archive, 6, 0);
  test::add_tally(archive, 1, {.selections = 2, .survivals = 0});
  test::add_tally(archive, 6, {.selections = 6, .survivals = 0});
  EXPECT_NEAR(selection_entropy(archive), 0.270426, 1e-6);
}

TEST(Metrics, EntropyOfAMapWithOneCellIsZero) { EXPECT_EQ(selection_entropy(test::archive_with({{7, 0}})), 0); }

TEST(Metrics, EntropyBelongsToCellsNotToElites) {
  Archive archive = test::archive_with({{5, 0}, {5, 0}});
  test::put(archive, 0, 1);  // a new elite, whose own tally starts at zero
  EXPECT_NEAR(selection_entropy(archive), 1, 1e-15);
}

TEST(MetricKinds, AreInTheOrderOfTheEnumeration) {
  const std::vector<std::string> keys = {"global-performance", "global-reliability", "precision",
                                         "coverage",           "qd-score",           "selection-entropy"};
  ASSERT_EQ(metric_kinds().size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(metric_kinds()[i].key, keys[i]);
    EXPECT_EQ(metric_kinds()[i].metric, static_cast<Metric>(i));
    EXPECT_FALSE(metric_kinds()[i].title.empty());
  }
}

TEST(MetricKinds, AreFoundByKey) {
  EXPECT_EQ(metric_kind("qd-score").metric, Metric::qd_score);
  EXPECT_EQ(metric_kind("qd-score").title, "QD-score");
  EXPECT_EQ(metric_kind("global-performance").title, "Global performance");
  test::expect_mentions(test::complaint([] { metric_kind("qdscore"); }),
                        {"unknown metric 'qdscore'", "did you mean 'qd-score'?", "global-performance, "});
}

TEST(MetricKinds, AreFoundByMetric) {
  for (const MetricKind& kind : metric_kinds()) EXPECT_EQ(metric_kind(kind.metric).key, kind.key);
}

TEST(MetricKinds, HaveColumnsThatSqlTakesAsTheyAre) {
  std::set<std::string> columns;
  for (const MetricKind& kind : metric_kinds()) {
    EXPECT_EQ(kind.column.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string::npos) << kind.column;
    EXPECT_TRUE(columns.insert(kind.column).second) << kind.column;
  }
  EXPECT_EQ(metric_kind(Metric::qd_score).column, "qd_score");
}

TEST(MetricKinds, AreFormulasOfWhatIsKnownOfAMap) {
  const MapFacts map{.own = {.filled = 4, .coverage = 0.04, .best = -2, .qd_score = 2.5, .selection_entropy = 0.7},
                     .highest = 0.75,
                     .ratios = 3,
                     .highest_of_all = 1.5,
                     .filled_by_any = 8};
  EXPECT_EQ(metric_values(map), (MetricValues{0.75 / 1.5, 3.0 / 8, 3.0 / 4, 4.0 / 8, 2.5, 0.7}));
  EXPECT_EQ(metric_values({.own = {}, .highest_of_all = 1, .filled_by_any = 8}), MetricValues(metric_kinds().size()))
      << "an empty map";
}

TEST(MetricKinds, ThoseOfOneMapDoNotNeedTheOtherRuns) {
  const MapSummary own{.filled = 4, .coverage = 0.04, .best = -2, .qd_score = 2.5, .selection_entropy = 0.7};
  for (const MetricKind& kind : metric_kinds()) {
    const double alone = kind.formula({.own = own});
    const double beside =
        kind.formula({.own = own, .highest = 0.75, .ratios = 3, .highest_of_all = 1.5, .filled_by_any = 8});
    EXPECT_EQ(kind.alone, alone == beside) << kind.key;
  }
}

using Evaluations = std::vector<std::uint64_t>;
using Curve = std::vector<double>;

TEST(AreaUnderCurve, IsTheMeanHeightOfTheTrapezoids) {
  // 10 · (0 + 4)/2 + 90 · (4 + 6)/2 = 20 + 450, over 100 evaluations.
  EXPECT_EQ(area_under_curve(Evaluations{0, 10, 100}, Curve{0, 4, 6}), 4.7);
  EXPECT_EQ(area_under_curve(Evaluations{0, 2}, Curve{1, 0}), 0.5);
}

TEST(AreaUnderCurve, OfAConstantIsTheConstant) {
  EXPECT_EQ(area_under_curve(Evaluations{0, 1, 1000, 1'000'000}, Curve{1, 1, 1, 1}), 1);
  EXPECT_EQ(area_under_curve(Evaluations{0, 1, 1000, 1'000'000}, Curve{0, 0, 0, 0}), 0);
}

TEST(AreaUnderCurve, OfASinglePointIsItsValue) { EXPECT_EQ(area_under_curve(Evaluations{0}, Curve{7}), 7); }

TEST(AreaUnderCurve, NeedsSavePointsThatIncreaseFromZero) {
  const auto text = [](const Evaluations& evaluations, const Curve& values) {
    return test::complaint([&] { area_under_curve(evaluations, values); });
  };
  test::expect_mentions(text({}, {}), {"without save points"});
  test::expect_mentions(text({0, 1}, {1, 2, 3}), {"2 save points", "3 values"});
  test::expect_mentions(text({100}, {1}), {"not 100"});
  test::expect_mentions(text({100, 200}, {1, 2}), {"not 100"});
  test::expect_mentions(text({0, 10, 10}, {1, 2, 3}), {"10 after 10"});
  test::expect_mentions(text({0, 20, 10}, {1, 2, 3}), {"10 after 20"});
}

}  // namespace
}  // namespace mce::metrics_test
