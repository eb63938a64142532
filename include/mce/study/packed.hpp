// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace mce {

/// Numbers in few bytes, as the store keeps them: first all their lowest bytes, then all their second ones …, because
/// those are alike; then zstd. `width` is the size of a number: 1, 2, 4 or 8.
std::vector<std::byte> pack_bytes(std::span<const std::byte> numbers, std::size_t width);
/// Throws Error for bytes that are no such thing.
std::vector<std::byte> unpack_bytes(std::span<const std::byte> packed, std::size_t width);

template <class Number>
  requires std::is_arithmetic_v<Number>
std::vector<std::byte> pack(std::span<const Number> numbers) {
  return pack_bytes(std::as_bytes(numbers), sizeof(Number));
}

template <class Number>
  requires std::is_arithmetic_v<Number>
std::vector<Number> unpack(std::span<const std::byte> packed) {
  const std::vector<std::byte> bytes = unpack_bytes(packed, sizeof(Number));
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace mce
