// SPDX-License-Identifier: MIT
#include "mce/view/page.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include "support/studies.hpp"
#include "view/view_support.hpp"

namespace mce::page_test {
namespace {

using test::complete_study;
using test::expect_mentions;
using test::message_of;
using test::small_protocol;

constexpr std::string_view kPage =
    "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; a\" /><!-- mce: data "
    "--><p>";

std::string unpacked(std::string_view base64) {
  std::string packed;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : base64.substr(0, base64.find('='))) {
    const std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(letter));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    packed += static_cast<char>(bits >> count & 255);
  }
  std::string text(10'000'000, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

/// What the page holds, by name.
std::map<std::string, std::string> data_in(const std::string& page) {
  std::map<std::string, std::string> found;
  const std::string begin = "<script type=\"application/gzip\" data-mce=\"";
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at)) {
    at += begin.size();
    const std::size_t end_of_name = page.find("\">", at);
    const std::size_t end = page.find("</script>", at);
    found[page.substr(at, end_of_name - at)] = unpacked(page.substr(end_of_name + 2, end - end_of_name - 2));
  }
  return found;
}

TEST(Page, StatesItsPolicy) {
  EXPECT_EQ(policy_of(kPage), "default-src 'none'; a");
  EXPECT_EQ(policy_of("<p>"), "");
}

TEST(Page, TakesInAllThatItCanAskFor) {
  const test::TemporaryDirectory directory;
  complete_study(directory / "s.mce", small_protocol());
  const auto resources = open_resources(directory / "s.mce");
  std::size_t last = 0;
  const std::string page = page_with(kPage, *resources, {}, [&](std::size_t done, std::size_t all) {
    EXPECT_LE(last, done);
    EXPECT_LE(done, all);
    last = done;
  });
  EXPECT_TRUE(page.starts_with(kPage.substr(0, kPage.find("<!-- mce"))));
  EXPECT_TRUE(page.ends_with("<p>"));
  const auto data = data_in(page);
  const std::vector<std::string> names = resources->names({});
  EXPECT_EQ(data.size(), names.size());
  EXPECT_EQ(last, names.size());
  for (const std::string& name : names) EXPECT_EQ(data.at(name), resources->read(name).bytes) << name;
}

TEST(Page, TakesInAPartOfAStudy) {
  const test::TemporaryDirectory directory;
  complete_study(directory / "s.mce", small_protocol());
  const auto resources = open_resources(directory / "s.mce");
  const StudyFilter only = parse_filter(std::vector<std::string>{"treatment=arm", "selector=greedy"});
  for (const std::string& name : resources->names(only)) {
    EXPECT_TRUE(name.starts_with("treatments/1/") || name.starts_with("runs/1/1/0/") || !test::has(name, "/")) << name;
  }
}

TEST(Page, AForeignPageHasNoPlaceForData) {
  const auto resources = no_resources();
  expect_mentions(message_of<Error>([&] { page_with("<p>", *resources, {}, [](std::size_t, std::size_t) {}); }),
                  {"no place for data"});
}

}  // namespace
}  // namespace mce::page_test
