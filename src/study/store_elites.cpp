// SPDX-License-Identifier: MIT
#include "store_elites.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "mce/core/error.hpp"
#include "packed.hpp"
#include "store_checks.hpp"
#include "store_schema.hpp"

namespace mce {
namespace {

using Cells = std::vector<std::uint32_t>;

/// The cells of a run's elites, which have to ascend.
Cells unpacked_cells(std::span<const std::byte> bytes, std::uint32_t cells) {
  const std::size_t count = packed_count(bytes, sizeof(std::uint32_t));
  if (count > cells) throw Error(fmt::format("{} elites in {} cells", count, cells));
  Cells found = unpack<std::uint32_t>(bytes, count);
  const bool ascending = std::ranges::adjacent_find(found, std::ranges::greater_equal()) == found.end();
  if (!ascending || (count > 0 && found.back() >= cells)) throw Error("cells that cannot be");
  return found;
}

Cells read_elite_cells(const StoreFile& file, const RunKey& key, std::uint32_t cells) {
  auto query = rows_of(file, key, "cells", "elites");
  if (!query.step()) return {};
  return read_packed(file, key, "the elites", [&] { return unpacked_cells(query.bytes(0), cells); });
}

std::string unpacked_picture(std::span<const std::byte> bytes) {
  const std::size_t size = packed_count(bytes, 1);
  if (size > kLongestPicture) throw Error(fmt::format("it has {} bytes, {} are allowed", size, kLongestPicture));
  std::string svg(size, '\0');
  unpack_bytes(bytes, 1, std::as_writable_bytes(std::span(svg)));
  if (const std::string fault = picture_fault(svg); !fault.empty()) throw Error("it " + fault);
  return svg;
}

}  // namespace

std::vector<PackedPicture> pack_pictures(const Pictures& pictures) {
  std::vector<PackedPicture> packed;
  packed.reserve(pictures.size());
  for (const auto& [cell, svg] : pictures) packed.push_back({cell, pack(std::span<const char>(svg))});
  return packed;
}

void write_elites(const sqlite::Database& database, const RunKey& key, const KeptElites& elites) {
  database.prepare("INSERT OR REPLACE INTO elites VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(key.treatment, key.selector, key.repetition, pack(elites.cells), pack(elites.fitness), pack(elites.features),
           pack(elites.solutions), pack(elites.selections), pack(elites.survivals));
}

void write_pictures(sqlite::Database& database, const RunKey& key, std::span<const PackedPicture> pictures) {
  if (!pictures.empty()) add_pictures(database);
  if (!has_pictures(database)) return;
  database.prepare(fmt::format("DELETE FROM picture{}", kOfRun)).run(key.treatment, key.selector, key.repetition);
  auto insert = database.prepare("INSERT INTO picture VALUES (?, ?, ?, ?, ?)");
  for (const auto& [cell, svg] : pictures) insert.run(key.treatment, key.selector, key.repetition, cell, svg);
}

std::optional<KeptElites> read_elites(const StoreFile& file, const RunKey& key, std::uint32_t cells) {
  auto query = rows_of(file, key, "cells, fitness, features, solutions, selections, survivals", "elites");
  if (!query.step()) return std::nullopt;
  const Plan& plan = file.protocol.treatments[key.treatment].plan;
  return read_packed(file, key, "the elites", [&]() -> KeptElites {
    Cells found = unpacked_cells(query.bytes(0), cells);
    const std::size_t count = found.size();
    return {.cells = std::move(found),
            .fitness = unpack<double>(query.bytes(1), count),
            .features = unpack<double>(query.bytes(2), count * feature_names(plan).size()),
            .solutions = unpack<double>(query.bytes(3), count * solution_size(plan)),
            .selections = unpack<std::uint32_t>(query.bytes(4), count),
            .survivals = unpack<std::uint32_t>(query.bytes(5), count)};
  });
}

std::vector<std::uint32_t> read_pictured_cells(const StoreFile& file, const RunKey& key, std::uint32_t cells) {
  if (!has_pictures(file.database)) return {};
  const Cells elites = read_elite_cells(file, key, cells);
  Cells pictured;
  auto query = rows_of(file, key, "cell", "picture", " ORDER BY cell");
  for (auto next = elites.begin(); query.step(); ++next) {
    const std::int64_t cell = query.whole(0);
    next = std::find_if(next, elites.end(), [cell](std::uint32_t each) { return std::cmp_greater_equal(each, cell); });
    if (next == elites.end() || std::cmp_not_equal(*next, cell)) {
      fail_as_damaged(
          file, fmt::format("the pictures of {}: cell {} has no elite, or two pictures", name_of(file, key), cell));
    }
    pictured.push_back(*next);
  }
  return pictured;
}

std::optional<std::string> read_picture(const StoreFile& file, const RunKey& key, std::uint32_t cells,
                                        std::uint32_t cell) {
  if (!has_pictures(file.database)) return std::nullopt;
  auto query = rows_of(file, key, "svg", "picture", fmt::format(" AND cell = {}", cell));
  if (!query.step()) return std::nullopt;
  return read_packed(file, key, fmt::format("the picture of cell {}", cell), [&] {
    if (!std::ranges::binary_search(read_elite_cells(file, key, cells), cell)) throw Error("it has no elite");
    return unpacked_picture(query.bytes(0));
  });
}

}  // namespace mce
