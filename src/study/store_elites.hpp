// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mce/study/store.hpp"
#include "store_file.hpp"

/// The elites of a run in a store, and their pictures. `cells` is how many the map has. What is read from a file may be
/// anything: all that cannot be throws Error with the path.
namespace mce {

/// A picture as the store keeps it.
struct PackedPicture {
  std::uint32_t cell = 0;
  std::vector<std::byte> svg;
};
std::vector<PackedPicture> pack_pictures(const Pictures& pictures);

/// Both replace what the store has of a run, within a transaction.
void write_elites(const sqlite::Database& database, const RunKey& key, const KeptElites& elites);
void write_pictures(sqlite::Database& database, const RunKey& key, std::span<const PackedPicture> pictures);

std::optional<KeptElites> read_elites(const StoreFile& file, const RunKey& key, std::uint32_t cells);
/// As Store::pictured_cells and Store::picture say.
std::vector<std::uint32_t> read_pictured_cells(const StoreFile& file, const RunKey& key, std::uint32_t cells);
std::optional<std::string> read_picture(const StoreFile& file, const RunKey& key, std::uint32_t cells,
                                        std::uint32_t cell);

}  // namespace mce
