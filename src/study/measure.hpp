// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "mce/study/store.hpp"

namespace mce {

/// Computes the metrics of SPEC section 6 for all runs of a treatment, all of which have to be in the store, and hands
/// them to it. The store is locked for short moments only, so that other threads can go on adding runs. With several
/// threads the result is the same.
void measure(Store& store, std::uint32_t treatment, unsigned threads = 1);

}  // namespace mce
