// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mce/study/store.hpp"

namespace mce {

struct PackedMap {
  std::uint64_t evaluations = 0;
  std::vector<std::byte> fitness;
  std::vector<std::byte> selections;
  std::vector<std::byte> survivals;
};

struct PackedElites {
  std::vector<std::byte> cells;
  std::vector<std::byte> fitness;
  std::vector<std::byte> features;
  std::vector<std::byte> solutions;
  std::vector<std::byte> selections;
  std::vector<std::byte> survivals;
};

struct PackedPicture {
  std::uint32_t cell = 0;
  std::vector<std::byte> svg;
};

/// A finished run as stores keep it and as it is sent: what is large is packed (packed.hpp).
struct PackedRun {
  RunKey key;
  std::uint64_t seed = 0;
  std::uint64_t signature = 0;
  std::uint64_t rejected = 0;
  double seconds = 0;
  std::vector<CurvePoint> curve;
  std::vector<std::byte> history;  ///< empty if it was dropped
  std::vector<PackedMap> maps;
  std::optional<PackedElites> elites;
  std::vector<PackedPicture> pictures;
};

PackedRun pack_run(const FinishedRun& run);

/// Throws Error that says what cannot be, unless it may be the run of this key. Runs come from files and machines
/// elsewhere. What needs no more than the run itself is checked: whether the engine really ends so is not.
void check_run(const Protocol& protocol, const PackedRun& run);

/// Both throw Error for bytes that cannot be: the cells of elites, which ascend, on a map of so many; a picture.
std::vector<std::uint32_t> unpack_cells(std::span<const std::byte> packed, std::uint32_t cells);
std::string unpack_picture(std::span<const std::byte> packed);
/// The elites of a run of this plan.
KeptElites unpack_elites(const PackedElites& elites, const Plan& plan, std::uint32_t cells);

}  // namespace mce
