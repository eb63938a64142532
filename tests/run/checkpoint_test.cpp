// SPDX-License-Identifier: MIT
#include "mce/run/checkpoint.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "support/runs.hpp"

namespace mce::checkpoint_test {
namespace {

using test::finished;
using test::made;
using test::slurp;
using test::small_request;
using test::state_of;
using test::TemporaryDirectory;

constexpr std::uint64_t kEnd = 2'000;
/// The start, the first steps, both sides of a block of random numbers, save points, the end.
constexpr std::uint64_t kStops[] = {0, 1, 2, 255, 256, 257, 512, 1'000, 1'717, kEnd - 1, kEnd};

/// Everything by which two runs could differ, down to the bytes of a checkpoint.
void expect_same(const TestbedRun& run, const TestbedRun& expected, const TemporaryDirectory& directory) {
  EXPECT_EQ(run.evaluations(), expected.evaluations());
  EXPECT_EQ(run.archive().signature(), expected.archive().signature());
  EXPECT_EQ(run.curve(), expected.curve());
  write_checkpoint(directory / "one", run, 1.5, "out", 10);
  write_checkpoint(directory / "other", expected, 1.5, "out", 10);
  EXPECT_TRUE(slurp(directory / "one") == slurp(directory / "other")) << "the bytes of a checkpoint";
}

/// Saves at every stop; a run resumed from each, and one that was resumed at all of them, ends like one that never
/// stopped.
void expect_resumable(const PlanRequest& request) {
  const TemporaryDirectory directory;
  const auto uninterrupted = finished(request);
  auto often_interrupted = made(request);
  for (const std::uint64_t stop : kStops) {
    SCOPED_TRACE("interrupted after " + std::to_string(stop));
    if (stop > often_interrupted->evaluations()) often_interrupted->advance(stop - often_interrupted->evaluations());
    write_checkpoint(directory / "run", *often_interrupted, 0, "", 1);
    often_interrupted = read_checkpoint(directory / "run").run;

    const auto resumed = read_checkpoint(directory / "run").run;
    EXPECT_EQ(resumed->plan(), uninterrupted->plan());
    EXPECT_EQ(resumed->evaluations(), often_interrupted->evaluations());
    resumed->advance(kEnd);
    EXPECT_EQ(resumed->archive().signature(), uninterrupted->archive().signature());
    EXPECT_EQ(resumed->curve(), uninterrupted->curve());
    EXPECT_TRUE(state_of(*resumed) == state_of(*uninterrupted)) << "the bytes of the state";
  }
  expect_same(*often_interrupted, *uninterrupted, directory);
}

struct Pair {
  std::string testbed;
  std::string selector;
};

void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.testbed << " with " << pair.selector; }

std::vector<Pair> all_pairs() {
  std::vector<Pair> pairs;
  for (const TestbedKind& testbed : testbed_kinds()) {
    for (const SelectorKind& selector : selector_kinds()) pairs.push_back({testbed.name, selector.name});
  }
  return pairs;
}

std::string test_name(const testing::TestParamInfo<Pair>& each) {
  std::string name = each.param.testbed + "_" + each.param.selector;
  std::ranges::replace(name, '-', '_');
  return name;
}

class Resume : public testing::TestWithParam<Pair> {};

TEST_P(Resume, EndsBitForBitLikeAnUninterruptedRun) {
  expect_resumable(small_request(GetParam().testbed, GetParam().selector, kEnd));
}

TEST_P(Resume, EndsBitForBitLikeAnUninterruptedRunInBatches) {
  expect_resumable(small_request(GetParam().testbed, GetParam().selector, kEnd, 7));
}

TEST_P(Resume, EndsBitForBitLikeAnUninterruptedRunAfterAStopWithinABatch) {
  const auto request = small_request(GetParam().testbed, GetParam().selector, kEnd, 7);
  const TemporaryDirectory directory;
  const auto uninterrupted = finished(request);
  const auto often_stopped = made(request);
  const std::atomic<bool> stop = true;  // leaves every batch after each of its offspring
  while (!often_stopped->finished()) {
    often_stopped->advance(kEnd, &stop);
    const std::uint64_t done = often_stopped->evaluations();
    if (done > 15 && done % 97 > 0 && done + 7 < kEnd) continue;
    SCOPED_TRACE("stopped after " + std::to_string(done));
    write_checkpoint(directory / "run", *often_stopped, 0, "", 1);
    const auto resumed = read_checkpoint(directory / "run").run;
    EXPECT_EQ(resumed->evaluations(), done);
    EXPECT_EQ(resumed->finished(), often_stopped->finished());
    EXPECT_TRUE(state_of(*resumed) == state_of(*often_stopped)) << "the bytes of the state";
    resumed->advance(kEnd);
    EXPECT_TRUE(state_of(*resumed) == state_of(*uninterrupted)) << "the bytes of the end";
  }
  expect_same(*often_stopped, *uninterrupted, directory);
}

INSTANTIATE_TEST_SUITE_P(Checkpoint, Resume, testing::ValuesIn(all_pairs()), test_name);

TEST(Checkpoint, ResumesUnusualSelectors) {
  for (const char* selector :
       {"ucb-individual:total=living", "ucb-individual:lambda=0,total=living", "ucb-cell:lambda=0",
        "ucb-cell:lambda=1000", "curiosity:reward=0.3,penalty=0.7", "curiosity:penalty=0",
        "curiosity:reward=0,penalty=0", "curiosity:reward=1000,penalty=0.001", "thompson-tournament:tally=individual",
        "discounted-ucb:discount=0.99,lambda=0", "ucb-fitness:tally=individual", "surprise:memory=7,explore=3",
        "surprise:beta=0.3,new-cells=over-lowest", "inherit:share=0.3,reward=new-cell"}) {
    SCOPED_TRACE(selector);
    expect_resumable(small_request("rastrigin", selector, kEnd));
  }
}

TEST(Checkpoint, ResumesUnusualMaps) {
  for (const char* features : {"1", "3", "4"}) {
    SCOPED_TRACE(features);
    PlanRequest request = small_request("rastrigin", "ucb-cell", kEnd);
    request.testbed_settings = {{"features", features}, {"dimensions", 5.0}};
    request.run_settings.emplace_back("resolution", "4");
    expect_resumable(request);
  }
  PlanRequest one_cell = small_request("arm", "exploit-individual", kEnd);
  one_cell.run_settings.emplace_back("resolution", "1");
  expect_resumable(one_cell);
}

TEST(Checkpoint, ResumesMapsWithCentroids) {
  const TemporaryDirectory directory;
  PlanRequest request = small_request("rastrigin", "surprise", kEnd);
  std::erase_if(request.run_settings, [](const auto& each) { return each.first == "resolution"; });
  request.run_settings.emplace_back("centroids", 80.0);
  expect_resumable(request);
  test::spill(directory / "points.csv", "-5,-5\n-5,5\n5,-5\n5,5\n0,0\n");
  request.run_settings.back().second = (directory / "points.csv").string();
  expect_resumable(request);
  auto run = made(request);
  write_checkpoint(directory / "run", *run, 0, "", 1);
  std::filesystem::remove(directory / "points.csv");
  EXPECT_EQ(read_checkpoint(directory / "run").run->plan(), run->plan()) << "the file is not needed again";
}

TEST(Checkpoint, ResumesThePublishedProfile) {
  for (const TestbedKind& testbed : testbed_kinds()) {
    PlanRequest request = small_request(testbed.name, "ucb-individual", kEnd);
    request.profile = "published";
    expect_resumable(request);
  }
}

TEST(Checkpoint, KeepsWhatTheProgramAroundTheRunNeeds) {
  const TemporaryDirectory directory;
  const auto run = finished(small_request("arm", "uniform", 10));
  write_checkpoint(directory / "run", *run, 12.25, "some/where, with: odd \"letters\"", 4'000'000'000);
  const Checkpoint checkpoint = read_checkpoint(directory / "run");
  EXPECT_EQ(checkpoint.seconds, 12.25);
  EXPECT_EQ(checkpoint.directory, "some/where, with: odd \"letters\"");
  EXPECT_EQ(checkpoint.every, 4'000'000'000U);
  EXPECT_EQ(checkpoint.run->plan(), run->plan());
  EXPECT_EQ(directory.names(), std::vector<std::string>{"run"});
}

TEST(Checkpoint, AStoppedRunIsNotFinishedWithinItsLastBatch) {
  const auto run = made(small_request("arm", "uniform", 3, 7));
  const std::atomic<bool> stop = true;
  for (int made_so_far = 1; made_so_far < 7; ++made_so_far) {
    run->advance(3, &stop);
    EXPECT_EQ(run->evaluations(), made_so_far);
    EXPECT_FALSE(run->finished());
    EXPECT_EQ(run->curve().size(), 1U);
  }
  run->advance(3, &stop);
  EXPECT_TRUE(run->finished());
  EXPECT_EQ(run->curve().back().evaluations, 7U);
}

struct OldCheckpoint {
  const char* file;
  std::uint64_t begins_at;
  std::uint64_t evaluations;
  std::uint64_t signature;  ///< as 0.1.0 ended it
};

TEST(Checkpoint, OfVersion010GoesOnToTheSameEnd) {
  const std::filesystem::path data = std::filesystem::path(MCE_RUN_TESTS).parent_path() / "data";
  for (const OldCheckpoint& old :
       {OldCheckpoint{"checkpoint-0.1.0-arm.mce-run", 30'000, 100'000, 0x62997e6d4b308b14},
        OldCheckpoint{"checkpoint-0.1.0-maze.mce-run", 20'006, 100'002, 0x866056928a39110b}}) {
    SCOPED_TRACE(old.file);
    const auto run = read_checkpoint(data / old.file).run;
    EXPECT_EQ(run->evaluations(), old.begins_at);
    run->advance(run->plan().evaluations);
    EXPECT_EQ(run->evaluations(), old.evaluations);
    EXPECT_EQ(run->archive().signature(), old.signature);
  }
}

TEST(Checkpoint, LoadsIntoARunThatHasGoneOnInTheMeantime) {
  const auto request = small_request("maze", "curiosity", 1'000);
  const auto run = made(request);
  run->advance(300);
  const auto early = state_of(*run);
  run->advance(1'000);
  const auto late = state_of(*run);
  ByteReader in(early);
  run->load(in);
  EXPECT_EQ(in.remaining(), 0U);
  EXPECT_EQ(state_of(*run), early);
  run->advance(1'000);
  EXPECT_EQ(state_of(*run), late);
}

}  // namespace
}  // namespace mce::checkpoint_test
