// SPDX-License-Identifier: MIT
// Studies that 0.1.0 made: tests/data/study-0.1.0.mce, and the tables that it exported.
#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "mce/study/exports.hpp"
#include "mce/study/samples.hpp"
#include "study/study_support.hpp"

namespace mce::old_files_test {
namespace {

using test::message_of;
using test::slurp;

const std::filesystem::path kData = std::filesystem::path(MCE_TESTS) / "data";

class OldFiles : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::copy_file(kData / "study-0.1.0.mce", path_); }

  static Protocol protocol(std::uint32_t repetitions = 2) {
    Protocol read = read_protocol(kData / "study-0.1.0.toml");
    read.repetitions = repetitions;
    return read;
  }
  void expect_the_same_tables() const {
    const Store store = Store::for_reading(path_);
    EXPECT_EQ(to_csv(export_kind("curves").table(store, {})), slurp(kData / "study-0.1.0-curves.csv"));
    EXPECT_EQ(to_csv(export_kind("auc").table(store, {})), slurp(kData / "study-0.1.0-auc.csv"));
  }

  const test::TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_ / "old.mce";
};

TEST_F(OldFiles, AreReadAndLeftAsTheyAre) {
  const std::string before = slurp(path_);
  expect_the_same_tables();
  const Store store = Store::for_reading(path_);
  EXPECT_EQ(store.protocol(), protocol());
  EXPECT_EQ(store.metrics().size(), metric_kinds().size());
  EXPECT_EQ(store.maps({}).size(), 2U);
  EXPECT_EQ(store.elites({}).value().solutions.size(), 3 * store.elites({}).value().cells.size());
  EXPECT_EQ(slurp(path_), before);
}

TEST_F(OldFiles, AreContinuedInTheNewForm) {
  test::complete_study(path_, protocol());
  expect_the_same_tables();
  EXPECT_EQ(test::numbers(path_, "PRAGMA user_version"), std::vector<double>{Store::kSchema});
  EXPECT_EQ(test::numbers(path_, "SELECT count(*) FROM behaviour"), std::vector<double>{4});
  EXPECT_EQ(test::numbers(path_, "SELECT count(*) FROM study WHERE key = 'behaviour'"), std::vector<double>{0});
  test::complete_study(path_, protocol());
  expect_the_same_tables();
}

TEST_F(OldFiles, GrowLikeNewOnes) {
  test::expect_mentions(message_of<Error>([&] { Store::for_running(path_, protocol(3)); }),
                        {"8 finished runs", "--rerun"});
  test::complete_study(path_, protocol(3), 2, true);
  test::complete_study(directory_ / "new.mce", protocol(3));
  const Store old = Store::for_reading(path_);
  const Store whole = Store::for_reading(directory_ / "new.mce");
  for (const char* what : {"curves", "auc"}) {
    EXPECT_EQ(to_csv(export_kind(what).table(old, {})), to_csv(export_kind(what).table(whole, {})));
  }
  EXPECT_EQ(old.signature(), whole.signature());
}

TEST_F(OldFiles, OfAnotherEngineAreNotContinued) {
  test::tamper(path_, "UPDATE study SET value = '0123456789abcdef' WHERE key = 'behaviour'");
  const std::string before = slurp(path_);
  test::expect_mentions(message_of<Error>([&] { Store::for_running(path_, protocol()); }),
                        {path_.string(), "'0.1.0'", "end differently"});
  EXPECT_EQ(slurp(path_), before);
  expect_the_same_tables();
}

/// With batches a run is recorded where the batch ends that passes a save point.
TEST_F(OldFiles, WithBatchesHaveTheirOwnPoints) {
  const Store store = Store::for_reading(path_);
  EXPECT_EQ(curves(store, 1).evaluations, (std::vector<std::uint64_t>{0, 105, 1001, 1204}));
}

}  // namespace
}  // namespace mce::old_files_test
