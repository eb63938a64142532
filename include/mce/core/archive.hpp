// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mce/core/bytes.hpp"
#include "mce/core/detail/large_array.hpp"
#include "mce/core/partition.hpp"

namespace mce {

/// How often something was selected as a parent (n), and how often its offspring survived (w ≤ n).
struct Tally {
  std::uint32_t selections = 0;
  std::uint32_t survivals = 0;
  bool operator==(const Tally&) const = default;
};

/// A selected elite: its cell, and how many births there had been, by which a later reward knows whether it is still
/// alive.
struct Parent {
  CellIndex cell = 0;
  std::uint64_t births = 0;
};

/// The feature map with its elites: genome, fitness, features, and the two tallies of every cell, all allocated once.
/// A genome is `genome_bytes` plain bytes to the archive; testbeds know what they mean.
class Archive {
 public:
  Archive(Partition partition, std::size_t genome_bytes);

  [[nodiscard]] const Partition& partition() const { return partition_; }
  [[nodiscard]] std::uint32_t cells() const { return partition_.cells(); }
  [[nodiscard]] std::size_t genome_bytes() const { return genome_bytes_; }

  /// The cells that hold an elite, in the order in which they were filled; `remove` says what it changes.
  [[nodiscard]] std::span<const CellIndex> filled() const { return {&filled_[0], filled_count_}; }
  [[nodiscard]] bool contains(CellIndex cell) const { return birth_[cell] != 0; }

  /// NaN for an empty cell.
  [[nodiscard]] double fitness(CellIndex cell) const { return fitness_[cell]; }
  /// 1 for the first individual ever placed, 2 for the second …; 0 for an empty cell.
  [[nodiscard]] std::uint64_t birth(CellIndex cell) const { return birth_[cell]; }
  [[nodiscard]] const Tally& cell_tally(CellIndex cell) const { return life(cell).cell; }
  [[nodiscard]] const Tally& elite_tally(CellIndex cell) const { return life(cell).elite; }
  [[nodiscard]] std::span<const double> features(CellIndex cell) const {
    return {&features_[std::size_t{cell} * partition_.features()], partition_.features()};
  }
  [[nodiscard]] std::span<const std::byte> genome(CellIndex cell) const {
    return {&elites_[genome_start(cell)], genome_bytes_};
  }
  template <class Gene>
  [[nodiscard]] std::span<const Gene> genome_as(CellIndex cell) const {
    return {reinterpret_cast<const Gene*>(&elites_[genome_start(cell)]), genome_bytes_ / sizeof(Gene)};
  }

  /// The same as plain arrays, for who wants them without a copy: by cell, and meaningless for empty cells where they
  /// do not say NaN. They stay where they are as long as the archive lives.
  [[nodiscard]] std::span<const double> all_fitness() const { return {&fitness_[0], cells()}; }
  [[nodiscard]] std::span<const std::uint64_t> all_births() const { return {&birth_[0], cells()}; }
  /// All features of the first cell, then all of the next one …
  [[nodiscard]] std::span<const double> all_features() const {
    return {&features_[0], std::size_t{cells()} * partition_.features()};
  }
  /// The genome of cell c begins c · `genome_stride()` bytes after this.
  [[nodiscard]] const std::byte* all_genomes() const { return &elites_[genome_start(0)]; }
  [[nodiscard]] std::size_t genome_stride() const { return stride_; }

  /// Larger than the caches of a core: then more has to be fetched ahead, and earlier.
  [[nodiscard]] bool is_large() const { return cells() > 32'768; }
  /// Always inline, as all functions that only prefetch: GCC takes them for ones without effect and drops their calls.
  [[gnu::always_inline]] void prefetch(CellIndex cell) const {
    __builtin_prefetch(&elites_[cell * stride_], 1);
    __builtin_prefetch(&elites_[cell * stride_ + std::min(stride_ - 1, kCacheLine)]);
  }

  /// All selections so far; without those of cells that were emptied.
  [[nodiscard]] std::uint64_t selections() const { return selections_; }
  /// Selections of the elites that are alive now: the sum of their n.
  [[nodiscard]] std::uint64_t living_selections() const { return living_selections_; }
  /// All placements so far.
  [[nodiscard]] std::uint64_t births() const { return births_; }
  /// Individuals turned away because their fitness or a feature was NaN.
  [[nodiscard]] std::uint64_t rejected() const { return rejected_; }

  /// Counts a selection of the elite in `cell`.
  Parent pick(CellIndex cell) {
    Life& picked = life(cell);
    ++picked.cell.selections;
    ++picked.elite.selections;
    ++selections_;
    ++living_selections_;
    return {cell, births_};
  }

  /// Counts a survival of the parent's offspring: for its cell, which must not be empty, and for the parent itself if
  /// it is still alive.
  void reward(const Parent& parent) {
    Life& rewarded = life(parent.cell);
    ++rewarded.cell.survivals;
    if (birth(parent.cell) <= parent.births) ++rewarded.elite.survivals;
  }

  [[nodiscard]] static bool has_nan(double fitness, std::span<const double> features) {
    bool found = std::isnan(fitness);
    for (const double value : features) found |= std::isnan(value);
    return found;
  }

  /// The cell that an individual belongs to. One with a NaN belongs nowhere, and is counted as rejected.
  [[nodiscard]] std::optional<CellIndex> home(double fitness, std::span<const double> features) {
    if (has_nan(fitness, features)) {
      ++rejected_;
      return std::nullopt;
    }
    return partition_.cell(features);
  }
  /// Whether an individual would survive there: the cell is empty, or its elite is strictly worse.
  [[nodiscard]] bool survives(double fitness, CellIndex cell) const {
    return !(fitness <= fitness_[cell]);  // NaN is not
  }

  /// Makes the individual the elite of `cell`. Its own tally starts at zero; the cell's goes on.
  void place(CellIndex cell, std::span<const std::byte> genome, double fitness, std::span<const double> features);

  /// Empties a cell that holds an elite. Its tallies are gone, also from the totals: filled again, it is a new one. In
  /// `filled` the last cell takes its place. No loop of the engine does this.
  void remove(CellIndex cell);

  /// Hash of all that the archive holds, equal exactly when two archives are.
  [[nodiscard]] std::uint64_t signature() const;

  void save(ByteWriter& out) const;
  /// Replaces the contents by what was saved from an archive with the same grid and genome size. Throws Error for a
  /// state that no archive can be in.
  void load(ByteReader& in);

 private:
  struct Life {
    Tally cell;
    Tally elite;
  };
  [[nodiscard]] const Life& life(CellIndex cell) const {
    return *reinterpret_cast<const Life*>(&elites_[cell * stride_]);
  }
  [[nodiscard]] Life& life(CellIndex cell) { return *reinterpret_cast<Life*>(&elites_[cell * stride_]); }
  void enlist(CellIndex cell);
  void check_loaded() const;
  [[nodiscard]] std::size_t genome_start(CellIndex cell) const { return cell * stride_ + sizeof(Life); }

  static constexpr std::size_t kCacheLine = 64;

  Partition partition_;
  std::size_t genome_bytes_;
  std::size_t stride_;          // of an elite
  LargeArray<double> fitness_;  // apart from the rest: every offspring is compared, few survive
  LargeArray<CellIndex> filled_;
  LargeArray<std::uint32_t> position_;  // of a cell in `filled_`
  std::uint32_t filled_count_ = 0;
  LargeArray<std::uint64_t> birth_;
  LargeArray<double> features_;
  LargeArray<std::byte> elites_;  // by cell: its Life, then its genome; a selection needs both, best in one cache line
  std::uint64_t selections_ = 0;
  std::uint64_t living_selections_ = 0;
  std::uint64_t births_ = 0;
  std::uint64_t rejected_ = 0;
};

/// Reads as many cells as the archive has elites, each of them once: a saved order of the elites.
std::vector<CellIndex> read_cells(ByteReader& in, const Archive& archive);

}  // namespace mce
