// SPDX-License-Identifier: MIT
#include "mce/run/detail/sealed.hpp"

#include <fmt/core.h>

#include "mce/core/bytes.hpp"
#include "mce/core/rng.hpp"

namespace mce {
namespace {

struct Header {
  std::array<char, 8> magic;
  std::uint32_t format = 0;
  std::uint32_t reserved = 0;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t hash = bytes.size();
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3ULL;
  return mix64(hash);
}

}  // namespace

std::vector<std::byte> seal(const SealKind& kind, std::span<const std::byte> body) {
  ByteWriter file;
  file.value(Header{.magic = kind.magic, .format = kind.newest, .size = body.size(), .checksum = checksum(body)});
  file.raw(body);
  return file.bytes();
}

Unsealed unseal(const SealKind& kind, std::span<const std::byte> contents) {
  ByteReader file(contents);
  if (contents.size() < sizeof(Header)) throw Error("too short to be one");
  const auto header = file.value<Header>();
  if (header.magic != kind.magic) throw Error(fmt::format("not {}", kind.name));
  if (header.format == 0 || header.reserved != 0) throw Error("damaged: its header makes no sense");
  if (header.format < kind.oldest || header.format > kind.newest) {
    const auto reads = kind.oldest == kind.newest ? fmt::format("{}", kind.newest)
                                                  : fmt::format("{} and {}", kind.oldest, kind.newest);
    throw Error(fmt::format("its format is {}, written by {} version; this one reads {}", header.format,
                            header.format < kind.oldest ? "an older" : "a newer", reads));
  }
  if (header.size != file.remaining()) {
    throw Error(fmt::format("truncated or damaged: {} bytes of contents instead of {}", file.remaining(), header.size));
  }
  const auto body = contents.subspan(sizeof(Header));
  if (header.checksum != checksum(body)) throw Error("damaged: the checksum does not match");
  return {.format = header.format, .body = body};
}

}  // namespace mce
