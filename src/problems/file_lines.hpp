// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mce {

/// The lines of an open file, one after the other, without ever holding more than a line and a piece. Throws Error.
class FileLines {
 public:
  FileLines(const std::filesystem::path& path, int descriptor) : path_(path), descriptor_(descriptor) {}

  /// The next line that is whole. False at the end of the file.
  bool next(std::string_view& line, std::size_t longest);

  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Bytes of all lines so far.
  [[nodiscard]] std::uint64_t whole() const { return whole_; }
  /// At the end of the file: whether a line without an end is left.
  [[nodiscard]] bool is_torn() const { return !text_.empty(); }

  [[noreturn]] void damaged(std::string_view what) const { damaged(number_, what); }
  [[noreturn]] void damaged(std::uint64_t line, std::string_view what) const;

 private:
  bool read_piece();

  const std::filesystem::path& path_;
  int descriptor_;
  std::string text_;
  std::size_t begin_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t whole_ = 0;
};

}  // namespace mce
