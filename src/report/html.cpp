// SPDX-License-Identifier: MIT
#include "html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace mce {
namespace {

/// Colours have a contrast of at least 4.5 with what is behind them, in light and in dark. Figures stay on white, which
/// their colours are made for.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1d2127; --soft: #5b6470; --line: #d8dde3; --card: #f5f7f9;
  --accent: #0b5cad; --good: #0a6b3d; --bad: #a3261b; --open: #6b5600; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e4e8ed; --soft: #a2adba; --line: #343c46;
  --card: #1d232a; --accent: #7ab8f5; --good: #63c995; --bad: #f0938a; --open: #d9bd5b; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 3.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
header, main { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.45rem; margin: 3rem 0 .8rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, li { max-width: 48rem; }
a { color: var(--accent); }
.subtitle { color: var(--soft); margin: .4rem 0 1.2rem; }
nav { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line); }
nav ul { max-width: 70rem; margin: 0 auto; padding: .6rem 1.25rem; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; }
nav a { text-decoration: none; }
nav a:hover, nav a:focus { text-decoration: underline; }
figure { margin: 1.5rem 0; }
figure > img, figure > svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
figure > img { background: #ffffff; border-radius: 8px; padding: .5rem; border: 1px solid var(--line); }
figure > .fill { width: min(100%, 62rem); }
figure > .drawing { width: min(100%, 50rem); background: none; border: 0; }
#claims tbody th { font-weight: normal; }
figcaption, caption { color: var(--soft); font-size: .92rem; }
figcaption { margin-top: .5rem; max-width: 56rem; }
caption { caption-side: top; text-align: left; padding-bottom: .5rem; }
.wide { overflow-x: auto; margin: 1.2rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .94rem; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
thead th { border-bottom: 2px solid var(--line); }
.left { text-align: left; }
tbody tr:hover { background: var(--card); }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem 1rem; margin: 1rem 0; }
summary { cursor: pointer; font-weight: 600; }
.holds { color: var(--good); font-weight: 600; } .fails { color: var(--bad); font-weight: 600; } .open { color: var(--open); font-weight: 600; }
footer { max-width: 70rem; margin: 3rem auto 0; padding: 1rem 1.25rem 2.5rem; color: var(--soft); border-top: 1px solid var(--line); }
@media print { nav { display: none; } body { font-size: 10pt; } h2 { break-after: avoid; } figure, table { break-inside: avoid; }
  details { border: 0; padding: 0; background: none; } }
)";

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char letter : text) {
    switch (letter) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += letter >= 0 && letter < ' ' && letter != '\n' ? ' ' : letter;
    }
  }
  return escaped;
}

std::string to_html(const TextTable& table) {
  const auto side = [&table](std::size_t column) { return column < table.left ? " class=\"left\"" : ""; };
  std::string html = fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">"
      "<table><caption>{0}</caption>\n<thead><tr>",
      escape_markup(table.caption));
  for (std::size_t i = 0; i < table.heads.size(); ++i) {
    html += table.heads[i].empty() ? fmt::format("<td{}></td>", side(i))
                                   : fmt::format("<th scope=\"col\"{}>{}</th>", side(i), escape_markup(table.heads[i]));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string text = escape_markup(row[i].text);
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
    links += fmt::format("<li><a href=\"#{}\">{}</a></li>", section.id, escape_markup(section.title));
    bodies += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
        section.id, escape_markup(section.title), section.body);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<style>{1}</style>\n</head>\n<body>\n"
      "<header><h1>{0}</h1>\n<p class=\"subtitle\">{2}</p></header>\n"
      "<nav aria-label=\"Sections\"><ul>{3}</ul></nav>\n<main>\n{4}</main>\n"
      "<footer>Made by mce, Monte Carlo Elites.</footer>\n</body>\n</html>\n",
      escape_markup(title), kStyle, escape_markup(subtitle), links, bodies);
}

}  // namespace mce
