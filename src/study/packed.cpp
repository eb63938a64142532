// SPDX-License-Identifier: MIT
#include "mce/study/packed.hpp"

#include <fmt/core.h>
#include <zstd.h>

#include <cassert>
#include <cstdint>
#include <memory>
#include <new>

#include "mce/core/error.hpp"

namespace mce {
namespace {

// The high bytes of doubles are all that can be compressed; harder work than this finds next to nothing more.
constexpr int kEffort = 1;

/// Moves byte `b` of number `i` from i·width + b to b·count + i. One plane after the other, by shifts, is what
/// compilers vectorise.
template <class Number>
void split_planes(std::span<const std::byte> numbers, std::span<std::byte> planes) {
  const std::size_t count = numbers.size() / sizeof(Number);
  std::vector<Number> values(count);
  if (count > 0) std::memcpy(values.data(), numbers.data(), numbers.size());
  for (std::size_t b = 0; b < sizeof(Number); ++b) {
    std::byte* plane = planes.data() + b * count;
    for (std::size_t i = 0; i < count; ++i) plane[i] = static_cast<std::byte>(values[i] >> (8 * b));
  }
}

template <class Number>
void join_planes(std::span<const std::byte> planes, std::span<std::byte> numbers) {
  const std::size_t count = planes.size() / sizeof(Number);
  std::vector<Number> values(count);
  for (std::size_t b = 0; b < sizeof(Number); ++b) {
    const std::byte* plane = planes.data() + b * count;
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = static_cast<Number>(values[i] | (static_cast<Number>(plane[i]) << (8 * b)));
    }
  }
  if (count > 0) std::memcpy(numbers.data(), values.data(), numbers.size());
}

template <class Work>
void by_width(std::size_t width, Work work) {
  assert(width == 1 || width == 2 || width == 4 || width == 8);
  if (width == 1) return work(std::uint8_t{});
  if (width == 2) return work(std::uint16_t{});
  if (width == 4) return work(std::uint32_t{});
  work(std::uint64_t{});
}

/// Its tables are large, so each thread keeps one.
ZSTD_CCtx& compressor() {
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> made(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (!made) throw std::bad_alloc();
  return *made;
}

}  // namespace

std::vector<std::byte> pack_bytes(std::span<const std::byte> numbers, std::size_t width) {
  assert(numbers.size() % width == 0);
  std::vector<std::byte> planes(numbers.size());
  by_width(width, [&]<class Number>(Number) { split_planes<Number>(numbers, planes); });
  std::vector<std::byte> packed(ZSTD_compressBound(planes.size()));
  const std::size_t size =
      ZSTD_compressCCtx(&compressor(), packed.data(), packed.size(), planes.data(), planes.size(), kEffort);
  if (ZSTD_isError(size) != 0) throw Error(fmt::format("cannot compress: {}", ZSTD_getErrorName(size)));
  packed.resize(size);
  return packed;
}

std::vector<std::byte> unpack_bytes(std::span<const std::byte> packed, std::size_t width) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 36;  // a damaged size must not ask for all memory there is
  const std::uint64_t size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMost || size % width != 0) throw Error("packed numbers are damaged: impossible size");
  std::vector<std::byte> planes(size);
  const std::size_t found = ZSTD_decompress(planes.data(), planes.size(), packed.data(), packed.size());
  if (ZSTD_isError(found) != 0) throw Error(fmt::format("packed numbers are damaged: {}", ZSTD_getErrorName(found)));
  if (found != size) throw Error("packed numbers are damaged: they end early");
  std::vector<std::byte> numbers(size);
  by_width(width, [&]<class Number>(Number) { join_planes<Number>(planes, numbers); });
  return numbers;
}

}  // namespace mce
