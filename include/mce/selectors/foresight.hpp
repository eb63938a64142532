// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// On a map larger than the caches, selection would mostly wait for memory. But the random numbers of the next
/// selections are known already: what they will probably pick is fetched ahead, first the entry of the list, later what
/// that names. A wrong guess costs a little time, and nothing else.
namespace mce::foresight {

inline constexpr std::uint32_t kNear = 10;  // selections ahead for what an entry names,
inline constexpr std::uint32_t kFar = 20;   // and for the entry

}  // namespace mce::foresight
