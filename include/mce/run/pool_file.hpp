// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/search/parent_pool.hpp"

namespace mce {

/// What a pool of parents is made of, by name.
struct PoolChoice {
  std::string selector = "recommended";
  Settings selector_settings = {};
  std::uint32_t places = 64;
  std::uint64_t seed = 1;
};
/// Throws std::invalid_argument for names and values that are not allowed.
ParentPool make_pool(const PoolChoice& choice);

struct SavedPool {
  PoolChoice choice;
  ParentPool pool;
};

/// The whole state as bytes: `unpack_pool` gives a pool that goes on bit for bit.
std::vector<std::byte> pack_pool(const PoolChoice& choice, const ParentPool& pool);
/// Throws Error that says what is wrong with the bytes, also if they come from an engine that behaves differently.
SavedPool unpack_pool(std::span<const std::byte> bytes);

}  // namespace mce
