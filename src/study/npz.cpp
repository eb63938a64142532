// SPDX-License-Identifier: MIT
#include "mce/study/npz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "mce/core/bytes.hpp"
#include "zip.hpp"

namespace mce {
namespace {

/// UTF-8 as code points; nothing if it is not UTF-8.
std::optional<std::u32string> decoded(std::string_view text) {
  std::u32string letters;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const int ones = std::countl_one(first);  // none in ASCII, else the number of bytes
    const auto size = static_cast<std::size_t>(std::max(ones, 1));
    if (ones == 1 || ones > 4 || size > text.size()) return {};
    char32_t letter = first & (0x7FU >> ones);
    for (const char next : text.substr(1, size - 1)) {
      const auto bits = static_cast<unsigned char>(next);
      if ((bits & 0xC0) != 0x80) return {};
      letter = letter << 6 | (bits & 0x3F);
    }
    constexpr char32_t kLowest[] = {0, 0, 0x80, 0x800, 0x10000};  // anything below has a shorter form
    const bool surrogate = letter >= 0xD800 && letter <= 0xDFFF;
    if (letter < kLowest[ones] || letter > 0x10FFFF || surrogate) return {};
    letters += letter;
    text.remove_prefix(size);
  }
  return letters;
}

/// The number of code points of UTF-8: all bytes but those that go on with one.
std::size_t letters_in(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char each) { return (each & 0xC0) != 0x80; }));
}

/// A .npy file: the type, the shape, then the values as they lie.
/// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html, version 1.0
std::vector<std::byte> npy(const std::string& type, const std::string& shape, std::span<const std::byte> values) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  constexpr std::size_t kBeforeHeader = 10;
  while ((kBeforeHeader + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  ByteWriter out;
  out.raw(std::as_bytes(std::span<const char>("\x93NUMPY\x01\x00", 8)));
  out.value(static_cast<std::uint16_t>(header.size()));
  out.raw(std::as_bytes(std::span(header)));
  out.raw(values);
  return out.bytes();
}

std::vector<std::byte> npy(const std::vector<double>& values) {
  return npy("<f8", fmt::format("{},", values.size()), std::as_bytes(std::span(values)));
}

std::vector<std::byte> npy(const std::vector<std::int64_t>& values) {
  return npy("<i8", fmt::format("{},", values.size()), std::as_bytes(std::span(values)));
}

std::vector<std::byte> npy(const Matrix& matrix) {
  return npy("<f8", fmt::format("{}, {}", matrix.values.size() / matrix.width, matrix.width),
             std::as_bytes(std::span(matrix.values)));
}

std::vector<std::byte> npy(const std::vector<std::string>& texts) {
  std::size_t width = 1;  // NumPy has no text of width 0
  for (const std::string& text : texts) width = std::max(width, letters_in(text));
  std::u32string letters(texts.size() * width, U'\0');
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const auto text = decoded(texts[row]);
    if (!text) throw std::invalid_argument(fmt::format("row {} is not UTF-8", row));
    std::ranges::copy(*text, letters.begin() + static_cast<std::ptrdiff_t>(row * width));
  }
  return npy(fmt::format("<U{}", width), fmt::format("{},", texts.size()), std::as_bytes(std::span(letters)));
}

}  // namespace

std::vector<std::byte> to_npz(const DataTable& table) {
  table.check();
  ZipWriter zip;
  for (const auto& [name, values] : table.columns) {
    try {
      if (!decoded(name)) throw std::invalid_argument("its name is not UTF-8");
      zip.add(name + ".npy", std::visit([](const auto& each) { return npy(each); }, values));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("column '{}': {}", name, error.what()));
    }
  }
  return std::move(zip).finish();
}

}  // namespace mce
