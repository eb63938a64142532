// SPDX-License-Identifier: MIT
#include "mce/core/bytes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace mce::bytes_test {
namespace {

TEST(Bytes, AreReadBackAsTheyWereWritten) {
  struct Pair {
    std::uint32_t first;
    float second;
  };
  ByteWriter out;
  out.value<std::uint8_t>(200);
  out.value(-1.5);
  out.text("a maze\n");
  out.value(Pair{7, 0.25F});
  out.raw(std::as_bytes(std::span("raw", 3)));

  ByteReader in(out.bytes());
  EXPECT_EQ(in.value<std::uint8_t>(), 200);
  EXPECT_EQ(in.value<double>(), -1.5);
  EXPECT_EQ(in.text(), "a maze\n");
  const auto pair = in.value<Pair>();
  EXPECT_EQ(pair.first, 7U);
  EXPECT_EQ(pair.second, 0.25F);
  std::array<char, 3> raw{};
  in.raw(std::as_writable_bytes(std::span(raw)));
  EXPECT_EQ(std::string(raw.data(), raw.size()), "raw");
  EXPECT_EQ(in.remaining(), 0U);
}

TEST(Bytes, AreLittleEndianOnEveryMachine) {
  ByteWriter out;
  out.value<std::uint32_t>(0x04030201);
  const std::vector<std::byte> expected = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  EXPECT_EQ(out.bytes(), expected);
}

TEST(Bytes, KeepEmptyTextsAndTextsWithAnyLetters) {
  const std::string odd("nul \0 and π", 12);
  ByteWriter out;
  out.text("");
  out.text(odd);
  ByteReader in(out.bytes());
  EXPECT_EQ(in.text(), "");
  EXPECT_EQ(in.text(), odd);
}

TEST(ByteReader, CountsWhatRemains) {
  ByteWriter out;
  out.value<std::uint64_t>(1);
  out.value<std::uint16_t>(2);
  ByteReader in(out.bytes());
  EXPECT_EQ(in.remaining(), 10U);
  in.value<std::uint64_t>();
  EXPECT_EQ(in.remaining(), 2U);
}

TEST(ByteReader, ReadsNothingFromNothing) {
  ByteReader in({});
  EXPECT_NO_THROW(in.raw({}));
  EXPECT_THROW(in.value<std::uint8_t>(), Error);
}

TEST(ByteReader, NeverReadsPastTheEnd) {
  ByteWriter out;
  out.value<std::uint32_t>(1);
  ByteReader in(out.bytes());
  EXPECT_THROW(in.value<std::uint64_t>(), Error);
  EXPECT_EQ(in.value<std::uint32_t>(), 1U) << "a failed read takes nothing";
}

TEST(ByteReader, RefusesATextLongerThanTheData) {
  for (const std::uint64_t size : {std::uint64_t{6}, std::numeric_limits<std::uint64_t>::max()}) {
    ByteWriter out;
    out.value(size);
    out.raw(std::as_bytes(std::span("five!", 5)));
    ByteReader in(out.bytes());
    EXPECT_THROW(in.text(), Error) << size;
  }
}

}  // namespace
}  // namespace mce::bytes_test
