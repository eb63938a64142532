// SPDX-License-Identifier: MIT
#include "mce/core/archive.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>

#include "mce/core/rng.hpp"

namespace mce {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();  // fitness of an empty cell

}  // namespace

Archive::Archive(Partition partition, std::size_t genome_bytes)
    : partition_(std::move(partition)),
      genome_bytes_(genome_bytes),
      stride_(sizeof(Life) + (genome_bytes + alignof(Life) - 1) / alignof(Life) * alignof(Life)),
      fitness_(cells()),
      filled_(cells()),
      position_(cells()),
      birth_(cells()),
      features_(std::size_t{cells()} * partition_.features()),
      elites_(cells() * stride_) {
  std::fill_n(&fitness_[0], cells(), kNone);
}

void Archive::place(CellIndex cell, std::span<const std::byte> genome, double fitness,
                    std::span<const double> features) {
  assert(genome.size() == genome_bytes_ && features.size() == partition_.features());
  Life& placed = life(cell);
  if (!contains(cell)) enlist(cell);
  living_selections_ -= placed.elite.selections;
  placed.elite = {};
  birth_[cell] = ++births_;
  fitness_[cell] = fitness;
  std::ranges::copy(features, &features_[std::size_t{cell} * partition_.features()]);
  std::ranges::copy(genome, &elites_[genome_start(cell)]);
}

void Archive::enlist(CellIndex cell) {
  position_[cell] = filled_count_;
  filled_[filled_count_++] = cell;
}

void Archive::remove(CellIndex cell) {
  assert(contains(cell));
  Life& removed = life(cell);
  selections_ -= removed.cell.selections;
  living_selections_ -= removed.elite.selections;
  removed = {};
  birth_[cell] = 0;
  fitness_[cell] = kNone;
  const CellIndex last = filled_[--filled_count_];
  filled_[position_[cell]] = last;
  position_[last] = position_[cell];
}

std::uint64_t Archive::signature() const {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t word) { hash = mix64(hash + kGolden) ^ mix64(word); };
  const auto add_tally = [&](const Tally& tally) { add(std::uint64_t{tally.selections} << 32 | tally.survivals); };
  add(selections_);
  add(rejected_);
  for (const CellIndex cell : filled()) {
    add(cell);
    add(birth(cell));
    add(std::bit_cast<std::uint64_t>(fitness(cell)));
    add_tally(cell_tally(cell));
    add_tally(elite_tally(cell));
    for (const double value : features(cell)) add(std::bit_cast<std::uint64_t>(value));
    for (auto rest = genome(cell); !rest.empty();) {
      const std::size_t size = std::min(rest.size(), sizeof(std::uint64_t));
      std::uint64_t word = 0;
      std::memcpy(&word, rest.data(), size);
      add(word);
      rest = rest.subspan(size);
    }
  }
  return hash;
}

void Archive::save(ByteWriter& out) const {
  out.value(selections_);
  out.value(living_selections_);
  out.value(births_);
  out.value(rejected_);
  out.value<std::uint64_t>(filled_count_);
  for (const CellIndex cell : filled()) {
    out.value(cell);
    out.value(fitness(cell));
    out.value(life(cell));
    out.value(birth(cell));
    out.raw(std::as_bytes(features(cell)));
    out.raw(genome(cell));
  }
}

void Archive::load(ByteReader& in) {
  for (const CellIndex cell : filled()) {
    fitness_[cell] = kNone;
    life(cell) = {};
    birth_[cell] = 0;
  }
  filled_count_ = 0;
  selections_ = in.value<std::uint64_t>();
  living_selections_ = in.value<std::uint64_t>();
  births_ = in.value<std::uint64_t>();
  rejected_ = in.value<std::uint64_t>();
  const auto count = in.value<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto cell = in.value<CellIndex>();
    if (cell >= cells() || contains(cell)) throw Error(fmt::format("saved archive names cell {} wrongly", cell));
    fitness_[cell] = in.value<double>();
    life(cell) = in.value<Life>();
    birth_[cell] = in.value<std::uint64_t>();
    if (!contains(cell)) throw Error(fmt::format("saved archive has no elite in cell {}", cell));
    enlist(cell);
    in.raw(std::as_writable_bytes(
        std::span(&features_[std::size_t{cell} * partition_.features()], partition_.features())));
    in.raw(std::span(&elites_[genome_start(cell)], genome_bytes_));
  }
  check_loaded();
}

void Archive::check_loaded() const {
  std::uint64_t selections = 0;
  std::uint64_t living_selections = 0;
  std::vector<std::uint64_t> births;
  births.reserve(filled_count_);
  for (const CellIndex cell : filled()) {
    const auto& [of_cell, of_elite] = life(cell);
    const bool possible = of_cell.survivals <= of_cell.selections && of_elite.survivals <= of_elite.selections &&
                          of_elite.selections <= of_cell.selections && of_elite.survivals <= of_cell.survivals;
    if (!possible) throw Error(fmt::format("saved tallies of cell {} are impossible", cell));
    if (has_nan(fitness(cell), features(cell))) throw Error(fmt::format("saved elite of cell {} has a NaN", cell));
    if (partition_.cell(features(cell)) != cell)
      throw Error(fmt::format("saved elite of cell {} is of another cell", cell));
    selections += of_cell.selections;
    living_selections += of_elite.selections;
    births.push_back(birth(cell));
  }
  if (selections != selections_ || living_selections != living_selections_) {
    throw Error("saved totals of selections are not the sums of the tallies");
  }
  std::ranges::sort(births);
  const bool distinct = std::ranges::adjacent_find(births) == births.end();
  if (!distinct || (!births.empty() && births.back() > births_)) throw Error("saved births of elites are impossible");
}

std::vector<CellIndex> read_cells(ByteReader& in, const Archive& archive) {
  std::vector<CellIndex> cells(archive.filled().size());
  std::vector<bool> seen(archive.cells());
  for (CellIndex& cell : cells) {
    cell = in.value<CellIndex>();
    if (cell >= seen.size() || !archive.contains(cell) || seen[cell]) {
      throw Error(fmt::format("saved order of elites names cell {} wrongly", cell));
    }
    seen[cell] = true;
  }
  return cells;
}

}  // namespace mce
