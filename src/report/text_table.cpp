// SPDX-License-Identifier: MIT
#include "text_table.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace mce {
namespace {

std::string replaced(std::string_view text, std::string_view (*replacement)(char)) {
  std::string escaped;
  for (const char each : text) {
    const std::string_view instead = replacement(each);
    if (instead.empty()) {
      escaped += each;
    } else {
      escaped += instead;
    }
  }
  return escaped;
}

void check_rows(const TextTable& table) {
  for (const auto& row : table.rows) {
    if (row.size() != table.heads.size()) {
      throw std::invalid_argument(
          fmt::format("table {}: a row of {} cells under {} heads", table.name, row.size(), table.heads.size()));
    }
  }
}

}  // namespace

std::string escape_markdown(std::string_view text) {
  return replaced(text, [](char each) -> std::string_view {
    switch (each) {
      case '|': return "\\|";
      case '*': return "\\*";
      case '_': return "\\_";
      case '`': return "\\`";
      case '[': return "\\[";
      case ']': return "\\]";
      case '~': return "\\~";
      case '\\': return "\\\\";
      case '<': return "&lt;";
      case '&': return "&amp;";
      case '\n': return " ";
      default: return {};
    }
  });
}

std::string escape_latex(std::string_view text) {
  std::string escaped = replaced(text, [](char each) -> std::string_view {
    switch (each) {
      case '&': return "\\&";
      case '%': return "\\%";
      case '$': return "\\$";
      case '#': return "\\#";
      case '_': return "\\_";
      case '{': return "\\{";
      case '}': return "\\}";
      case '~': return "\\textasciitilde{}";
      case '^': return "\\textasciicircum{}";
      case '\\': return "\\textbackslash{}";
      case '<': return "$<$";  // as text, the default fonts have other signs in these places
      case '>': return "$>$";
      case '\n': return " ";
      default: return {};
    }
  });
  constexpr std::string_view kPlusMinus = "±";
  for (auto at = escaped.find(kPlusMinus); at != std::string::npos; at = escaped.find(kPlusMinus, at)) {
    escaped.replace(at, kPlusMinus.size(), "$\\pm$");
  }
  return escaped;
}

std::string to_markdown(const TextTable& table) {
  check_rows(table);
  std::string text = "|";
  for (const std::string& head : table.heads) text += fmt::format(" {} |", escape_markdown(head));
  text += "\n|";
  for (std::size_t i = 0; i < table.heads.size(); ++i) text += i < table.left ? ":--|" : "--:|";
  text += "\n";
  for (const auto& row : table.rows) {
    text += "|";
    for (const TextCell& cell : row) {
      const std::string escaped = escape_markdown(cell.text);
      text += cell.bold && !escaped.empty() ? fmt::format(" **{}** |", escaped) : fmt::format(" {} |", escaped);
    }
    text += "\n";
  }
  return text;
}

std::string to_latex(const TextTable& table) {
  check_rows(table);
  const auto line = [](const auto& cells, auto&& text_of) {
    std::vector<std::string> texts;
    texts.reserve(cells.size());
    for (const auto& cell : cells) texts.push_back(text_of(cell));
    return fmt::format("{} \\\\\n", fmt::join(texts, " & "));
  };
  std::string columns;
  for (std::size_t i = 0; i < table.heads.size(); ++i) columns += i < table.left ? 'l' : 'r';
  std::string text = fmt::format(
      "\\begin{{table}}[htbp]\n\\centering\n\\small\n\\setlength{{\\tabcolsep}}{{4pt}}\n\\caption{{{}}}\n"
      "\\label{{tab:{}}}\n\\begin{{tabular}}{{{}}}\n\\toprule\n",
      escape_latex(table.caption), table.name, columns);
  text += line(table.heads, [](const std::string& head) { return escape_latex(head); });
  text += "\\midrule\n";
  for (const auto& row : table.rows) {
    text += line(row, [](const TextCell& cell) {
      const std::string escaped = escape_latex(cell.text);
      return cell.bold && !escaped.empty() ? fmt::format("\\textbf{{{}}}", escaped) : escaped;
    });
  }
  return text + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

}  // namespace mce
