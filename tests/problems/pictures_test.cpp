// SPDX-License-Identifier: MIT
#include "mce/problems/pictures.hpp"

#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

namespace mce::pictures_test {
namespace {

using test::expect_mentions;
using test::message_of;
using test::spill;
using test::TemporaryDirectory;

TEST(Pictures, BeginWithSvg) {
  for (const char* svg : {"<svg/>", "<svg>ä</svg>", " \n<svg\tx='1'/>", "<?xml version='1.0'?><svg/>",
                          "<!-- <svg/> --><!DOCTYPE svg>\r\n<svg />"}) {
    EXPECT_EQ(picture_fault(svg), "") << svg;
  }
  for (const char* text :
       {"svg", "<svgx/>", "<svg", "<html><svg/></html>", "<!-- <svg/>", "<?xml <svg/>", "data:image/svg+xml,<svg/>"}) {
    EXPECT_TRUE(picture_fault(text).starts_with("begins with '")) << text;
  }
  EXPECT_EQ(picture_fault(""), "is empty");
}

TEST(Pictures, AreUtf8) {
  for (const char* letter : {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                             "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(picture_fault(std::string("<svg>") + letter + "</svg>"), "");
  }
  // Longer than needed, halves of pairs of UTF-16, beyond Unicode, cut off, a second byte alone.
  for (const char* bytes : {"\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xed\xa0\x80",
                            "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe4\xba", "\x80"}) {
    EXPECT_EQ(picture_fault(std::string("<svg>") + bytes + "</svg>"), "is not UTF-8");
  }
}

TEST(Pictures, HaveALimit) {
  const std::string frame = "<svg></svg>";
  EXPECT_EQ(picture_fault(frame + std::string(kLongestPicture - frame.size(), ' ')), "");
  EXPECT_EQ(picture_fault(frame + std::string(kLongestPicture - frame.size() + 1, ' ')), "has more than 262144 bytes");
}

TEST(Pictures, AreReadAsTheyWereWritten) {
  const TemporaryDirectory directory;
  const Pictures pictures = {{0, "<svg a=\"\\\"/>"}, {7, "<svg>\n\t</svg>"}, {4'000'000'000, "<svg>ä \x01</svg>"}};
  spill(directory / "p.jsonl", pictures_text(pictures));
  EXPECT_EQ(read_pictures(directory / "p.jsonl"), pictures);
  EXPECT_EQ(pictures_text({{3, "<svg/>"}}), "{\"index\": 3, \"svg\": \"<svg/>\"}\n");
}

TEST(Pictures, FilesAreHostileUntilChecked) {
  const TemporaryDirectory directory;
  const auto complaint = [&](const std::string& text) {
    spill(directory / "p.jsonl", text);
    return message_of<Error>([&] { read_pictures(directory / "p.jsonl"); });
  };
  const std::string good = "{\"index\": 3, \"svg\": \"<svg/>\"}\n";
  expect_mentions(complaint(good + "{\n"), {"p.jsonl", "line 2", "no JSON"});
  expect_mentions(complaint("[]\n"), {"line 1", "no object"});
  expect_mentions(complaint(std::string(100'000, '[') + "\n"), {"line 1", "no JSON"});
  expect_mentions(complaint(good + good), {"line 2", "index 3 after 3"});
  expect_mentions(complaint("{\"index\": -1, \"svg\": \"<svg/>\"}\n"), {"no index of a cell"});
  expect_mentions(complaint("{\"index\": 4294967296, \"svg\": \"<svg/>\"}\n"), {"no index of a cell"});
  expect_mentions(complaint("{\"index\": 1}\n"), {"no svg"});
  expect_mentions(complaint("{\"index\": 1, \"svg\": \"<b/>\"}\n"), {"begins with '<b/>'"});
  expect_mentions(complaint(good + "{\"index\": 4"), {"line 2", "has no end"});
  expect_mentions(complaint(std::string(2'000'000, ' ')), {"line 1", "too long"});
  expect_mentions(message_of<Error>([&] { read_pictures(directory / "missing"); }), {"missing", "No such file"});
  expect_mentions(message_of<Error>([&] { read_pictures(directory.path()); }), {"not a regular file"});
}

}  // namespace
}  // namespace mce::pictures_test
