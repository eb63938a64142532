// SPDX-License-Identifier: MIT
#include "mce/analysis/relative_metrics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "mce/core/rng.hpp"
#include "support/complaint.hpp"

namespace mce::relative_metrics_test {
namespace {

using test::complaint;
using test::expect_mentions;
using Map = std::vector<double>;

const double kEmpty = std::nan("");

BestQualities best_of(const std::vector<Map>& maps) {
  BestQualities all(static_cast<std::uint32_t>(maps.front().size()));
  for (const Map& map : maps) all.add(map);
  return all;
}

/// The metrics that compare a run with all.
struct RelativeMetrics {
  double global_performance = 0;
  double global_reliability = 0;
  double precision = 0;
  double coverage = 0;
  bool operator==(const RelativeMetrics&) const = default;
};

RelativeMetrics metrics_of(const RelativeMap& map) {
  const MetricValues values = metric_values(map.facts({.filled = map.filled()}));
  return {values.at(place_of(Metric::global_performance)), values.at(place_of(Metric::global_reliability)),
          values.at(place_of(Metric::precision)), values.at(place_of(Metric::coverage))};
}

RelativeMetrics relative_metrics(const Map& map, const BestQualities& all) {
  RelativeMap relative(all);
  for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
    if (!std::isnan(map[cell])) relative.set(cell, map[cell]);
  }
  return metrics_of(relative);
}

/// Three runs on six cells; no run fills the last one, and only zeros are found in the fourth.
const Map kFirst = {0.8, 0.2, kEmpty, 0, kEmpty, kEmpty};
const Map kSecond = {0.4, 0.5, 0.25, kEmpty, kEmpty, kEmpty};
const Map kThird = {kEmpty, kEmpty, kEmpty, kEmpty, 1, kEmpty};

TEST(BestQualities, AreTheHighestOfAllRuns) {
  const BestQualities all = best_of({kFirst, kSecond, kThird});
  const Map expected = {0.8, 0.5, 0.25, 0, 1};
  EXPECT_TRUE(std::ranges::equal(all.best().first(5), expected));
  EXPECT_TRUE(std::isnan(all.best()[5]));
  EXPECT_EQ(all.filled(), 5U);
  EXPECT_EQ(all.highest(), 1);
}

TEST(BestQualities, DoNotDependOnTheOrderOfRuns) {
  const BestQualities all = best_of({kThird, kSecond, kFirst, kSecond});
  EXPECT_TRUE(std::ranges::equal(all.best().first(5), best_of({kFirst, kSecond, kThird}).best().first(5)));
  EXPECT_EQ(all.filled(), 5U);
  EXPECT_EQ(all.highest(), 1);
}

TEST(BestQualities, AreNothingBeforeTheFirstRun) {
  const BestQualities none(3);
  EXPECT_EQ(none.filled(), 0U);
  EXPECT_EQ(none.highest(), 0);
  EXPECT_TRUE(std::ranges::all_of(none.best(), [](double quality) { return std::isnan(quality); }));
}

TEST(RelativeMetrics, CompareARunWithTheBestOfAll) {
  const BestQualities all = best_of({kFirst, kSecond, kThird});
  // 0.8/0.8 + 0.2/0.5 + 0/0, the latter counting 1: 2.4 of 3 filled cells, of 5 in all.
  const RelativeMetrics first = relative_metrics(kFirst, all);
  EXPECT_EQ(first.global_performance, 0.8);
  EXPECT_DOUBLE_EQ(first.global_reliability, 2.4 / 5);
  EXPECT_DOUBLE_EQ(first.precision, 2.4 / 3);
  EXPECT_EQ(first.coverage, 0.6);
  // 0.4/0.8 + 0.5/0.5 + 0.25/0.25.
  const RelativeMetrics second = relative_metrics(kSecond, all);
  EXPECT_EQ(second.global_performance, 0.5);
  EXPECT_DOUBLE_EQ(second.global_reliability, 2.5 / 5);
  EXPECT_DOUBLE_EQ(second.precision, 2.5 / 3);
  EXPECT_EQ(second.coverage, 0.6);
  const RelativeMetrics third = relative_metrics(kThird, all);
  EXPECT_EQ(third, (RelativeMetrics{1, 0.2, 1, 0.2}));
}

TEST(RelativeMetrics, CompareAnEarlyMapWithTheEndOfAllRuns) {
  const BestQualities all = best_of({kFirst, kSecond, kThird});
  const Map early = {0.2, kEmpty, kEmpty, kEmpty, kEmpty, kEmpty};
  EXPECT_EQ(relative_metrics(early, all), (RelativeMetrics{0.2, 0.25 / 5, 0.25, 0.2}));
}

TEST(RelativeMetrics, AreOneForTheOnlyRunAtItsEnd) {
  EXPECT_EQ(relative_metrics(kFirst, best_of({kFirst})), (RelativeMetrics{1, 1, 1, 1}));
}

TEST(RelativeMetrics, AreOneWhereTheBestIsZero) {
  const Map zeros = {0, kEmpty, 0};
  EXPECT_EQ(relative_metrics(zeros, best_of({zeros})), (RelativeMetrics{1, 1, 1, 1}));
}

TEST(RelativeMetrics, AreZeroForAnEmptyMap) {
  const Map empty = {kEmpty, kEmpty};
  EXPECT_EQ(relative_metrics(empty, best_of({Map{0.5, 0}})), RelativeMetrics());
  EXPECT_EQ(relative_metrics(empty, best_of({Map{0, kEmpty}})), RelativeMetrics()) << "even if the best is zero";
  EXPECT_EQ(relative_metrics(empty, best_of({empty})), RelativeMetrics());
  EXPECT_EQ(relative_metrics(Map(), BestQualities(0)), RelativeMetrics());
}

TEST(RelativeMetrics, AgreeWithThePlainSumsForMapsOfAnySize) {
  for (std::uint32_t cells = 1; cells <= 70; ++cells) {
    Rng random(cells, "maps");
    std::vector<Map> maps(3, Map(cells, kEmpty));
    for (Map& map : maps) {
      for (double& quality : map) {
        if (random.bounded(3) > 0) quality = random.bounded(4) > 0 ? random.uniform01() : 0;
      }
    }
    maps[0][0] = 0.5;  // so that none is empty
    const BestQualities all = best_of(maps);
    long double sum = 0;
    double highest = 0;
    unsigned filled = 0;
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      const double quality = maps[0][cell];
      if (std::isnan(quality)) continue;
      const double best = all.best()[cell];
      ++filled;
      highest = std::max(highest, quality);
      sum += best == 0 ? 1 : quality / best;
    }
    const RelativeMetrics metrics = relative_metrics(maps[0], all);
    EXPECT_EQ(metrics.global_performance, highest / all.highest()) << cells;
    EXPECT_NEAR(metrics.global_reliability, static_cast<double>(sum / all.filled()), 1e-14) << cells;
    EXPECT_NEAR(metrics.precision, static_cast<double>(sum / filled), 1e-14) << cells;
    EXPECT_EQ(metrics.coverage, static_cast<double>(filled) / all.filled()) << cells;
  }
}

TEST(RelativeMetrics, FollowAMapThatChanges) {
  const BestQualities all = best_of({kFirst, kSecond, kThird});
  RelativeMap map(all);
  EXPECT_EQ(metrics_of(map), RelativeMetrics());
  map.set(0, 0.2);
  map.set(1, 0.2);
  EXPECT_EQ(metrics_of(map), relative_metrics({0.2, 0.2, kEmpty, kEmpty, kEmpty, kEmpty}, all));
  map.set(0, 0.8);
  map.set(3, 0);
  EXPECT_EQ(metrics_of(map), relative_metrics(kFirst, all));
}

TEST(RelativeMetrics, RefuseARunThatIsNotAmongAll) {
  const BestQualities all = best_of({Map{0.5, 0.5, kEmpty}});
  expect_mentions(complaint([&] { relative_metrics(Map{0.6, 0.5, kEmpty}, all); }),
                  {"0.6 in cell 0", "above the best"});
  expect_mentions(complaint([&] { relative_metrics(Map{0.5, 0.7, 0}, all); }), {"cell", "above the best"});
  EXPECT_NO_THROW(relative_metrics(Map{0.5, kEmpty, kEmpty}, all));
}

TEST(RelativeMetrics, RefuseASummaryOfAnotherMap) {
  const BestQualities all = best_of({kFirst});
  RelativeMap map(all);
  map.set(0, 0.2);
  expect_mentions(complaint([&] { (void)map.facts({.filled = 2}); }), {"fills 1 cells, not 2"});
}

TEST(RelativeMetrics, RefuseMapsOfOtherSizes) {
  BestQualities all(3);
  expect_mentions(complaint([&] { all.add(Map(2)); }), {"2 cells", "3 cells"});
}

}  // namespace
}  // namespace mce::relative_metrics_test
