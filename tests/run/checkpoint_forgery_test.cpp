// SPDX-License-Identifier: MIT
// Checkpoints with a right checksum whose contents cannot be: each is refused with one line that names the file.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "mce/core/rng.hpp"
#include "mce/run/checkpoint.hpp"
#include "support/runs.hpp"

namespace mce::checkpoint_forgery_test {
namespace {

using test::has;
using test::made;
using test::message_of;
using test::slurp;
using test::small_request;
using test::spill;
using test::TemporaryDirectory;
using Json = nlohmann::ordered_json;

constexpr std::size_t kHeader = 32;
constexpr std::size_t kSizeAt = 16;
constexpr std::size_t kChecksumAt = 24;

/// What a checkpoint holds, to be changed and written again.
struct Parts {
  std::string header;
  Json plan;
  std::uint64_t behaviour = 0;
  std::string version;
  std::string directory;
  double seconds = 0;
  std::uint64_t every = 0;
  std::vector<std::byte> state;
};

Parts parts_of(const std::string& file) {
  Parts parts;
  parts.header = file.substr(0, kHeader);
  ByteReader in(std::as_bytes(std::span(file)).subspan(kHeader));
  parts.plan = Json::parse(in.text());
  parts.behaviour = in.value<std::uint64_t>();
  parts.version = in.text();
  parts.directory = in.text();
  parts.seconds = in.value<double>();
  parts.every = in.value<std::uint64_t>();
  parts.state.resize(in.remaining());
  in.raw(parts.state);
  return parts;
}

/// The file of these parts, with the checksum that the format asks for.
std::string file_of(const Parts& parts) {
  ByteWriter body;
  body.text(parts.plan.dump());
  body.value(parts.behaviour);
  body.text(parts.version);
  body.text(parts.directory);
  body.value(parts.seconds);
  body.value(parts.every);
  body.raw(parts.state);
  std::uint64_t sum = body.bytes().size();
  for (const std::byte byte : body.bytes()) sum = (sum ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3ULL;
  sum = mix64(sum);
  const std::uint64_t size = body.bytes().size();
  std::string file = parts.header;
  std::memcpy(file.data() + kSizeAt, &size, sizeof(size));
  std::memcpy(file.data() + kChecksumAt, &sum, sizeof(sum));
  return file.append(reinterpret_cast<const char*>(body.bytes().data()), size);
}

class ForgedCheckpoint : public testing::Test {
 protected:
  explicit ForgedCheckpoint(const PlanRequest& request = small_request("rastrigin", "ucb-cell", 400),
                            std::uint64_t evaluations = 250)
      : run_(made(request)) {
    run_->advance(evaluations);
    write_checkpoint(path_, *run_, 3, "results", 40);
    good_ = parts_of(slurp(path_));
  }

  /// Places in the state of the run.
  [[nodiscard]] static std::size_t curve_at(std::size_t point) { return 8 + 48 * point; }
  [[nodiscard]] std::size_t archive_at() const { return curve_at(run_->curve().size()); }
  static constexpr std::size_t kSelections = 0, kLiving = 8, kBirths = 16, kRejected = 24,
                               kCount = 32;  // of an archive
  [[nodiscard]] std::size_t elite_size() const {
    return 4 + 8 + 16 + 8 + 8 * run_->archive().partition().features() + run_->archive().genome_bytes();
  }
  [[nodiscard]] std::size_t elite_at(std::size_t elite) const { return archive_at() + 40 + elite * elite_size(); }
  static constexpr std::size_t kCell = 0, kFitness = 4, kCellTally = 12, kEliteTally = 20, kBirth = 28, kFeatures = 36;
  [[nodiscard]] std::size_t genome_at(std::size_t elite) const {
    return elite_at(elite) + kFeatures + 8 * run_->archive().partition().features();
  }
  [[nodiscard]] std::size_t rngs_at() const { return elite_at(run_->archive().filled().size()); }
  [[nodiscard]] std::size_t order_at() const { return rngs_at() + 2 * sizeof(Rng::State); }

  template <class T>
  static T read(const Parts& parts, std::size_t place) {
    T value;
    std::memcpy(&value, &parts.state.at(place), sizeof(value));
    return value;
  }
  /// The good parts with one value changed.
  template <class T>
  [[nodiscard]] Parts with(std::size_t place, T value) const {
    Parts parts = good_;
    put(parts, place, value);
    return parts;
  }
  template <class T>
  static void put(Parts& parts, std::size_t place, T value) {
    ASSERT_LE(place + sizeof(value), parts.state.size());
    std::memcpy(&parts.state[place], &value, sizeof(value));
  }
  [[nodiscard]] Parts with_plan(const char* key, const Json& value) const {
    Parts parts = good_;
    parts.plan[key] = value;
    return parts;
  }

  void expect_refused(const Parts& parts, const std::string& reason) {
    spill(path_, file_of(parts));
    const auto text = message_of<Error>([&] { read_checkpoint(path_); });
    EXPECT_TRUE(text.starts_with("checkpoint '" + path_.string() + "': ")) << text;
    EXPECT_EQ(text.find(path_.string()), text.rfind(path_.string())) << "names the path twice: " << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_TRUE(has(text, reason)) << text;
    for (const char* foreign : {"json.exception", "stoull", "basic_string", "vector::", "filesystem error"}) {
      EXPECT_FALSE(has(text, foreign)) << text;
    }
  }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_ / "run";
  std::unique_ptr<TestbedRun> run_;
  Parts good_;
};

TEST_F(ForgedCheckpoint, WithNothingChangedIsGood) {
  const std::string file = slurp(path_);
  EXPECT_TRUE(file_of(good_) == file);
  EXPECT_EQ(read_checkpoint(path_).run->archive().signature(), run_->archive().signature());
}

TEST_F(ForgedCheckpoint, Plan) {
  expect_refused(with_plan("testbed", "sphere"), "'sphere'");
  expect_refused(with_plan("selector", "ucb-sell"), "'ucb-sell'");
  expect_refused(with_plan("testbed", "a\nb"), "'a\\x0ab'");
  expect_refused(with_plan("evaluations", 1e30), "'evaluations'");
  expect_refused(with_plan("evaluations", 4'294'901'761), "evaluations");
  expect_refused(with_plan("evaluations", "many"), "'evaluations'");
  expect_refused(with_plan("batch", 4'294'967'297), "'4294967297'");
  expect_refused(with_plan("batch", 0), "batch");
  expect_refused(with_plan("batch", 1.5), "'batch'");
  expect_refused(with_plan("initial", 0), "initial");
  expect_refused(with_plan("initial", -1), "'initial'");
  expect_refused(with_plan("seed", -1), "'seed'");
  expect_refused(with_plan("resolution", Json::array()), "resolution");
  expect_refused(with_plan("resolution", {12, 4'294'967'297}), "resolution");
  expect_refused(with_plan("resolution", {100'000, 100'000}), "100000000 cells");
  expect_refused(with_plan("resolution", {2, 2}), "cell");
  expect_refused(with_plan("save_points", Json::array()), "save points");
  expect_refused(with_plan("save_points", {0, 300, 200, 400}), "save points");
  expect_refused(with_plan("save_points", {0, 1, 400}), "curve");
  expect_refused(with_plan("testbed_settings", Json::array()), "'testbed_settings'");
  expect_refused(with_plan("testbed_settings", {{"dimensions", 1e300}}), "dimensions");
  expect_refused(with_plan("testbed_settings", {{"dimensions", nullptr}}), "'dimensions'");
  expect_refused(with_plan("selector_settings", {{"lambda", std::string(100'000, 'x')}}), "lambda");
  for (const char* key : {"testbed", "seed", "batch", "save_points", "selector_settings"}) {
    Parts parts = good_;
    parts.plan.erase(key);
    expect_refused(parts, key);
  }
}

TEST_F(ForgedCheckpoint, AnotherEngine) {
  Parts parts = good_;
  parts.behaviour ^= 1;
  expect_refused(parts, "begun by mce " + good_.version);
  parts.version = "9.9\n9 ";
  expect_refused(parts, "begun by mce 9.9\\x0a9");
  parts.version = std::string(100'000, '9');
  expect_refused(parts, "begun by mce 999");
}

TEST_F(ForgedCheckpoint, WhatTheProgramNeeds) {
  for (const double seconds : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    Parts parts = good_;
    parts.seconds = seconds;
    expect_refused(parts, "time it took");
  }
}

TEST_F(ForgedCheckpoint, Curve) {
  expect_refused(with<std::uint64_t>(0, 0), "0 points");
  expect_refused(with<std::uint64_t>(0, UINT64_MAX), "points");
  expect_refused(with<std::uint64_t>(0, run_->curve().size() - 1), "saved");
  Parts swapped = good_;
  put(swapped, curve_at(1), run_->curve()[2].evaluations);
  put(swapped, curve_at(2), run_->curve()[1].evaluations);
  expect_refused(swapped, "curve");
  expect_refused(with<std::uint64_t>(curve_at(1) + 8, 0), "impossible");
  expect_refused(with<std::uint64_t>(curve_at(1) + 8, UINT64_MAX), "filled cells");
  expect_refused(with<std::uint64_t>(curve_at(1) + 8, 144), "impossible");  // more than there are in the end
  for (const std::size_t value : {16, 24, 32, 40}) {
    expect_refused(with(curve_at(1) + value, std::nan("")), "impossible");
    expect_refused(with(curve_at(1) + value, std::numeric_limits<double>::infinity()), "impossible");
  }
}

TEST_F(ForgedCheckpoint, Totals) {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{249}, std::uint64_t{1} << 60, UINT64_MAX}) {
    expect_refused(with(archive_at() + kSelections, value), "totals of selections");
  }
  expect_refused(with<std::uint64_t>(archive_at() + kLiving, 0), "totals of selections");
  expect_refused(with<std::uint64_t>(archive_at() + kBirths, 0), "births");
  for (const std::uint64_t value : {std::uint64_t{271}, UINT64_MAX}) {
    expect_refused(with(archive_at() + kBirths, value), "more individuals than there were");
    expect_refused(with(archive_at() + kRejected, value), "more individuals than there were");
  }
  expect_refused(with<std::uint64_t>(archive_at() + kCount, 0), "saved");
  expect_refused(with<std::uint64_t>(archive_at() + kCount, run_->archive().filled().size() + 1), "saved");
  expect_refused(with<std::uint64_t>(archive_at() + kCount, UINT64_MAX), "saved");
}

/// All selections of a cell taken away, with the totals made to fit: as if the run had just begun.
TEST_F(ForgedCheckpoint, FewerEvaluationsThanItsCurve) {
  Parts parts = good_;
  for (std::size_t i = 0; i < run_->archive().filled().size(); ++i) {
    put(parts, elite_at(i) + kCellTally, Tally{});
    put(parts, elite_at(i) + kEliteTally, Tally{});
  }
  put<std::uint64_t>(parts, archive_at() + kSelections, 0);
  put<std::uint64_t>(parts, archive_at() + kLiving, 0);
  expect_refused(parts, "0 evaluations does not fit its curve");
}

TEST_F(ForgedCheckpoint, MoreEvaluationsThanItsCurve) {
  Parts parts = good_;
  const auto tally = read<Tally>(good_, elite_at(0) + kCellTally);
  put(parts, elite_at(0) + kCellTally, Tally{tally.selections + 500, tally.survivals});
  put<std::uint64_t>(parts, archive_at() + kSelections, 750);
  expect_refused(parts, "750 evaluations does not fit its curve");
}

TEST_F(ForgedCheckpoint, Elites) {
  const std::uint32_t cells = run_->archive().cells();
  for (const std::uint32_t cell : {cells, UINT32_MAX, run_->archive().filled()[1]}) {
    expect_refused(with(elite_at(0) + kCell, cell), "cell");
  }
  expect_refused(with(elite_at(0) + kFitness, std::nan("")), "NaN");
  expect_refused(with(elite_at(0) + kFitness, std::numeric_limits<double>::infinity()), "not finite");
  expect_refused(with(elite_at(0) + kFitness, -std::numeric_limits<double>::infinity()), "not finite");
  expect_refused(with(elite_at(0) + kFeatures, std::nan("")), "NaN");
  expect_refused(with(elite_at(0) + kFeatures, read<double>(good_, elite_at(0) + kFeatures) > 0 ? -5.0 : 5.0), "cell");
  expect_refused(with(genome_at(0), std::nan("")), "gene");
  expect_refused(with(genome_at(0), 1e300), "gene");
  expect_refused(with<std::uint64_t>(elite_at(0) + kBirth, 0), "no elite");
  expect_refused(with<std::uint64_t>(elite_at(0) + kBirth, UINT64_MAX), "births");
  expect_refused(with(elite_at(0) + kBirth, run_->archive().birth(run_->archive().filled()[1])), "births");
}

TEST_F(ForgedCheckpoint, Tallies) {
  for (const std::size_t tally : {kCellTally, kEliteTally}) {
    expect_refused(with(elite_at(0) + tally, Tally{.selections = 0, .survivals = 1}), "tallies");
    expect_refused(with(elite_at(0) + tally, Tally{.selections = 5, .survivals = 6}), "tallies");
    expect_refused(with(elite_at(0) + tally, Tally{.selections = UINT32_MAX, .survivals = UINT32_MAX}), "");
  }
  const auto of_cell = read<Tally>(good_, elite_at(0) + kCellTally);
  expect_refused(with(elite_at(0) + kEliteTally, Tally{of_cell.selections + 1, 0}), "tallies");
}

TEST_F(ForgedCheckpoint, RandomStates) {
  for (const std::size_t which : {0, 1}) {
    const std::size_t place = rngs_at() + which * sizeof(Rng::State);
    expect_refused(with(place, Rng::Lanes{}), "all zeros");
    expect_refused(with<std::uint64_t>(place + sizeof(Rng::Lanes), Rng::kBlock + 1), "257 numbers used");
  }
}

TEST_F(ForgedCheckpoint, OrderOfEquals) {
  const auto first = read<CellIndex>(good_, order_at());
  for (const CellIndex cell : {read<CellIndex>(good_, order_at() + 4), run_->archive().cells(), UINT32_MAX}) {
    ASSERT_NE(first, cell);
    expect_refused(with(order_at(), cell), "order of elites");
  }
}

TEST_F(ForgedCheckpoint, TooManyOrTooFewBytes) {
  Parts parts = good_;
  parts.state.resize(good_.state.size() + 3);
  expect_refused(parts, "3 bytes too many");
  for (const std::size_t cut : {std::size_t{1}, sizeof(Rng::State), good_.state.size()}) {
    parts.state.resize(good_.state.size() - cut);
    expect_refused(parts, "ends early");
  }
}

class ForgedMaze : public ForgedCheckpoint {
 protected:
  ForgedMaze() : ForgedCheckpoint(small_request("maze", "uniform", 400)) {}
};

TEST_F(ForgedMaze, Genome) {
  const std::size_t size = run_->archive().genome_bytes();
  for (const std::byte filling : {std::byte{0}, std::byte{0xff}, std::byte{0x55}}) {
    Parts parts = good_;
    std::fill_n(parts.state.begin() + static_cast<std::ptrdiff_t>(genome_at(0)), size, filling);
    expect_refused(parts, "not perfect");
  }
  for (std::size_t bit = 0; bit < 8 * size; ++bit) {
    SCOPED_TRACE(bit);
    const auto byte = read<std::uint8_t>(good_, genome_at(0) + bit / 8);
    expect_refused(with(genome_at(0) + bit / 8, static_cast<std::uint8_t>(byte ^ (1U << bit % 8))), "not perfect");
  }
}

/// A run that was stopped after three of seven offspring.
class ForgedBatch : public ForgedCheckpoint {
 protected:
  ForgedBatch() : ForgedCheckpoint(small_request("maze", "ucb-cell", 400, 7), 70) {
    const std::atomic<bool> stop = true;
    for (int i = 0; i < 3; ++i) run_->advance(1, &stop);
    write_checkpoint(path_, *run_, 3, "results", 40);
    good_ = parts_of(slurp(path_));
  }
  [[nodiscard]] std::size_t batch_at() const { return order_at() + 4 * run_->archive().filled().size(); }
};

TEST_F(ForgedBatch, Offspring) {
  ASSERT_EQ(read<std::uint64_t>(good_, batch_at()), 3U);
  for (const std::uint64_t made_so_far : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{7}, UINT64_MAX}) {
    expect_refused(with(batch_at(), made_so_far), "saved batch");
  }
  CellIndex empty = 0;
  while (run_->archive().contains(empty)) ++empty;
  for (const CellIndex cell : {empty, run_->archive().cells(), UINT32_MAX}) {
    expect_refused(with(batch_at() + 8, cell), "without a parent");
  }
  expect_refused(with<std::uint16_t>(batch_at() + 12, 0xffff), "not perfect");
  Parts shorter = good_;
  shorter.state.resize(batch_at());
  expect_refused(shorter, "ends early");
}

}  // namespace
}  // namespace mce::checkpoint_forgery_test
