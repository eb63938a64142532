// SPDX-License-Identifier: MIT
#include "file_lines.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "mce/core/error.hpp"
#include "mce/core/text.hpp"

namespace mce {

bool FileLines::next(std::string_view& line, std::size_t longest) {
  for (std::size_t searched = begin_;;) {
    const std::size_t end = text_.find('\n', searched);
    if (end != std::string::npos || text_.size() - begin_ > longest) ++number_;
    if (std::min(end, text_.size()) - begin_ > longest) damaged("the line is too long");
    if (end != std::string::npos) {
      line = std::string_view(text_).substr(begin_, end - begin_);
      whole_ += line.size() + 1;
      begin_ = end + 1;
      return true;
    }
    text_.erase(0, begin_);
    searched = text_.size();
    begin_ = 0;
    if (!read_piece()) return false;
  }
}

void FileLines::damaged(std::uint64_t line, std::string_view what) const {
  throw Error(fmt::format("{} is damaged in line {}: {}", in_quotes(path_.string()), line, what));
}

bool FileLines::read_piece() {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const std::size_t before = text_.size();
  text_.resize(before + kPiece);
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, text_.data() + before, kPiece);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    throw Error(fmt::format("cannot read {}: {}", in_quotes(path_.string()), std::generic_category().message(errno)));
  }
  text_.resize(before + static_cast<std::size_t>(count));
  return count > 0;
}

}  // namespace mce
