// SPDX-License-Identifier: MIT
#include "html.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "html_style.hpp"

namespace mce {

std::string escape_html(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char letter : text) {
    switch (letter) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += letter;
    }
  }
  return escaped;
}

std::string to_html(const TextTable& table) {
  const auto side = [&table](std::size_t column) { return column < table.left ? " class=\"left\"" : ""; };
  std::string html = fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">"
      "<table><caption>{0}</caption>\n<thead><tr>",
      escape_html(table.caption));
  for (std::size_t i = 0; i < table.heads.size(); ++i) {
    html += table.heads[i].empty() ? fmt::format("<td{}></td>", side(i))
                                   : fmt::format("<th scope=\"col\"{}>{}</th>", side(i), escape_html(table.heads[i]));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string text = escape_html(row[i].text);
      const std::string shown = row[i].bold ? "<strong>" + text + "</strong>" : text;
      html += i == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", side(i), shown)
                     : fmt::format("<td{}>{}</td>", side(i), shown);
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string data_uri(std::string_view type, std::span<const std::byte> contents) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string uri = fmt::format("data:{};base64,", type);
  uri.reserve(uri.size() + (contents.size() + 2) / 3 * 4);
  for (std::size_t start = 0; start < contents.size(); start += 3) {
    const std::size_t count = std::min<std::size_t>(3, contents.size() - start);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (i < count ? std::to_integer<std::uint32_t>(contents[start + i]) : 0);
    for (std::size_t i = 0; i < 4; ++i) uri += i <= count ? kLetters[bits >> (18 - 6 * i) & 63] : '=';
  }
  return uri;
}

std::string html_page(std::string_view title, std::string_view subtitle, std::span<const HtmlSection> sections) {
  std::string links;
  std::string bodies;
  for (const HtmlSection& section : sections) {
    links += fmt::format("<li><a href=\"#{}\">{}</a></li>", section.id, escape_html(section.title));
    bodies += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
        section.id, escape_html(section.title), section.body);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<style>{1}</style>\n</head>\n<body>\n"
      "<header><h1>{0}</h1>\n<p class=\"subtitle\">{2}</p></header>\n"
      "<nav aria-label=\"Sections\"><ul>{3}</ul></nav>\n<main>\n{4}</main>\n"
      "<footer>Made by mce, Monte Carlo Elites.</footer>\n</body>\n</html>\n",
      escape_html(title), kStyle, escape_html(subtitle), links, bodies);
}

}  // namespace mce
