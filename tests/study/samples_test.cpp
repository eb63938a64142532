// SPDX-License-Identifier: MIT
#include "mce/study/samples.hpp"

#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "mce/study/duels.hpp"
#include "mce/study/exports.hpp"
#include "study/study_support.hpp"

namespace mce::samples_test {
namespace {

using test::numbers;
using test::small_protocol;

std::string of_run(std::size_t selector, std::size_t repetition) {
  return " AND selector = " + std::to_string(selector) + " AND repetition = " + std::to_string(repetition);
}

/// Every value as SQLite itself has it.
TEST(Samples, AreTheNumbersOfTheStore) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, small_protocol());
  const Store store = Store::for_reading(path);
  const CurveSamples recorded = curves(store, 1);
  const MetricSamples whole = areas(store, 1);
  EXPECT_EQ(recorded.evaluations, (std::vector<std::uint64_t>{0, 100, 1000, 1500}));
  ASSERT_EQ(recorded.points.size(), 4U);
  for (const MetricKind& kind : metric_kinds()) {
    const std::size_t metric = place_of(kind.metric);
    EXPECT_EQ(areas(store, 1, kind.metric), whole[metric]);
    for (std::size_t selector = 0; selector < 3; ++selector) {
      for (std::size_t run = 0; run < 3; ++run) {
        const std::string where = " WHERE treatment = 1" + of_run(selector, run);
        EXPECT_EQ(numbers(path, "SELECT " + kind.column + " FROM auc" + where),
                  std::vector{whole[metric][selector][run]});
        std::vector<double> curve;
        for (const MetricSamples& point : recorded.points) curve.push_back(point[metric][selector].at(run));
        EXPECT_EQ(numbers(path, "SELECT " + kind.column + " FROM curve" + where + " ORDER BY evaluations"), curve);
      }
    }
  }
}

TEST(Samples, OfATreatmentThatIsNotMeasuredAreAnError) {
  const test::TemporaryDirectory directory;
  const Store store = Store::for_running(directory / "s.mce", small_protocol());
  EXPECT_THROW(areas(store, 0), Error);
  EXPECT_THROW(curves(store, 0), Error);
}

/// With a batch of 64 the save points 100, 1000 and 1500 are recorded after 128, 1024 and 1536 evaluations.
TEST(Samples, WithBatchesAreRecordedWhereABatchEnds) {
  const test::TemporaryDirectory directory;
  Protocol protocol = small_protocol();
  for (Treatment& each : protocol.treatments) each.plan.batch = 64;
  test::complete_study(directory / "s.mce", protocol);
  const Store store = Store::for_reading(directory / "s.mce");
  EXPECT_EQ(curves(store, 2).evaluations, (std::vector<std::uint64_t>{0, 128, 1024, 1536}));
  const auto maps = store.maps({.treatment = 2});
  ASSERT_EQ(maps.size(), 2U);
  EXPECT_EQ(maps[0].evaluations, 1024U);
  EXPECT_EQ(maps[1].evaluations, 1536U);
  const TreatmentValues values = gather_values(store).treatments[2];
  EXPECT_EQ(values.samples.at(1000), curves(store, 2).points[2]) << "the first record at or after it";
  EXPECT_EQ(values.samples.at(1500), values.samples.at(kEnd));
  EXPECT_EQ(values.samples.size(), 4U);
}

TEST(Samples, SavePointsOfOneBatchAreOneRecord) {
  const test::TemporaryDirectory directory;
  Protocol protocol = small_protocol();
  for (Treatment& each : protocol.treatments) each.plan.batch = 1024;
  test::complete_study(directory / "s.mce", protocol);
  const Store store = Store::for_reading(directory / "s.mce");
  EXPECT_EQ(curves(store, 0).evaluations, (std::vector<std::uint64_t>{0, 1024, 2048}));
  EXPECT_EQ(export_kind("curves").table(store, {}).rows(), 27U * 3U);
}

/// A file of a version that did not have the last metric yet.
class FileWithoutAMetric : public ::testing::Test {
 protected:
  void make(const std::string& keep) const {
    test::complete_study(path_, protocol(keep));
    test::complete_study(directory_ / "whole.mce", protocol(keep));
    for (const std::string table : {"curve", "auc"})
      test::tamper(path_, "ALTER TABLE " + table + " DROP COLUMN precision");
  }
  static Protocol protocol(const std::string& keep) { return small_protocol("", R"("Uc", "G", "R")", 3, keep); }
  void expect_whole() const {
    const Store store = Store::for_reading(path_);
    const Store whole = Store::for_reading(directory_ / "whole.mce");
    EXPECT_EQ(store.metrics().size(), metric_kinds().size());
    for (const char* what : {"curves", "auc", "comparisons", "tables"}) {
      EXPECT_EQ(to_csv(export_kind(what).table(store, {})), to_csv(export_kind(what).table(whole, {})));
    }
  }

  const test::TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_ / "s.mce";
};

TEST_F(FileWithoutAMetric, IsReadWithoutIt) {
  make("first");
  const Store store = Store::for_reading(path_);
  EXPECT_EQ(store.metrics().size(), metric_kinds().size() - 1);
  EXPECT_TRUE(areas(store, 0)[place_of(Metric::precision)].empty());
  EXPECT_EQ(areas(store, 0)[place_of(Metric::coverage)].size(), 3U);
  test::expect_mentions(test::message_of<Error>([&] { areas(store, 0, Metric::precision); }),
                        {path_.string(), "has no precision", "mce study run", "--rerun"});
  for (const ExportKind& kind : export_kinds()) {
    if (kind.name == "elites" || kind.name == "maps" || kind.name == "centroids") continue;
    EXPECT_FALSE(test::has(to_csv(kind.table(store, {})), "precision")) << kind.name;
  }
  const Duel duel{.first = "Uc", .second = "R", .metric = Metric::precision, .testbed = "arm"};
  EXPECT_EQ(missing_for(gather_values(store), duel), "precision of arm");
}

TEST_F(FileWithoutAMetric, GetsItWhereTheMapsAreKept) {
  make("all");
  test::complete_study(path_, protocol("all"));
  expect_whole();
}

TEST_F(FileWithoutAMetric, GoesOnWithoutItWhereTheMapsAreGoneAndGetsItByMakingTheRunsAgain) {
  make("first");
  test::complete_study(path_, protocol("first"));
  EXPECT_EQ(Store::for_reading(path_).metrics().size(), metric_kinds().size() - 1);
  test::complete_study(path_, protocol("first"), 2, true);
  expect_whole();
}

TEST_F(FileWithoutAMetric, GetsItWhereNothingIsMeasuredYet) {
  make("first");
  std::filesystem::remove(path_);
  {
    Store store = Store::for_running(path_, protocol("first"));
    store.add(test::made_run(protocol("first"), {.treatment = 1}));
  }
  for (const std::string table : {"curve", "auc"})
    test::tamper(path_, "ALTER TABLE " + table + " DROP COLUMN precision");
  test::complete_study(path_, protocol("first"));
  expect_whole();
}

TEST_F(FileWithoutAMetric, CanStillGrow) {
  make("first");
  const std::string more = "[[treatment]]\ntestbed = \"arm\"\njoints = 5\n";
  test::complete_study(path_, small_protocol(more));
  const Store store = Store::for_reading(path_);
  EXPECT_EQ(store.metrics().size(), metric_kinds().size() - 1);
  EXPECT_TRUE(store.states()[3].measured);
  EXPECT_EQ(curves(store, 3).points.size(), 4U);
}

}  // namespace
}  // namespace mce::samples_test
