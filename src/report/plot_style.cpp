// SPDX-License-Identifier: MIT
#include "plot_style.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"

namespace mce {
namespace {

/// Text as gnuplot shows it unchanged, for a string in single quotes. In others it would run what is in backquotes.
std::string unquoted_markup(std::string_view text) {
  constexpr std::string_view kMarkup = "\\^_@&~{}";
  std::string result;
  for (const char letter : text) {
    if (letter == '\'' || letter == '`') {  // gnuplot cannot read a quote at the start of a string, doubled or not
      result += letter == '`' ? "\\140" : "\\047";
      continue;
    }
    if (kMarkup.find(letter) != std::string_view::npos) result += '\\';
    result += letter >= 0 && letter < ' ' ? ' ' : letter;
  }
  return result;
}

/// The paper's nine, in the order of paper_selectors(). A family has a hue and a shape; its selector by individual is
/// brighter, dashed and open, that by cell darker, solid and filled. Any two colours differ by 23 or more (CIELAB),
/// also as those see them who lack one kind of cones (simulated after Machado et al. 2009).
/// The others follow: any two of all these colours differ by 19 or more in the same way, and no mark is there twice.
const std::vector<LineStyle>& all_styles() {
  static const std::vector<LineStyle> styles = {
      {"#2374f8", "(7,2)", 6},         {"#0a2a8c", "1", 7},  {"#e7ad25", "(7,2)", 4},  {"#c4490f", "1", 5},
      {"#41c763", "(7,2)", 8},         {"#0f653a", "1", 9},  {"#000000", "(2,2)", 13}, {"#8a8a8a", "(9,2,2,2)", 1},
      {"#e95fca", "(5,2,1,2,1,2)", 2}, {"#7800ff", "1", 11}, {"#780000", "(7,2)", 10}, {"#a5c3a5", "1", 15},
      {"#5a2d5a", "(7,2)", 12},        {"#f0b4e1", "1", 14}, {"#9600c3", "(2,2)", 3}};
  return styles;
}

/// A style for the n-th selector that the paper does not have. After the further styles, all of them come again with
/// the dashes and marks of others.
LineStyle further_style(std::size_t n) {
  const auto& styles = all_styles();
  const std::size_t place = paper_selectors().size() + n;
  const std::size_t round = place / styles.size();
  constexpr std::size_t kShift = 4;  // has no divisor in common with their number: each round has other marks
  const LineStyle& other = styles[(place + kShift * round) % styles.size()];
  return {styles[place % styles.size()].colour, other.dashes, other.mark};
}

}  // namespace

std::vector<LineStyle> line_styles(const std::vector<SelectorEntry>& selectors) {
  const auto nine = paper_selectors();
  std::vector<LineStyle> chosen;
  std::size_t others = 0;
  for (const SelectorEntry& each : selectors) {
    const auto found = std::ranges::find(nine, each.label);
    const auto place = static_cast<std::size_t>(found - nine.begin());
    chosen.push_back(found == nine.end() ? further_style(others++) : all_styles()[place]);
  }
  return chosen;
}

std::string style_lines(const std::vector<SelectorEntry>& selectors) {
  std::string lines;
  int number = 0;
  for (const LineStyle& style : line_styles(selectors)) {
    lines +=
        fmt::format("set style line {} linecolor rgb \"{}\" dashtype {} linewidth 1.4 pointtype {} pointsize 0.5\n",
                    ++number, style.colour, style.dashes, style.mark);
  }
  return lines;
}

std::string text_markup(std::string_view text) { return "'" + unquoted_markup(text) + "'"; }

std::string symbol_markup(const SelectorEntry& selector) {
  const std::string_view symbol = selector_kind(selector.name).symbol;
  std::size_t first = std::min<std::size_t>(symbol.size(), 1);
  while (first < symbol.size() && (static_cast<unsigned char>(symbol[first]) & 0xC0) == 0x80) ++first;  // UTF-8
  const std::string letter = unquoted_markup(symbol.substr(0, first));
  return first == symbol.size() ? letter : letter + "_{" + unquoted_markup(symbol.substr(first)) + "}";
}

std::string count_markup(std::uint64_t count) {
  std::uint64_t digits = count;
  int power = 0;
  while (digits > 0 && digits % 10 == 0) {
    digits /= 10;
    ++power;
  }
  if (power < 3) return fmt::format("{}", count);
  return digits == 1 ? fmt::format("10^{{{}}}", power) : fmt::format("{}×10^{{{}}}", digits, power);
}

}  // namespace mce
