// SPDX-License-Identifier: MIT
#include "packed.hpp"

#include <fmt/core.h>
#include <zstd.h>

#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace mce {
namespace {

// The high bytes of doubles are all that can be compressed; harder work than this finds next to nothing more.
constexpr int kEffort = 1;

/// Moves byte `b` of number `i` from i·width + b to b·count + i: one plane after the other.
template <class Number>
void split_planes(const std::byte* numbers, std::size_t count, std::byte* planes) {
  for (std::size_t b = 0; b < sizeof(Number); ++b, planes += count) {
    for (std::size_t i = 0; i < count; ++i) planes[i] = numbers[i * sizeof(Number) + b];
  }
}

template <class Number>
void join_planes(const std::byte* planes, std::size_t count, std::byte* numbers) {
  for (std::size_t i = 0; i < count; ++i) {
    Number number = 0;
    for (std::size_t b = 0; b < sizeof(Number); ++b) {
      number = static_cast<Number>(number | (static_cast<Number>(planes[b * count + i]) << (8 * b)));
    }
    std::memcpy(numbers + i * sizeof(Number), &number, sizeof(Number));
  }
}

template <class Work>
void by_width(std::size_t width, Work work) {
  assert(width == 1 || width == 2 || width == 4 || width == 8);
  if (width == 1) return work(std::uint8_t{});
  if (width == 2) return work(std::uint16_t{});
  if (width == 4) return work(std::uint32_t{});
  work(std::uint64_t{});
}

/// Not set to zero: all of it is written before it is read.
std::unique_ptr<std::byte[]> buffer(std::size_t size) { return std::make_unique_for_overwrite<std::byte[]>(size); }

/// Its tables are large, so each thread keeps one.
ZSTD_CCtx& compressor() {
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> made(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (!made) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(made.get(), ZSTD_c_compressionLevel, kEffort);
  ZSTD_CCtx_setParameter(made.get(), ZSTD_c_checksumFlag, 1);
  return *made;
}

}  // namespace

std::vector<std::byte> pack_bytes(std::span<const std::byte> numbers, std::size_t width) {
  assert(numbers.size() % width == 0);
  const auto planes = buffer(numbers.size());
  by_width(width,
           [&]<class Number>(Number) { split_planes<Number>(numbers.data(), numbers.size() / width, planes.get()); });
  const std::size_t most = ZSTD_compressBound(numbers.size());
  const auto packed = buffer(most);
  const std::size_t size = ZSTD_compress2(&compressor(), packed.get(), most, planes.get(), numbers.size());
  if (ZSTD_isError(size) != 0) throw Error(fmt::format("cannot compress: {}", ZSTD_getErrorName(size)));
  return {packed.get(), packed.get() + size};
}

std::size_t packed_count(std::span<const std::byte> packed, std::size_t width) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 36;  // a damaged size must not ask for all memory there is
  const std::uint64_t size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMost || size % width != 0) throw Error("packed numbers are damaged: impossible size");
  return size / width;
}

void unpack_bytes(std::span<const std::byte> packed, std::size_t width, std::span<std::byte> numbers) {
  const auto planes = buffer(numbers.size());
  const std::size_t found = ZSTD_decompress(planes.get(), numbers.size(), packed.data(), packed.size());
  if (ZSTD_isError(found) != 0) throw Error(fmt::format("packed numbers are damaged: {}", ZSTD_getErrorName(found)));
  if (found != numbers.size()) throw Error("packed numbers are damaged: they end early");
  by_width(width,
           [&]<class Number>(Number) { join_planes<Number>(planes.get(), numbers.size() / width, numbers.data()); });
}

}  // namespace mce
