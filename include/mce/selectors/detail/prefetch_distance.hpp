// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Selection would mostly wait for memory. But the random numbers of the next selections are known already: what they
/// will probably pick is fetched ahead. On a map larger than the caches this is done in two stages, first the entry of
/// the list, later what that names. A wrong guess costs a little time, and nothing else.
namespace mce::prefetch_distance {

inline constexpr std::uint32_t kNext = 1;   // selections ahead on a small map;
inline constexpr std::uint32_t kNear = 10;  // on a large one for what an entry names,
inline constexpr std::uint32_t kFar = 20;   // and for the entry

}  // namespace mce::prefetch_distance
