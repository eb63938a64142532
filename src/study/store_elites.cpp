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

Cells read_elite_cells(const StoreFile& file, const RunKey& key, std::uint32_t cells) {
  auto query = rows_of(file, key, "cells", "elites");
  if (!query.step()) return {};
  return read_packed(file, key, "the elites", [&] { return unpack_cells(query.bytes(0), cells); });
}

}  // namespace

std::optional<PackedElites> read_packed_elites(const StoreFile& file, const RunKey& key) {
  auto row = rows_of(file, key, "cells, fitness, features, solutions, selections, survivals", "elites");
  if (!row.step()) return std::nullopt;
  return PackedElites{.cells = row.blob(0),
                      .fitness = row.blob(1),
                      .features = row.blob(2),
                      .solutions = row.blob(3),
                      .selections = row.blob(4),
                      .survivals = row.blob(5)};
}

std::vector<PackedPicture> read_packed_pictures(const StoreFile& file, const RunKey& key) {
  std::vector<PackedPicture> pictures;
  if (!has_pictures(file.database)) return pictures;
  auto row = rows_of(file, key, "cell, svg", "picture", " ORDER BY cell");
  while (row.step()) {
    const std::uint64_t cell = count_in(file, row, 0);
    if (!std::in_range<std::uint32_t>(cell)) fail_as_damaged(file, fmt::format("a picture of cell {}", cell));
    pictures.push_back({.cell = static_cast<std::uint32_t>(cell), .svg = row.blob(1)});
  }
  return pictures;
}

std::optional<KeptElites> read_elites(const StoreFile& file, const RunKey& key, std::uint32_t cells) {
  const std::optional<PackedElites> packed = read_packed_elites(file, key);
  if (!packed) return std::nullopt;
  const Plan& plan = file.protocol.treatments[key.treatment].plan;
  return read_packed(file, key, "the elites", [&] { return unpack_elites(*packed, plan, cells); });
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
    return unpack_picture(query.bytes(0));
  });
}

}  // namespace mce
