// SPDX-License-Identifier: MIT
#include "mce/run/checkpoint.hpp"

#include <gtest/gtest.h>

#include "mce/selectors/any_selector.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "support/runs.hpp"

namespace mce {
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
void expect_same(const Run& run, const Run& expected, const TemporaryDirectory& directory) {
  EXPECT_EQ(run.evaluations(), expected.evaluations());
  EXPECT_EQ(run.archive().signature(), expected.archive().signature());
  EXPECT_EQ(run.curve(), expected.curve());
  write_checkpoint(directory / "one", run, 1.5, "out", 10);
  write_checkpoint(directory / "other", expected, 1.5, "out", 10);
  EXPECT_TRUE(slurp(directory / "one") == slurp(directory / "other")) << "the bytes of a checkpoint";
}

/// Saves at every stop; a run resumed from each, and one that was resumed at all of them, ends like one that never
/// stopped.
void expect_resumable(const RunRequest& request) {
  const TemporaryDirectory directory;
  const auto uninterrupted = finished(request);
  auto often_interrupted = made(request);
  for (const std::uint64_t stop : kStops) {
    SCOPED_TRACE("interrupted after " + std::to_string(stop));
    if (stop > often_interrupted->evaluations()) often_interrupted->advance(stop - often_interrupted->evaluations());
    write_checkpoint(directory / "run", *often_interrupted, 0, "", 1);
    often_interrupted = read_checkpoint(directory / "run").run;

    const auto resumed = read_checkpoint(directory / "run").run;
    EXPECT_EQ(resumed->settings(), uninterrupted->settings());
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
  RunRequest request = small_request(GetParam().testbed, GetParam().selector, kEnd);
  request.batch = 7;
  expect_resumable(request);
}

INSTANTIATE_TEST_SUITE_P(Checkpoint, Resume, testing::ValuesIn(all_pairs()), test_name);

TEST(Checkpoint, ResumesUnusualSelectors) {
  for (const char* selector :
       {"ucb-individual:total=living", "ucb-individual:lambda=0,total=living", "ucb-cell:lambda=0",
        "ucb-cell:lambda=1000", "curiosity:reward=0.3,penalty=0.7", "curiosity:penalty=0",
        "curiosity:reward=0,penalty=0", "curiosity:reward=1000,penalty=0.001"}) {
    SCOPED_TRACE(selector);
    expect_resumable(small_request("rastrigin", selector, kEnd));
  }
}

TEST(Checkpoint, ResumesUnusualMaps) {
  for (const char* features : {"1", "3", "4"}) {
    SCOPED_TRACE(features);
    RunRequest request = small_request("rastrigin", "ucb-cell", kEnd);
    request.testbed_settings = {{"features", features}, {"dimensions", "5"}};
    request.resolution = std::vector<std::uint32_t>{4};
    expect_resumable(request);
  }
  RunRequest one_cell = small_request("arm", "exploit-individual", kEnd);
  one_cell.resolution = std::vector<std::uint32_t>{1};
  expect_resumable(one_cell);
}

TEST(Checkpoint, ResumesThePublishedProfile) {
  for (const TestbedKind& testbed : testbed_kinds()) {
    RunRequest request = small_request(testbed.name, "ucb-individual", kEnd);
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
  EXPECT_EQ(checkpoint.run->settings(), run->settings());
  EXPECT_EQ(directory.names(), std::vector<std::string>{"run"});
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
}  // namespace mce
