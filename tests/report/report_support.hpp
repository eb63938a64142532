// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/gnuplot.hpp"
#include "study/packed.hpp"
#include "support/studies.hpp"

/// What the tests of this folder share.
namespace mce::test {

/// A study in which all is measured.
inline Store finished_study(const std::filesystem::path& path, const Protocol& protocol) {
  complete_study(path, protocol);
  return Store::for_reading(path);
}

/// Numbers as a store keeps them, as SQL.
template <class Number>
std::string blob(const std::vector<Number>& numbers) {
  std::string sql = "x'";
  for (const std::byte byte : pack(std::span<const Number>(numbers))) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    sql += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    sql += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return sql + "'";
}

/// The numbers of a file of pixels.
inline std::vector<float> floats(const std::string& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

/// No program is found while it lives.
class NoPrograms {
 public:
  NoPrograms() : path_(std::getenv("PATH")) { ::setenv("PATH", "/nowhere", 1); }
  NoPrograms(const NoPrograms&) = delete;
  NoPrograms& operator=(const NoPrograms&) = delete;
  ~NoPrograms() { ::setenv("PATH", path_.c_str(), 1); }

 private:
  std::string path_;
};

inline bool is_svg(const std::string& text) {
  return text.starts_with("<?xml") && has(text, "<svg") && text.find_last_not_of(" \n") == text.rfind("</svg>") + 5;
}
inline bool is_pdf(const std::string& bytes) { return bytes.starts_with("%PDF-") && has(bytes, "%%EOF"); }
inline bool is_png(const std::string& bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n") && has(bytes, "IEND"); }
inline bool is_gif(const std::string& bytes) { return bytes.starts_with("GIF89a") && bytes.ends_with(";"); }

/// Draws, and checks that all pictures are what they say. The SVG.
inline std::string drawn(const Plot& plot, const TemporaryDirectory& directory) {
  draw(plot, directory.path());
  EXPECT_TRUE(is_pdf(slurp(directory / (plot.name + ".pdf"))));
  EXPECT_TRUE(is_png(slurp(directory / (plot.name + ".png"))));
  std::string svg = slurp(directory / (plot.name + ".svg"));
  EXPECT_TRUE(is_svg(svg));
  return svg;
}

}  // namespace mce::test
