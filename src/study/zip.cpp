// SPDX-License-Identifier: MIT
#include "zip.hpp"

#include <fmt/core.h>
#define ZLIB_CONST  // its input is const then
#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <concepts>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include "mce/core/bytes.hpp"

// The format: PKWARE's APPNOTE.TXT 6.3.10. Members always have 64-bit sizes, as NumPy's own have: one way for
// all sizes, so small files test what large ones need.
namespace mce {
namespace {

using Bytes = std::vector<std::byte>;
using Half = std::uint16_t;
using Word = std::uint32_t;
using Long = std::uint64_t;

constexpr Half kVersion = 45;          // the first with 64-bit sizes
constexpr Half kNamesAreUtf8 = 0x800;  // a flag
constexpr Half kDeflate = 8;
constexpr Half kTime = 0;
constexpr Half kDate = 0x21;  // 1 January 1980, the first there is
constexpr Half kSee64Half = 0xFFFF;
constexpr Word kSee64 = 0xFFFFFFFF;
constexpr Half kSizes64 = 1;  // the kind of extra field that has 64-bit sizes

void put(Bytes& out, std::span<const std::byte> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

template <std::unsigned_integral... Number>
void put(Bytes& out, Number... numbers) {
  (put(out, std::as_bytes(std::span(&numbers, 1))), ...);
}

Bytes deflated(std::span<const std::byte> contents) {
  z_stream stream{};
  // A raw stream. Numbers of full precision hardly compress, so the fastest level is nearly as good as the best.
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, deflateEnd);
  Bytes packed(deflateBound(&stream, contents.size()));
  stream.next_in = reinterpret_cast<const Bytef*>(contents.data());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  const auto piece = [](std::size_t left) {  // zlib counts in 32 bits
    return static_cast<uInt>(std::min(left, std::size_t{1} << 20));
  };
  int state = Z_OK;
  while (state == Z_OK) {
    const std::size_t left = contents.size() - stream.total_in;
    stream.avail_in = piece(left);
    stream.avail_out = piece(packed.size() - stream.total_out);
    state = deflate(&stream, stream.avail_in == left ? Z_FINISH : Z_NO_FLUSH);
  }
  assert(state == Z_STREAM_END);
  packed.resize(stream.total_out);
  return packed;
}

}  // namespace

void ZipWriter::add(std::string_view name, std::span<const std::byte> contents) {
  if (name.size() > std::numeric_limits<Half>::max()) {
    throw std::invalid_argument(fmt::format("a name of {} bytes is too long for a zip archive", name.size()));
  }
  const auto name_size = static_cast<Half>(name.size());
  const auto sum = static_cast<Word>(crc32_z(0, reinterpret_cast<const Bytef*>(contents.data()), contents.size()));
  const Bytes packed = deflated(contents);
  const auto common = [&](Bytes& out) {
    put(out, kVersion, kNamesAreUtf8, kDeflate, kTime, kDate, sum, kSee64, kSee64, name_size);
  };
  const Long offset = file_.size();
  const Half local_extra = 20;
  put(file_, Word{0x04034b50});
  common(file_);
  put(file_, local_extra);
  put(file_, std::as_bytes(std::span(name)));
  put(file_, kSizes64, Half{16}, Long{contents.size()}, Long{packed.size()});
  put(file_, packed);
  const Half directory_extra = 28;
  put(directory_, Word{0x02014b50}, kVersion);
  common(directory_);
  const Half no_comment = 0;
  const Half first_disk = 0;
  const Half inner_attributes = 0;
  const Word outer_attributes = 0;
  put(directory_, directory_extra, no_comment, first_disk, inner_attributes, outer_attributes, kSee64);
  put(directory_, std::as_bytes(std::span(name)));
  put(directory_, kSizes64, Half{24}, Long{contents.size()}, Long{packed.size()}, offset);
  ++members_;
}

std::vector<std::byte> ZipWriter::finish() && {
  const Long directory = file_.size();
  put(file_, directory_);
  const Word end = 0x06054b50;
  const Half disk = 0;
  const Half no_comment = 0;
  if (members_ == 0) {  // NumPy knows an archive by its first bytes, an empty one only by these
    put(file_, end, disk, disk, Half{0}, Half{0}, Word{0}, Word{0}, no_comment);
    return std::move(file_);
  }
  const Long end64 = file_.size();
  put(file_, Word{0x06064b50}, Long{44}, kVersion, kVersion, Word{disk}, Word{disk}, members_, members_,
      Long{directory_.size()}, directory);
  const Word disks = 1;
  put(file_, Word{0x07064b50}, Word{disk}, end64, disks);
  put(file_, end, disk, disk, kSee64Half, kSee64Half, kSee64, kSee64, no_comment);
  return std::move(file_);
}

}  // namespace mce
