// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mce/run/detail/plan_json.hpp"
#include "mce/view/resources.hpp"

namespace mce {

/// Builds a resource of arrays (docs/explorer-api.md): a head in JSON, then plain numbers.
class ArrayWriter {
 public:
  /// `head` has what the resource says beside its arrays.
  explicit ArrayWriter(Json head = Json::object()) : head_(std::move(head)) {}

  /// The numbers have to stay where they are until `finish`.
  void add(const char* name, std::span<const double> numbers) { add(name, "f64", std::as_bytes(numbers), 8); }
  void add(const char* name, std::span<const float> numbers) { add(name, "f32", std::as_bytes(numbers), 4); }
  void add(const char* name, std::span<const std::uint32_t> numbers) { add(name, "u32", std::as_bytes(numbers), 4); }
  void add(const char* name, std::span<const std::uint8_t> numbers) { add(name, "u8", std::as_bytes(numbers), 1); }

  [[nodiscard]] Resource finish() const;

 private:
  struct Part {
    const char* name;
    const char* type;
    std::span<const std::byte> bytes;
    std::size_t width;
  };
  void add(const char* name, const char* type, std::span<const std::byte> bytes, std::size_t width) {
    parts_.push_back({name, type, bytes, width});
  }

  Json head_;
  std::vector<Part> parts_;
};

}  // namespace mce
