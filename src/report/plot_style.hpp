// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mce/study/protocol.hpp"

namespace mce {

/// How a selector's line is drawn: by colour, by dashes and by a mark, so that it is known in grey print too.
struct LineStyle {
  std::string colour;  ///< "#0a2a8c"
  std::string dashes;  ///< gnuplot's dash type: "1" for a solid line, "(8,3)"
  int mark = 0;        ///< gnuplot's point type
  bool operator==(const LineStyle&) const = default;
};

/// The style of every selector. The paper's nine have theirs in every study; all others, and the nine with other
/// parameters, get further ones. Beyond some 200 selectors styles come again.
std::vector<LineStyle> line_styles(const std::vector<SelectorEntry>& selectors);
/// The lines of a script that define them, as line styles 1, 2, …
std::string style_lines(const std::vector<SelectorEntry>& selectors);

/// Text as gnuplot shows it unchanged, in quotes and in one line.
std::string text_markup(std::string_view text);
/// A selector's symbol in gnuplot's markup, between single quotes: "U_{i}".
std::string symbol_markup(const SelectorEntry& selector);
/// A number of evaluations in gnuplot's markup: "10^{3}", "2×10^{5}", "1500".
std::string count_markup(std::uint64_t count);

}  // namespace mce
