// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mce/study/store.hpp"
#include "packed_run.hpp"
#include "store_file.hpp"

/// The elites of a run in a store, and their pictures. `cells` is how many the map has. What is read from a file may be
/// anything: all that cannot be throws Error with the path.
namespace mce {

/// As they are in the file, which is not checked.
std::optional<PackedElites> read_packed_elites(const StoreFile& file, const RunKey& key);
std::vector<PackedPicture> read_packed_pictures(const StoreFile& file, const RunKey& key);

std::optional<KeptElites> read_elites(const StoreFile& file, const RunKey& key, std::uint32_t cells);
/// As Store::pictured_cells and Store::picture say.
std::vector<std::uint32_t> read_pictured_cells(const StoreFile& file, const RunKey& key, std::uint32_t cells);
std::optional<std::string> read_picture(const StoreFile& file, const RunKey& key, std::uint32_t cells,
                                        std::uint32_t cell);

}  // namespace mce
