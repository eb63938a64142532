// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mce {

/// Makes a zip archive in memory: compressed, of any size, without the time of day, so that the same contents
/// give the same bytes.
class ZipWriter {
 public:
  /// `name` is UTF-8; std::invalid_argument if it is longer than the format allows.
  void add(std::string_view name, std::span<const std::byte> contents);
  /// The whole archive; the writer is used up.
  [[nodiscard]] std::vector<std::byte> finish() &&;

 private:
  std::vector<std::byte> file_;
  std::vector<std::byte> directory_;  ///< what follows the members
  std::uint64_t members_ = 0;
};

}  // namespace mce
