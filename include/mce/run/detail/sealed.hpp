// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mce/core/error.hpp"

namespace mce {

/// What kind of file it is, and which of its formats this version reads; it writes the newest.
struct SealKind {
  std::array<char, 8> magic;
  const char* name;  ///< "a checkpoint of mce"
  std::uint32_t oldest;
  std::uint32_t newest;
};

/// The contents of a file behind a header with kind, format, size and checksum.
std::vector<std::byte> seal(const SealKind& kind, std::span<const std::byte> body);

struct Unsealed {
  std::uint32_t format;
  std::span<const std::byte> body;  ///< part of what was given
};
/// Throws Error that says what is wrong: another kind of file, another format, cut off, damaged.
Unsealed unseal(const SealKind& kind, std::span<const std::byte> contents);

}  // namespace mce
