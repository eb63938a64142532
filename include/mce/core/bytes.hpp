// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "mce/core/error.hpp"

namespace mce {

static_assert(std::endian::native == std::endian::little, "saved states are little-endian and written as they lie");

/// Appends plain values to a growing buffer: the saved form of a state.
class ByteWriter {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void value(const T& value) {
    raw(std::as_bytes(std::span(&value, 1)));
  }
  void raw(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void text(const std::string& text) {
    value<std::uint64_t>(text.size());
    raw(std::as_bytes(std::span(text)));
  }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads back what a ByteWriter wrote, in the same order. Throws Error rather than read past the end.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  T value() {
    T result{};
    raw(std::as_writable_bytes(std::span(&result, 1)));
    return result;
  }
  void raw(std::span<std::byte> out) {
    if (out.size() > rest_.size()) throw Error("saved state ends early");
    if (!out.empty()) std::memcpy(out.data(), rest_.data(), out.size());
    rest_ = rest_.subspan(out.size());
  }
  std::string text() {
    const auto size = value<std::uint64_t>();
    if (size > rest_.size()) throw Error("saved state ends early");
    std::string result(size, '\0');
    raw(std::as_writable_bytes(std::span(result)));
    return result;
  }
  [[nodiscard]] std::size_t remaining() const { return rest_.size(); }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace mce
