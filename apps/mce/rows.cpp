// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "terminal.hpp"

namespace mce::app {

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

void print_rows(const std::vector<Row>& rows) {
  const bool plain = Terminal::of(stdout).colours == Terminal::Colours::none;
  const auto starred = [plain](const Row& row, std::size_t i) { return plain && i < row.best.size() && row.best[i]; };
  std::size_t head = 0;
  std::vector<std::size_t> widths(rows.front().entries.size());
  for (const Row& row : rows) {
    head = std::max(head, width_of(row.head));
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], width_of(row.entries[i]) + (starred(row, i) ? 1 : 0));
    }
  }
  for (const Row& row : rows) {
    fmt::print("  {:<{}}", row.head, head);
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const bool stands_out = i < row.best.size() && row.best[i];
      const std::string entry = starred(row, i) ? "*" + row.entries[i] : row.entries[i];
      fmt::print("  {}{:>{}}{}", stands_out && !plain ? "\x1b[1m" : "", entry, widths[i],
                 stands_out && !plain ? "\x1b[0m" : "");
    }
    fmt::print("{}{}\n", row.remark.empty() ? "" : "  ", row.remark);
  }
}

}  // namespace mce::app
