// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "mce/core/error.hpp"

namespace mce {

/// Numbers in few bytes, as the store keeps them: first all their lowest bytes, then all their second ones …, because
/// those are alike; then a zstd frame, which carries its length and a checksum. `width` is the size of a number: 1, 2,
/// 4 or 8.
std::vector<std::byte> pack_bytes(std::span<const std::byte> numbers, std::size_t width);
/// How many numbers are packed here; and they themselves, `numbers` having room for just as many. Both throw Error for
/// bytes that are no such thing. (Frames of 0.1.0 have no checksum.)
std::size_t packed_count(std::span<const std::byte> packed, std::size_t width);
void unpack_bytes(std::span<const std::byte> packed, std::size_t width, std::span<std::byte> numbers);

template <class Number>
  requires std::is_arithmetic_v<Number>
std::vector<std::byte> pack(std::span<const Number> numbers) {
  return pack_bytes(std::as_bytes(numbers), sizeof(Number));
}
template <class Number>
std::vector<std::byte> pack(const std::vector<Number>& numbers) {
  return pack(std::span<const Number>(numbers));
}

/// Throws Error unless there are `count` of them: what is unpacked from a file has to fit what the file says elsewhere.
template <class Number>
  requires std::is_arithmetic_v<Number>
std::vector<Number> unpack(std::span<const std::byte> packed, std::size_t count) {
  const std::size_t found = packed_count(packed, sizeof(Number));
  if (found != count) throw Error(fmt::format("{} packed numbers, where {} belong", found, count));
  std::vector<Number> numbers(count);
  unpack_bytes(packed, sizeof(Number), std::as_writable_bytes(std::span(numbers)));
  return numbers;
}

}  // namespace mce
