// SPDX-License-Identifier: MIT
#include "mce/core/archive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce::archive_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using Genome = std::array<std::uint8_t, 11>;  // not a multiple of 8: the last bytes count as well
using Features = std::array<double, 2>;

/// 10 × 10 cells over [0, 1]²: features 0.05, 0.15 lie in cell 1.
Archive empty_archive() { return {Grid({{.low = 0, .high = 1}, {.low = 0, .high = 1}}, {10}), sizeof(Genome)}; }

Features centre(CellIndex cell) { return {(cell / 10 + 0.5) / 10, (cell % 10 + 0.5) / 10}; }

void place(Archive& archive, CellIndex cell, double fitness, const Genome& genome = {}) {
  archive.place(cell, std::as_bytes(std::span(genome)), fitness, centre(cell));
}

/// The cell in which an individual would survive.
std::optional<CellIndex> niche(Archive& archive, double fitness, double first, double second) {
  const auto home = archive.home(fitness, Features{first, second});
  return home && archive.survives(fitness, *home) ? home : std::nullopt;
}

std::vector<std::byte> saved(const Archive& archive) {
  ByteWriter out;
  archive.save(out);
  return out.bytes();
}

void load(Archive& archive, std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  archive.load(in);
}

TEST(ArchiveNiche, IsAnEmptyCellWhateverTheFitness) {
  Archive archive = empty_archive();
  EXPECT_EQ(niche(archive, -1e300, 0.05, 0.15), 1U);
  EXPECT_EQ(niche(archive, 0, 0.95, 0.95), 99U);
  EXPECT_FALSE(archive.contains(1)) << "asking does not place";
}

TEST(ArchiveNiche, IsATakenCellOnlyForAStrictlyGreaterFitness) {
  Archive archive = empty_archive();
  place(archive, 1, 3.0);
  EXPECT_EQ(niche(archive, 3.0 + 1e-15, 0.05, 0.15), 1U);
  EXPECT_EQ(niche(archive, 3.0, 0.05, 0.15), std::nullopt);
  EXPECT_EQ(niche(archive, 2.9, 0.05, 0.15), std::nullopt);
  EXPECT_EQ(niche(archive, 2.9, 0.05, 0.25), 2U) << "the next cell is empty";
  EXPECT_EQ(archive.rejected(), 0U) << "worse is not rejected";
}

TEST(ArchiveNiche, DoesNotTellZerosApart) {
  Archive archive = empty_archive();
  place(archive, 1, -0.0);
  EXPECT_EQ(niche(archive, 0.0, 0.05, 0.15), std::nullopt);
}

TEST(ArchiveNiche, RejectsAndCountsNan) {
  Archive archive = empty_archive();
  EXPECT_EQ(niche(archive, kNan, 0.5, 0.5), std::nullopt);
  EXPECT_EQ(archive.rejected(), 1U);
  EXPECT_EQ(niche(archive, 1, kNan, 0.5), std::nullopt);
  EXPECT_EQ(archive.rejected(), 2U);
  EXPECT_EQ(niche(archive, 1, 0.5, -kNan), std::nullopt);
  EXPECT_EQ(archive.rejected(), 3U);
  EXPECT_EQ(niche(archive, kNan, kNan, kNan), std::nullopt);
  EXPECT_EQ(archive.rejected(), 4U) << "one individual counts once";
  EXPECT_TRUE(archive.filled().empty());
}

TEST(ArchiveNiche, AllowsInfinities) {
  Archive archive = empty_archive();
  EXPECT_EQ(niche(archive, -kInfinity, -kInfinity, kInfinity), 9U);
  place(archive, 9, -kInfinity);
  EXPECT_EQ(niche(archive, -kInfinity, -kInfinity, kInfinity), std::nullopt);
  EXPECT_EQ(niche(archive, -1e308, -kInfinity, kInfinity), 9U);
  place(archive, 9, kInfinity);
  EXPECT_EQ(niche(archive, kInfinity, 0, 1), std::nullopt);
  EXPECT_EQ(archive.rejected(), 0U);
}

TEST(ArchiveArrays, AreTheSameWithoutACopy) {
  Archive archive = empty_archive();
  place(archive, 7, 1.5, {1, 2, 3});
  place(archive, 99, -2.5, {4, 5, 6});
  ASSERT_EQ(archive.all_fitness().size(), 100U);
  ASSERT_EQ(archive.all_features().size(), 200U);
  for (CellIndex cell = 0; cell < 100; ++cell) {
    EXPECT_EQ(std::isnan(archive.all_fitness()[cell]), !archive.contains(cell));
    if (!archive.contains(cell)) continue;
    EXPECT_EQ(archive.all_fitness()[cell], archive.fitness(cell));
    EXPECT_EQ(&archive.all_features()[2 * cell], archive.features(cell).data());
    EXPECT_EQ(archive.all_genomes() + cell * archive.genome_stride(), archive.genome(cell).data());
  }
}

TEST(ArchivePlace, KeepsTheIndividual) {
  Archive archive = empty_archive();
  const Genome genome = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  archive.place(42, std::as_bytes(std::span(genome)), -2.5, Features{0.41, 0.29});
  EXPECT_TRUE(archive.contains(42));
  EXPECT_EQ(archive.fitness(42), -2.5);
  EXPECT_EQ(archive.features(42)[0], 0.41);
  EXPECT_EQ(archive.features(42)[1], 0.29);
  EXPECT_TRUE(std::ranges::equal(archive.genome_as<std::uint8_t>(42), genome));
  EXPECT_TRUE(std::ranges::equal(archive.genome(42), std::as_bytes(std::span(genome))));
  EXPECT_EQ(archive.genome_bytes(), sizeof(Genome));
}

TEST(ArchivePlace, ListsCellsInTheOrderOfTheirFirstElite) {
  Archive archive = empty_archive();
  for (const CellIndex cell : {7U, 3U, 99U, 0U, 3U, 7U}) place(archive, cell, 1);
  EXPECT_TRUE(std::ranges::equal(archive.filled(), std::vector<CellIndex>{7, 3, 99, 0}));
}

TEST(ArchivePlace, NumbersTheBirths) {
  Archive archive = empty_archive();
  EXPECT_EQ(archive.birth(5), 0U);
  place(archive, 5, 1);
  place(archive, 6, 1);
  EXPECT_EQ(archive.birth(5), 1U);
  EXPECT_EQ(archive.birth(6), 2U);
  place(archive, 5, 2);
  EXPECT_EQ(archive.birth(5), 3U);
}

TEST(ArchivePlace, ResetsTheTallyOfTheEliteButNotOfTheCell) {
  Archive archive = empty_archive();
  place(archive, 5, 1);
  archive.reward(archive.pick(5));
  archive.pick(5);
  EXPECT_EQ(archive.elite_tally(5), (Tally{2, 1}));
  place(archive, 5, 2);
  EXPECT_EQ(archive.elite_tally(5), (Tally{0, 0}));
  EXPECT_EQ(archive.cell_tally(5), (Tally{2, 1}));
}

TEST(ArchivePick, CountsForTheCellTheEliteAndInTotal) {
  Archive archive = empty_archive();
  place(archive, 5, 1);
  place(archive, 6, 1);
  const Parent parent = archive.pick(5);
  archive.pick(6);
  archive.pick(6);
  EXPECT_EQ(parent.cell, 5U);
  EXPECT_EQ(parent.births, 2U);
  EXPECT_EQ(archive.cell_tally(5), (Tally{1, 0}));
  EXPECT_EQ(archive.elite_tally(5), (Tally{1, 0}));
  EXPECT_EQ(archive.cell_tally(6), (Tally{2, 0}));
  EXPECT_EQ(archive.selections(), 3U);
}

TEST(ArchiveReward, CountsASurvivalForTheCellAndTheElite) {
  Archive archive = empty_archive();
  place(archive, 5, 1);
  archive.reward(archive.pick(5));
  EXPECT_EQ(archive.cell_tally(5), (Tally{1, 1}));
  EXPECT_EQ(archive.elite_tally(5), (Tally{1, 1}));
  EXPECT_EQ(archive.selections(), 1U);
}

TEST(ArchiveReward, OfAReplacedParentGoesToItsCellAlone) {
  Archive archive = empty_archive();
  place(archive, 5, 1);
  const Parent parent = archive.pick(5);
  place(archive, 5, 2);
  archive.reward(parent);
  EXPECT_EQ(archive.cell_tally(5), (Tally{1, 1}));
  EXPECT_EQ(archive.elite_tally(5), (Tally{0, 0})) << "the new elite has done nothing yet";
}

TEST(ArchiveReward, ThenPlaceInTheParentsOwnCellLeavesANewTally) {
  Archive archive = empty_archive();
  place(archive, 5, 1);
  const Parent parent = archive.pick(5);
  archive.reward(parent);
  place(archive, 5, 2);
  EXPECT_EQ(archive.cell_tally(5), (Tally{1, 1}));
  EXPECT_EQ(archive.elite_tally(5), (Tally{0, 0}));
}

TEST(ArchiveLivingSelections, ForgetsTheSelectionsOfTheDead) {
  Archive archive = empty_archive();
  place(archive, 5, 1);
  place(archive, 6, 1);
  for (int i = 0; i < 3; ++i) archive.pick(5);
  for (int i = 0; i < 2; ++i) archive.pick(6);
  EXPECT_EQ(archive.living_selections(), 5U);
  place(archive, 5, 2);
  EXPECT_EQ(archive.living_selections(), 2U);
  EXPECT_EQ(archive.selections(), 5U);
}

TEST(ArchiveLivingSelections, AreTheSumOverTheElitesThroughALongLife) {
  Archive archive = empty_archive();
  Rng rng(1);
  place(archive, 0, 0);
  for (int i = 0; i < 5000; ++i) {
    const Parent parent =
        archive.pick(archive.filled()[rng.bounded(static_cast<std::uint32_t>(archive.filled().size()))]);
    if (rng.bounded(3) == 0) {
      archive.reward(parent);
      place(archive, rng.bounded(100), i);
    }
    std::uint64_t sum = 0;
    for (const CellIndex cell : archive.filled()) sum += archive.elite_tally(cell).selections;
    ASSERT_EQ(archive.living_selections(), sum);
  }
}

/// An archive with a bit of everything, changed in one respect by `change`.
Archive example(const std::function<void(Archive&)>& change = [](Archive&) {}) {
  Archive archive = empty_archive();
  place(archive, 17, 0.1, {1, 2, 3});
  place(archive, 3, -kInfinity, {4, 5, 6});
  place(archive, 99, 5e-324, {7, 8, 9});
  archive.reward(archive.pick(3));
  archive.pick(17);
  place(archive, 3, -0.0, {10, 11});
  archive.pick(3);
  static_cast<void>(niche(archive, kNan, 0, 0));
  change(archive);
  return archive;
}

TEST(ArchiveSignature, IsTheSameForTheSameHistory) { EXPECT_EQ(example().signature(), example().signature()); }

TEST(ArchiveSignature, ChangesWithEveryPartOfTheState) {
  const Genome genome = {20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30};
  const auto placed = [&](CellIndex cell, const Genome& genes, double fitness, Features features) {
    return [=](Archive& archive) { archive.place(cell, std::as_bytes(std::span(genes)), fitness, features); };
  };
  std::vector<std::function<void(Archive&)>> changes = {
      [](Archive&) {},
      [](Archive& archive) { archive.pick(99); },
      [](Archive& archive) { archive.pick(3); },
      [](Archive& archive) { archive.reward({.cell = 3, .births = archive.birth(3)}); },
      [](Archive& archive) { archive.reward({.cell = 3, .births = 0}); },
      [](Archive& archive) { static_cast<void>(niche(archive, kNan, 0, 0)); },
      placed(50, genome, 1, {0.5, 0.5}),
      placed(51, genome, 1, {0.5, 0.5}),
      placed(50, genome, -1, {0.5, 0.5}),
      placed(50, genome, 1, {0.5, 0.51}),
      placed(50, genome, 1, {0.51, 0.5}),
      placed(99, genome, 1, {0.5, 0.5}),
  };
  for (std::size_t gene = 0; gene < genome.size(); ++gene) {
    Genome changed = genome;
    changed[gene] ^= 0x80;
    changes.push_back(placed(50, changed, 1, {0.5, 0.5}));
  }
  std::set<std::uint64_t> signatures;
  for (const auto& change : changes) signatures.insert(example(change).signature());
  EXPECT_EQ(signatures.size(), changes.size());
}

TEST(ArchiveSignature, ChangesWithTheOrderInWhichCellsWereFilled) {
  Archive first = empty_archive();
  Archive second = empty_archive();
  place(first, 1, 1);
  place(first, 2, 1);
  place(second, 2, 1);
  place(second, 1, 1);
  EXPECT_NE(first.signature(), second.signature());
}

TEST(ArchiveSaved, ComesBackExactly) {
  const Archive original = example();
  Archive loaded = empty_archive();
  load(loaded, saved(original));
  EXPECT_EQ(loaded.signature(), original.signature());
  EXPECT_EQ(saved(loaded), saved(original));
  EXPECT_EQ(loaded.selections(), 3U);
  EXPECT_EQ(loaded.living_selections(), 2U);
  EXPECT_EQ(loaded.rejected(), 1U);
  EXPECT_TRUE(std::signbit(loaded.fitness(3)));
  EXPECT_EQ(loaded.fitness(99), 5e-324);
}

TEST(ArchiveSaved, GoesOnLikeTheOriginal) {
  Archive original = example();
  Archive loaded = empty_archive();
  load(loaded, saved(original));
  for (Archive* each : {&original, &loaded}) {
    place(*each, 60, 1);
    each->reward(each->pick(3));
    place(*each, 3, 2);
  }
  EXPECT_EQ(loaded.birth(3), original.birth(3));
  EXPECT_EQ(saved(loaded), saved(original));
}

TEST(ArchiveSaved, ReplacesWhatWasThere) {
  Archive loaded = empty_archive();
  place(loaded, 80, 1);
  loaded.pick(80);
  load(loaded, saved(example()));
  EXPECT_FALSE(loaded.contains(80));
  EXPECT_EQ(loaded.cell_tally(80), Tally{});
  EXPECT_EQ(saved(loaded), saved(example()));

  load(loaded, saved(empty_archive()));
  EXPECT_TRUE(loaded.filled().empty());
  EXPECT_EQ(loaded.signature(), empty_archive().signature());
}

TEST(ArchiveLoad, ReadsNoMoreThanWasSaved) {
  std::vector<std::byte> bytes = saved(example());
  bytes.push_back(std::byte{1});
  ByteReader in(bytes);
  Archive loaded = empty_archive();
  loaded.load(in);
  EXPECT_EQ(in.remaining(), 1U);
}

TEST(ArchiveLoad, RefusesDataThatEndEarly) {
  const std::vector<std::byte> bytes = saved(example());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Archive loaded = empty_archive();
    EXPECT_THROW(load(loaded, std::span(bytes).first(length)), Error) << length << " bytes";
  }
}

/// The saved form: five counters, then per elite its cell, record, features and genome.
constexpr std::size_t kHeader = 5 * sizeof(std::uint64_t);
constexpr std::size_t kRecord = 4 * sizeof(std::uint64_t);
constexpr std::size_t kElite = sizeof(CellIndex) + kRecord + sizeof(Features) + sizeof(Genome);

template <class T>
std::vector<std::byte> damaged(std::size_t position, T value) {
  std::vector<std::byte> bytes = saved(example());
  std::memcpy(&bytes.at(position), &value, sizeof(value));
  return bytes;
}

TEST(ArchiveLoad, RefusesDamagedData) {
  Archive loaded = empty_archive();
  ASSERT_EQ(saved(example()).size(), kHeader + 3 * kElite) << "the positions below need to change";
  EXPECT_THROW(load(loaded, damaged(kHeader, CellIndex{100})), Error) << "a cell that does not exist";
  EXPECT_THROW(load(loaded, damaged(kHeader, UINT32_MAX)), Error) << "a cell that does not exist";
  EXPECT_THROW(load(loaded, damaged(kHeader + kElite, CellIndex{17})), Error) << "a cell named twice";
  constexpr std::size_t kBirth = kHeader + sizeof(CellIndex) + kRecord - sizeof(std::uint64_t);
  EXPECT_THROW(load(loaded, damaged(kBirth, std::uint64_t{0})), Error) << "an elite that was never born";
  constexpr std::size_t kCount = kHeader - sizeof(std::uint64_t);
  EXPECT_THROW(load(loaded, damaged(kCount, std::uint64_t{4})), Error) << "more elites than there are";
  EXPECT_THROW(load(loaded, damaged(kCount, UINT64_MAX)), Error) << "more elites than there are";
}

TEST(ReadCells, TakesAnyOrderOfTheElitesAndNothingElse) {
  const Archive archive = example();  // holds 17, 3, 99
  const auto read = [&](const std::vector<CellIndex>& cells) {
    ByteReader in(std::as_bytes(std::span(cells)));
    return read_cells(in, archive);
  };
  EXPECT_EQ(read({99, 17, 3}), (std::vector<CellIndex>{99, 17, 3}));
  EXPECT_THROW(read({99, 17}), Error) << "too few";
  EXPECT_THROW(read({99, 17, 17}), Error) << "one twice";
  EXPECT_THROW(read({99, 17, 4}), Error) << "an empty cell";
  EXPECT_THROW(read({99, 17, 100}), Error) << "no cell";
}

}  // namespace
}  // namespace mce::archive_test
