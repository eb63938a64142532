// SPDX-License-Identifier: MIT
// No damaged checkpoint is ever taken for a good one, and every error says which file and what is wrong with it.
#include <gtest/gtest.h>

#include "mce/core/rng.hpp"
#include "mce/run/checkpoint.hpp"
#include "support/runs.hpp"

namespace mce {
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
    RunRequest request = small_request("rastrigin", "uniform", 400);
    request.resolution = std::vector<std::uint32_t>{4};
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
  std::unique_ptr<mce::Run> run_;  // testing::Test has a Run of its own
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

/// A run that claims other settings or another state than it has: its checkpoints are whole, but nonsense.
class ForgedRun : public Run {
 public:
  ForgedRun(RunSettings settings, const Run& honest, std::vector<std::byte> evolution)
      : Run(std::move(settings)), honest_(honest), evolution_(std::move(evolution)) {}
  [[nodiscard]] const Archive& archive() const override { return honest_.archive(); }
  [[nodiscard]] double quality(double fitness) const override { return honest_.quality(fitness); }
  [[nodiscard]] MapSummary summary() const override { return honest_.summary(); }
  [[nodiscard]] std::vector<double> solution(CellIndex cell) const override { return honest_.solution(cell); }

 private:
  void advance_to(std::uint64_t) override {}
  void save_evolution(ByteWriter& out) const override { out.raw(evolution_); }
  void load_evolution(ByteReader&) override {}

  const Run& honest_;
  std::vector<std::byte> evolution_;
};

class ForgedCheckpoint : public DamagedCheckpoint {
 protected:
  ForgedCheckpoint() {
    const auto state = state_of(*run_);
    const std::size_t curve = sizeof(std::uint64_t) + run_->curve().size() * 6 * sizeof(std::uint64_t);
    evolution_.assign(state.begin() + static_cast<std::ptrdiff_t>(curve), state.end());
  }
  std::string forged(const RunSettings& settings, const std::vector<std::byte>& evolution) {
    write_checkpoint(path_, ForgedRun(settings, *run_, evolution), 0, "", 1);
    return complaint();
  }

  std::vector<std::byte> evolution_;
};

TEST_F(ForgedCheckpoint, WithTheHonestStateIsGood) {
  write_checkpoint(path_, ForgedRun(run_->settings(), *run_, evolution_), 0, "", 1);
  EXPECT_EQ(read_checkpoint(path_).run->archive().signature(), run_->archive().signature());
}

TEST_F(ForgedCheckpoint, WithUnknownNamesOrValues) {
  RunSettings settings = run_->settings();
  settings.testbed = "sphere";
  EXPECT_TRUE(has(forged(settings, evolution_), "'sphere'"));
  settings = run_->settings();
  settings.selector = "ucb-sell";
  EXPECT_TRUE(has(forged(settings, evolution_), "'ucb-sell'"));
  settings = run_->settings();
  settings.batch = 0;
  EXPECT_TRUE(has(forged(settings, evolution_), "batch 0"));
}

TEST_F(ForgedCheckpoint, WithTooManyOrTooFewBytes) {
  auto longer = evolution_;
  longer.resize(longer.size() + 3);
  const auto text = forged(run_->settings(), longer);
  EXPECT_TRUE(has(text, "3 bytes too many")) << text;
  EXPECT_EQ(text.find(path_.string()), text.rfind(path_.string())) << "names the path twice: " << text;
  for (const std::size_t cut : {std::size_t{1}, sizeof(Rng::State), evolution_.size()}) {
    auto shorter = evolution_;
    shorter.resize(shorter.size() - cut);
    EXPECT_TRUE(has(forged(run_->settings(), shorter), "ends early"));
  }
}

TEST_F(ForgedCheckpoint, WithCellsThatTheMapDoesNotHave) {
  RunSettings smaller = run_->settings();
  smaller.resolution = {2, 2};
  EXPECT_TRUE(has(forged(smaller, evolution_), "names cell"));
}

TEST_F(ForgedCheckpoint, WithAStateThatNoGeneratorCanBeIn) {
  auto stuck = evolution_;
  ASSERT_GT(stuck.size(), 2 * sizeof(Rng::State));
  std::fill_n(stuck.end() - 2 * sizeof(Rng::State), 2 * sizeof(Rng::State), std::byte{0});
  EXPECT_TRUE(has(forged(run_->settings(), stuck), "all zeros"));
}

}  // namespace
}  // namespace mce
