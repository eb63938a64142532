// SPDX-License-Identifier: MIT
// No damaged checkpoint is ever taken for a good one, and every error says which file and what is wrong with it.
#include <gtest/gtest.h>

#include "mce/run/checkpoint.hpp"
#include "support/runs.hpp"

namespace mce::checkpoint_damage_test {
namespace {

namespace fs = std::filesystem;
using test::has;
using test::message_of;
using test::slurp;
using test::small_request;
using test::spill;
using test::state_of;
using test::TemporaryDirectory;

/// A good checkpoint, small enough to try every byte of it.
class DamagedCheckpoint : public testing::Test {
 protected:
  DamagedCheckpoint() {
    PlanRequest request = small_request("rastrigin", "uniform", 400);
    request.run_settings.emplace_back("resolution", "4");
    run_ = test::made(request);
    run_->advance(250);
    write_checkpoint(path_, *run_, 3, "results", 40);
    good_ = slurp(path_);
  }

  /// What is said of a file with these contents. It is always an Error with the path, on one line.
  std::string complaint(const std::string& contents) {
    spill(path_, contents);
    return complaint();
  }
  std::string complaint() {
    const auto text = message_of<Error>([&] { read_checkpoint(path_); });
    EXPECT_TRUE(has(text, path_.string())) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    return text;
  }

  TemporaryDirectory directory_;
  fs::path path_ = directory_ / "run";
  std::unique_ptr<TestbedRun> run_;
  std::string good_;
};

constexpr std::size_t kHeader = 32;

TEST_F(DamagedCheckpoint, TheUndamagedOneIsGood) { EXPECT_EQ(state_of(*read_checkpoint(path_).run), state_of(*run_)); }

TEST_F(DamagedCheckpoint, TruncatedAtAnyLength) {
  for (std::size_t length = 0; length < good_.size(); length += length < 2 * kHeader ? 1 : 61) {
    SCOPED_TRACE(length);
    complaint(good_.substr(0, length));
  }
  EXPECT_TRUE(has(complaint(good_.substr(0, kHeader - 1)), "too short"));
  EXPECT_TRUE(has(complaint(good_.substr(0, good_.size() - 1)), "truncated"));
}

TEST_F(DamagedCheckpoint, WithBytesAddedAtTheEnd) {
  EXPECT_TRUE(has(complaint(good_ + '\0'), "truncated or damaged"));
  complaint(good_ + good_);
}

TEST_F(DamagedCheckpoint, WithAnyBitOfTheHeaderFlipped) {
  for (std::size_t bit = 0; bit < 8 * kHeader; ++bit) {
    SCOPED_TRACE(bit);
    std::string damaged = good_;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    complaint(damaged);
  }
}

TEST_F(DamagedCheckpoint, WithAnyByteFlipped) {
  for (std::size_t i = kHeader; i < good_.size(); i += 7) {
    SCOPED_TRACE(i);
    std::string damaged = good_;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
    complaint(damaged);
  }
}

TEST_F(DamagedCheckpoint, WithAPieceOfZeros) {
  for (std::size_t start = 0; start + 100 < good_.size(); start += 500) {
    std::string damaged = good_;
    std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(start), 100, '\0');
    complaint(damaged);
  }
}

TEST_F(DamagedCheckpoint, Foreign) {
  EXPECT_TRUE(has(complaint("evaluations,filled,coverage,best,qd_score,selection_entropy\n0,100,0.01\n"),
                  "not a checkpoint of mce"));
  EXPECT_TRUE(has(complaint(std::string(10'000, '\0')), "not a checkpoint of mce"));
}

TEST_F(DamagedCheckpoint, OfANewerFormatSaysSo) {
  std::string newer = good_;
  newer[8] = static_cast<char>(Checkpoint::kFormat + 1);
  const auto text = complaint(newer);
  EXPECT_TRUE(has(text, "newer") && has(text, std::to_string(Checkpoint::kFormat + 1))) << text;
}

TEST_F(DamagedCheckpoint, Empty) { EXPECT_TRUE(has(complaint(""), "too short")); }

TEST_F(DamagedCheckpoint, ADirectoryInItsPlace) {
  fs::remove(path_);
  fs::create_directory(path_);
  EXPECT_TRUE(has(complaint(), "directory"));
}

TEST_F(DamagedCheckpoint, Missing) {
  fs::remove(path_);
  EXPECT_TRUE(has(complaint(), "No such file"));
}

TEST_F(DamagedCheckpoint, CannotBeWrittenWhereNoFileCanBe) {
  const fs::path below = path_ / "below";
  const auto text = message_of<Error>([&] { write_checkpoint(below, *run_, 0, "", 1); });
  EXPECT_TRUE(has(text, below.string())) << text;
  EXPECT_EQ(slurp(path_), good_);
  EXPECT_EQ(directory_.names(), std::vector<std::string>{"run"});
}

}  // namespace
}  // namespace mce::checkpoint_damage_test
