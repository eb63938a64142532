// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace mce::test {

/// What is wrong with the syntax of a piece of LaTeX with tables, as far as it can be told without LaTeX; "" if
/// nothing: environments and braces that are not closed, special signs, rows that do not fit their columns.
inline std::string latex_complaint(const std::string& text) {
  std::vector<std::string> open;
  int braces = 0;
  std::size_t columns = 0;
  std::size_t cells = 1;
  bool maths = false;
  const auto argument = [&text](std::size_t at) {
    const std::size_t begin = text.find('{', at) + 1;
    return text.substr(begin, text.find('}', begin) - begin);
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string here = "at \"" + text.substr(i, 30) + "\"";
    if (text[i] == '\\') {
      if (text.compare(i, 6, "\\begin") == 0) {
        open.push_back(argument(i));
        if (open.back() == "tabular") columns = argument(text.find('}', i)).size();
      } else if (text.compare(i, 4, "\\end") == 0) {
        if (open.empty() || open.back() != argument(i)) return "end of another environment " + here;
        open.pop_back();
      } else if (text.compare(i, 2, "\\\\") == 0) {
        if (cells != columns)
          return std::to_string(cells) + " cells in " + std::to_string(columns) + " columns " + here;
        cells = 1;
      }
      ++i;  // an escaped sign, or the first letter of a name
      continue;
    }
    if (text[i] == '{') ++braces;
    if (text[i] == '}' && --braces < 0) return "a brace too many " + here;
    if (text[i] == '&') ++cells;
    if (text[i] == '$') maths = !maths;
    const std::string special = maths ? "%#_~^" : "%#_~^<>";
    if (special.find(text[i]) != std::string::npos) return "a special sign " + here;
    if (static_cast<unsigned char>(text[i]) >= 128) return "a sign that is not ASCII " + here;
  }
  if (!open.empty()) return open.back() + " does not end";
  if (braces != 0) return "a brace is not closed";
  if (maths) return "mathematics do not end";
  return cells == 1 ? "" : "a row does not end";
}

}  // namespace mce::test
