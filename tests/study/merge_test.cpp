// SPDX-License-Identifier: MIT
#include "mce/study/merge.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "mce/core/error.hpp"
#include "study/study_support.hpp"
#include "support/problem_study.hpp"

namespace mce::merge_test {
namespace {

namespace fs = std::filesystem;
using test::contents_of;
using test::expect_mentions;
using test::message_of;
using test::small_protocol;
using test::tamper;

/// The shards 1/3 … 3/3 of a study, and the same study in one piece.
class MergeTest : public testing::Test {
 protected:
  void make(const Protocol& protocol, std::uint32_t count = 3) {
    test::complete_study(whole(), protocol);
    for (std::uint32_t i = 1; i <= count; ++i) make_shard(protocol, i, count);
  }
  void make_shard(const Protocol& protocol, std::uint32_t number, std::uint32_t count = 3) {
    Store store = Store::for_running(shard(number), protocol, false, Shard{.number = number, .count = count});
    ASSERT_TRUE(run_study(store, {.threads = 2}));
  }
  [[nodiscard]] fs::path whole() const { return directory_ / "whole.mce"; }
  [[nodiscard]] fs::path out() const { return directory_ / "out.mce"; }
  [[nodiscard]] fs::path shard(std::uint32_t number) const { return directory_ / (std::to_string(number) + ".mce"); }

  MergeResult merge(const std::vector<std::uint32_t>& shards) const {
    std::vector<fs::path> files;
    for (const std::uint32_t each : shards) files.push_back(shard(each));
    return merge_studies(out(), files);
  }
  [[nodiscard]] std::string complaint(const std::vector<std::uint32_t>& shards) const {
    return message_of<Error>([&] { merge(shards); });
  }

  test::TemporaryDirectory directory_;
};

TEST_F(MergeTest, EqualsTheStudyInOnePiece) {
  for (const char* keep : {"first", "all", "curves"}) {
    fs::remove(out());
    for (const std::string name : {"whole", "1", "2", "3"}) fs::remove(directory_ / (name + ".mce"));
    make(small_protocol("", R"("Uc", "G", "R")", 3, keep));
    const MergeResult result = merge({2, 3, 1});
    EXPECT_EQ(result.runs, 27U);
    EXPECT_EQ(result.all_runs, 27U);
    EXPECT_TRUE(result.absent.empty() && result.missing.empty());
    EXPECT_EQ(contents_of(out()), contents_of(whole())) << keep;
  }
}

TEST_F(MergeTest, WhateverTheNumberOfShardsAndTheirOrder) {
  const Protocol protocol = small_protocol();
  test::complete_study(whole(), protocol);
  for (const std::uint32_t count : {1U, 2U, 5U, 30U}) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = count; i >= 1; --i) {
      fs::remove(shard(i));
      make_shard(protocol, i, count);
      numbers.push_back(i);
    }
    fs::remove(out());
    merge(numbers);
    EXPECT_EQ(contents_of(out()), contents_of(whole())) << count;
  }
}

TEST_F(MergeTest, ShardsDivideTheRuns) {
  make(small_protocol());
  std::uint64_t runs = 0;
  for (const std::uint32_t i : {1U, 2U, 3U}) {
    const Store store = Store::for_reading(shard(i));
    EXPECT_TRUE(store.missing().empty());
    EXPECT_EQ(store.shard(), (Shard{.number = i, .count = 3}));
    for (const TreatmentState& each : store.states()) runs += each.runs;
  }
  EXPECT_EQ(runs, 27U) << "no run is in two of them";
}

TEST_F(MergeTest, CanBeRepeatedAndGoOn) {
  make(small_protocol());
  const MergeResult first = merge({3});
  ASSERT_EQ(first.absent.size(), 2U);
  EXPECT_EQ(first.absent[0].shard, (Shard{.number = 1, .count = 3}));
  EXPECT_EQ(first.absent[1].shard, (Shard{.number = 2, .count = 3}));
  EXPECT_EQ(first.absent[0].missing + first.absent[1].missing, 18U);
  EXPECT_EQ(first.missing.size(), 18U);
  EXPECT_EQ(first.files[0].taken, first.runs);
  EXPECT_EQ(merge({3}).files[0].taken, 0U);
  const MergeResult second = merge({1, 3});
  ASSERT_EQ(second.absent.size(), 1U);
  EXPECT_EQ(second.absent[0].shard, (Shard{.number = 2, .count = 3}));
  EXPECT_EQ(second.files[1].taken, 0U);
  merge({2});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
  merge({1, 2, 3});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

TEST_F(MergeTest, AnUnfinishedShardIsNamedAndFinishedLater) {
  const Protocol protocol = small_protocol();
  make(protocol);
  const std::string all = contents_of(shard(2));
  fs::remove(shard(2));
  {
    Store store = Store::for_running(shard(2), protocol, false, Shard{.number = 2, .count = 3});
    store.add(test::made_run(protocol, store.missing().front()));
  }
  const MergeResult result = merge({1, 2, 3});
  EXPECT_EQ(result.files[1].runs, 1U);
  EXPECT_EQ(result.files[1].missing, 8U);
  EXPECT_TRUE(result.absent.empty());
  EXPECT_EQ(result.runs, 19U);
  make_shard(protocol, 2);
  EXPECT_EQ(contents_of(shard(2)), all);
  merge({2});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

TEST_F(MergeTest, TheMergedFileCanBeExtended) {
  make(small_protocol("", R"("Uc", "G")", 3, "all"));
  merge({1, 2, 3});
  const Protocol larger = small_protocol("", R"("Uc", "G", "R")", 4, "all");
  test::complete_study(out(), larger);
  test::complete_study(directory_ / "larger.mce", larger);
  EXPECT_EQ(contents_of(out()), contents_of(directory_ / "larger.mce"));
}

TEST_F(MergeTest, ShardsThatWereExtendedCompleteTheMergedFile) {
  make(small_protocol("", R"("Uc", "G")", 2), 2);
  merge({1, 2});
  const Protocol larger = small_protocol("", R"("Uc", "G")", 4);
  for (const std::uint32_t i : {1U, 2U}) {
    Store store = Store::for_running(shard(i), larger, true, Shard{.number = i, .count = 2});
    ASSERT_TRUE(run_study(store, {.threads = 2}));
  }
  const std::vector<fs::path> files = {shard(1), shard(2)};
  EXPECT_TRUE(merge_studies(out(), files, {.rerun = true}).missing.empty());
  test::complete_study(directory_ / "larger.mce", larger);
  EXPECT_EQ(contents_of(out()), contents_of(directory_ / "larger.mce"));
}

TEST_F(MergeTest, RunsThatLostTheirMapsAreTakenAgainOrMissing) {
  make(small_protocol());
  merge({1, 2});
  tamper(out(), "DELETE FROM history WHERE repetition = 1");
  const MergeResult result = merge({3});
  EXPECT_EQ(result.runs, 27U);
  EXPECT_FALSE(result.missing.empty());
  EXPECT_TRUE(merge({1, 2, 3}).missing.empty());
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

TEST_F(MergeTest, ProtocolsMayHaveAnotherOrder) {
  const Protocol protocol = small_protocol("", R"("Uc", "G", "R")");
  make(protocol);
  Protocol other = protocol;
  std::ranges::reverse(other.selectors);
  std::ranges::reverse(other.treatments);
  fs::remove(shard(2));
  make_shard(other, 2);
  merge({1, 2, 3});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

TEST_F(MergeTest, WhileAShardRunsItIsTakenAsItWas) {
  const Protocol protocol = small_protocol();
  test::complete_study(whole(), protocol);
  Store running = Store::for_running(shard(1), protocol, false, Shard{.number = 1, .count = 1});
  const std::vector<RunKey> keys = agenda(running, {});
  const auto add = [&](const RunKey& key) { running.add(test::made_run(protocol, key)); };
  std::for_each(keys.begin(), keys.begin() + 8, add);
  Store store = Store::for_running(out(), protocol);
  {
    const Store from = Store::for_merging(shard(1));
    std::for_each(keys.begin() + 8, keys.end(), add);
    measure_complete(running, {});  // drops its maps
    std::uint64_t taken = 0;
    for (std::uint32_t treatment = 0; treatment < 3; ++treatment) taken += store.take(treatment, from);
    EXPECT_EQ(taken, 8U);
    EXPECT_EQ(store.missing().size(), 19U);
  }
  const Store from = Store::for_merging(shard(1));
  for (std::uint32_t treatment = 0; treatment < 3; ++treatment) store.take(treatment, from);
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

TEST_F(MergeTest, ProblemsAndTheirPicturesToo) {
  const Protocol protocol = test::problem_protocol(directory_.path(), {.pictures = true});
  make(protocol);
  EXPECT_EQ(test::numbers(whole(), "SELECT count(*) > 0 FROM picture"), std::vector<double>{1});
  merge({1, 2, 3});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
  fs::remove(shard(1));
  make_shard(protocol, 1, 1);
  tamper(shard(1), "UPDATE picture SET svg = x'00'");
  fs::remove(out());
  expect_mentions(complaint({1}), {"1.mce", "damaged", "its elites: a picture"});
}

TEST_F(MergeTest, PartsWithoutShardsCanBeMergedToo) {
  const Protocol protocol = small_protocol();
  test::complete_study(whole(), protocol);
  for (const auto& [number, treatment] : {std::pair{1U, "arm"}, {2U, "maze*"}, {3U, "rastrigin"}}) {
    Store store = Store::for_running(shard(number), protocol);
    ASSERT_TRUE(run_study(store, {.threads = 2, .only = {.treatments = {treatment}, .selectors = {}}}));
  }
  merge({1, 2, 3});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

TEST_F(MergeTest, DifferentResultsOfARunAreAnError) {
  make(small_protocol());
  fs::copy_file(shard(1), shard(4));
  tamper(shard(4), "UPDATE run SET signature = '00000000000000aa'");
  expect_mentions(complaint({1, 4}), {"out.mce", "4.mce", "different results", "repetition"});
  EXPECT_EQ(Store::for_reading(out()).states()[0].runs + Store::for_reading(out()).states()[1].runs +
                Store::for_reading(out()).states()[2].runs,
            9U)
      << "what was merged before stays";
  merge({1, 2, 3});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

TEST_F(MergeTest, FilesOfOtherStudiesAreRefusedBeforeAnythingIsWritten) {
  make(small_protocol());
  test::complete_study(shard(4), small_protocol("", R"("Uc", "G", "R")", 4));
  make_shard(small_protocol(), 6, 7);
  expect_mentions(complaint({1, 4}), {"4.mce", "another protocol", "repetitions"});
  expect_mentions(complaint({4, 1}), {"1.mce", "another protocol", "repetitions"});
  expect_mentions(complaint({1, 2, 6}), {"6.mce", "shard 6/7", "3 shards"});
  EXPECT_FALSE(fs::exists(out()));
}

TEST_F(MergeTest, FilesOfAnotherEngineAreRefused) {
  make(small_protocol());
  tamper(shard(2), "UPDATE behaviour SET signature = '0123456789abcdef' WHERE selector = 'greedy'");
  expect_mentions(complaint({1, 2, 3}), {"2.mce", "greedy"});
  EXPECT_FALSE(fs::exists(out()));
}

TEST_F(MergeTest, DamagedFilesAreRefused) {
  make(small_protocol());
  fs::copy_file(shard(2), shard(4));
  fs::resize_file(shard(4), fs::file_size(shard(4)) / 2);
  expect_mentions(complaint({1, 4}), {"4.mce", "damaged"});
  test::spill(shard(5), "no study");
  expect_mentions(complaint({1, 5}), {"5.mce"});
  expect_mentions(complaint({1, 9}), {"9.mce"});
  test::spill(shard(7), "");
  expect_mentions(complaint({1, 7}), {"7.mce", "empty", "7.mce-wal"});
  EXPECT_FALSE(fs::exists(out()));
  ASSERT_EQ(::mkfifo(shard(6).c_str(), 0600), 0);
  expect_mentions(complaint({6}), {"6.mce", "not a regular file"});
}

/// What nobody may believe, in any table.
constexpr auto kDamages = std::to_array<const char*>({
    "UPDATE elites SET fitness = x'00'",
    "UPDATE elites SET fitness = (SELECT fitness FROM elites LIMIT 1)",
    "UPDATE elites SET cells = (SELECT selections FROM elites LIMIT 1)",
    "DELETE FROM elites",
    "UPDATE history SET maps = x'0001'",
    "UPDATE history SET maps = (SELECT maps FROM history ORDER BY random() LIMIT 1)",
    "UPDATE map SET fitness = x''",
    "UPDATE map SET evaluations = evaluations + 1",
    "UPDATE map SET fitness = (SELECT fitness FROM map LIMIT 1)",
    "UPDATE curve SET evaluations = -5 WHERE evaluations = 100",
    "UPDATE curve SET filled = filled + 1",
    "UPDATE curve SET filled = 'many'",
    "UPDATE curve SET best = 9e999",
    "UPDATE curve SET qd_score = 'much'",
    "DELETE FROM curve WHERE evaluations = 100",
    "UPDATE run SET seed = 77",
    "UPDATE run SET rejected = 1000000",
    "UPDATE run SET seconds = 'long'",
    "UPDATE run SET seconds = 1e300",
    "UPDATE run SET evaluations = 1",
    "UPDATE run SET signature = 'x'",
    "UPDATE run SET repetition = 7 WHERE repetition = 2",
    "UPDATE auc SET qd_score = 'much'",
    "UPDATE auc SET qd_score = qd_score + 1",
    "DELETE FROM auc",
});

TEST_F(MergeTest, DamagedRunsAreRefusedAndDoNoHarm) {
  // With one shard, treatments are measured there; with three, their runs are divided.
  for (const std::uint32_t count : {1U, 3U}) {
    for (const std::string name : {"whole", "1", "2", "3"}) fs::remove(directory_ / (name + ".mce"));
    make(small_protocol(), count);
    const std::vector<std::uint32_t> others = count == 1 ? std::vector<std::uint32_t>{} : std::vector{2U};
    for (const std::string change : kDamages) {
      const bool is_about_measured = change.find(" auc") != std::string::npos;
      // Whether a cell is filled is known from the histories alone.
      const bool is_about_divided =
          change.find(" history") != std::string::npos || change.find("filled + 1") != std::string::npos;
      if (count == 1 ? is_about_divided : is_about_measured) continue;
      fs::remove(out());
      fs::remove(shard(4));
      fs::copy_file(shard(1), shard(4));
      tamper(shard(4), change);
      std::vector<std::uint32_t> damaged = others;
      damaged.push_back(4);
      std::string said;
      try {
        said = merge(damaged).files.back().missing > 0 ? "some are missing" : "all is well";
      } catch (const Error& error) {
        said = error.what();
      }
      EXPECT_TRUE(said == "some are missing" || said.find("4.mce': damaged") != std::string::npos)
          << change << ": " << said;
      EXPECT_TRUE(merge(count == 1 ? std::vector{1U} : std::vector{1U, 2U, 3U}).missing.empty()) << change;
      EXPECT_EQ(contents_of(out()), contents_of(whole())) << change;
    }
  }
}

TEST_F(MergeTest, SymbolicLinksLeadToTheirFiles) {
  make(small_protocol());
  for (const std::uint32_t i : {1U, 2U}) fs::create_symlink(shard(i), shard(10 + i));
  fs::create_symlink(directory_ / "elsewhere.mce", out());
  test::spill(directory_ / "elsewhere.mce", "");
  merge({11, 12, 3});
  EXPECT_TRUE(fs::is_symlink(out()));
  EXPECT_EQ(contents_of(directory_ / "elsewhere.mce"), contents_of(whole()));
  fs::resize_file(shard(2), fs::file_size(shard(2)) - 1);
  expect_mentions(complaint({1, 12}), {"2.mce", "1 bytes are missing"});
}

TEST_F(MergeTest, ForeignSchemasAndMissingFactsAreRefused) {
  make(small_protocol());
  tamper(shard(1),
         "ALTER TABLE run RENAME TO runs; CREATE VIEW run AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT "
         "n + 1 FROM c) SELECT n AS treatment, n AS selector, n AS repetition FROM c");
  expect_mentions(complaint({1}), {"1.mce", "damaged", "'run' is no table"});
  tamper(shard(1), "ALTER TABLE map RENAME TO maps; CREATE VIEW MAP AS SELECT * FROM maps; DROP VIEW run");
  expect_mentions(complaint({1}), {"1.mce", "damaged", "'MAP' is no table"});
  tamper(shard(2), "DELETE FROM behaviour WHERE selector = 'greedy'");
  expect_mentions(complaint({2}), {"2.mce", "damaged", "does not say how runs of", "'greedy'"});
  EXPECT_FALSE(fs::exists(out()));
  fs::copy_file(whole(), out());
  tamper(out(), "ALTER TABLE auc DROP COLUMN selection_entropy");
  expect_mentions(complaint({3}), {"out.mce", "other metrics", "--rerun"});
}

TEST_F(MergeTest, AFileIsNotMergedIntoItself) {
  make(small_protocol());
  expect_mentions(message_of<Error>([&] { merge_studies(shard(1), std::vector{shard(1)}); }), {"1.mce", "itself"});
  expect_mentions(message_of<Error>([&] { merge_studies(shard(1), std::vector{shard(2)}); }),
                  {"1.mce", "holds shard 1/3", "not a whole study"});
}

TEST_F(MergeTest, AShardStaysTheSameShard) {
  make(small_protocol());
  const auto running = [&](const fs::path& path, std::optional<Shard> wanted) {
    return message_of<Error>([&] { const Store store = Store::for_running(path, small_protocol(), false, wanted); });
  };
  expect_mentions(running(shard(1), Shard{.number = 2, .count = 3}),
                  {"holds shard 1/3", "not shard 2/3", "--shard 1/3"});
  expect_mentions(running(shard(1), std::nullopt), {"holds shard 1/3", "not a whole study"});
  expect_mentions(running(whole(), Shard{.number = 1, .count = 3}), {"holds a whole study", "not shard 1/3"});
}

TEST_F(MergeTest, ALieAboutWhatIsMeasuredCostsNoRun) {
  make(small_protocol());
  tamper(shard(1), "UPDATE treatment SET measured = 1");
  merge({1, 2, 3});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

TEST_F(MergeTest, StopsWhenItIsTold) {
  make(small_protocol());
  std::atomic<bool> stop = false;
  const std::vector<fs::path> files = {shard(1), shard(2), shard(3)};
  const MergeResult result = merge_studies(
      out(), files, {.stop = &stop, .watch = [&](std::uint64_t done, std::uint64_t) { stop = done >= 4; }});
  EXPECT_TRUE(result.stopped);
  EXPECT_LT(result.runs, 27U);
  stop = true;
  EXPECT_TRUE(merge_studies(directory_ / "other.mce", files, {.stop = &stop}).stopped);
  EXPECT_FALSE(fs::exists(directory_ / "other.mce"));
  merge({1, 2, 3});
  EXPECT_EQ(contents_of(out()), contents_of(whole()));
}

}  // namespace
}  // namespace mce::merge_test
