// SPDX-License-Identifier: MIT
#include "plot_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "mce/selectors/selector_kinds.hpp"

namespace mce {
namespace {

/// In the order of selector_kinds(). A family has a hue and a shape; its selector by individual is brighter, dashed
/// and open, that by cell darker, solid and filled. Any two colours differ by 23 or more (CIELAB), also as those see
/// them who lack one kind of cones (simulated after Machado et al. 2009).
const std::array<LineStyle, 9>& styles_of_kinds() {
  static const std::array<LineStyle, 9> styles = {{{"#2374f8", "(7,2)", 6},
                                                   {"#0a2a8c", "1", 7},
                                                   {"#e7ad25", "(7,2)", 4},
                                                   {"#c4490f", "1", 5},
                                                   {"#41c763", "(7,2)", 8},
                                                   {"#0f653a", "1", 9},
                                                   {"#000000", "(2,2)", 13},
                                                   {"#8a8a8a", "(9,2,2,2)", 1},
                                                   {"#e95fca", "(5,2,1,2,1,2)", 2}}};
  return styles;
}

std::size_t kind_place(std::string_view name) {
  const auto kinds = selector_kinds();
  return static_cast<std::size_t>(std::ranges::find(kinds, name, &SelectorKind::name) - kinds.begin());
}

}  // namespace

std::vector<LineStyle> line_styles(const std::vector<SelectorEntry>& selectors) {
  const auto& styles = styles_of_kinds();
  std::array<bool, 9> used{};
  std::vector<std::size_t> again;
  std::vector<LineStyle> chosen(selectors.size());
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    const std::size_t kind = kind_place(selectors[i].name);
    if (std::exchange(used.at(kind), true)) {
      again.push_back(i);
    } else {
      chosen[i] = styles.at(kind);
    }
  }
  std::size_t next = 0;
  for (const std::size_t i : again) {
    // Once all nine are in use, they come again; nobody tells more lines apart anyway.
    while (next < styles.size() && used.at(next)) ++next;
    chosen[i] = styles.at(next < styles.size() ? next : kind_place(selectors[i].name));
    if (next < styles.size()) ++next;
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

std::string text_markup(std::string_view text) {
  constexpr std::string_view kMarkup = "\\^_@&~{}";
  std::string result = "'";
  for (const char letter : text) {
    if (kMarkup.find(letter) != std::string_view::npos) result += '\\';
    result += letter;
    if (letter == '\'') result += '\'';
  }
  return result + "'";
}

std::string symbol_markup(const SelectorEntry& selector) {
  const std::string& symbol = selector_kind(selector.name).symbol;
  return symbol.size() < 2 ? symbol : symbol.substr(0, 1) + "_{" + symbol.substr(1) + "}";
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
