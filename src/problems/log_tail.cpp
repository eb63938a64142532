// SPDX-License-Identifier: MIT
#include "log_tail.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "mce/core/text.hpp"
#include "messages.hpp"

namespace mce {

std::string log_tail(const std::filesystem::path& path) {
  constexpr std::streamoff kMostBytes = 8192;
  constexpr std::size_t kMostLines = 10;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = std::max<std::streamoff>(file.tellg(), 0);
  std::string text(static_cast<std::size_t>(std::min(size, kMostBytes)), '\0');
  file.seekg(size - static_cast<std::streamoff>(text.size()));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  while (text.ends_with('\n')) text.pop_back();
  if (text.empty()) return fmt::format("\n  It wrote nothing to its standard error ({}).", in_quotes(path.string()));
  std::ranges::replace(text, '\t', ' ');
  const std::vector<std::string> lines = split(text, '\n');
  std::string tail = fmt::format("\n  The last lines of its standard error, {}:", in_quotes(path.string()));
  for (std::size_t i = lines.size() - std::min(lines.size(), kMostLines); i < lines.size(); ++i) {
    tail += "\n    " + shortened(lines[i]);
  }
  return tail;
}

}  // namespace mce
