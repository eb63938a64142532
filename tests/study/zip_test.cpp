// SPDX-License-Identifier: MIT
#include "study/zip.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

// That others can read the archives is tested in numpy_test.py.
namespace mce::zip_test {
namespace {

using test::has;
using test::message_of;

std::vector<std::byte> zipped(const std::string& name, const std::string& contents) {
  ZipWriter zip;
  zip.add(name, std::as_bytes(std::span(contents)));
  return std::move(zip).finish();
}

TEST(ZipWriter, SameContentsSameBytes) {
  EXPECT_EQ(zipped("a", "some text"), zipped("a", "some text"));
  EXPECT_NE(zipped("a", "some text"), zipped("a", "some test"));
  EXPECT_NE(zipped("a", "some text"), zipped("b", "some text"));
}

TEST(ZipWriter, Compresses) { EXPECT_LT(zipped("a", std::string(3'000'000, 'x')).size(), 30'000U); }

TEST(ZipWriter, AnEmptyArchiveIsOnlyItsEnd) {
  const auto bytes = ZipWriter().finish();
  ASSERT_EQ(bytes.size(), 22U);
  EXPECT_EQ(bytes[2], std::byte{5});
}

TEST(ZipWriter, ANameThatIsTooLongIsAnError) {
  EXPECT_NO_THROW(zipped(std::string(65'535, 'n'), ""));
  const auto text = message_of<std::invalid_argument>([] { zipped(std::string(65'536, 'n'), ""); });
  EXPECT_TRUE(has(text, "65536")) << text;
}

}  // namespace
}  // namespace mce::zip_test
