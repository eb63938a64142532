// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "store_file.hpp"

namespace mce {

/// As Store::take says: all of it in one transaction.
std::uint64_t take_runs(StoreFile& into, std::uint32_t treatment, const StoreFile& from);

}  // namespace mce
