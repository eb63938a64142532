// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>

#include "html.hpp"
#include "mce/report/maze_picture.hpp"

namespace mce {

inline constexpr std::string_view kFont = "system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

/// A coordinate in few letters: ".35", "-2", "7.5".
inline std::string short_number(double value) {
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  if (text == "-0") return "0";
  if (text.starts_with("0.")) return text.substr(1);
  if (text.starts_with("-0.")) return "-" + text.substr(2);
  return text;
}

/// A whole SVG of this size, whose upper left corner is at `left`, `left`. One unit is `scale` pixels.
struct SvgFrame {
  double left;
  double width;
  double height;
  double scale;
};

inline std::string svg_document(const SvgFrame& frame, std::string_view title, SvgPlace place,
                                std::string_view shapes) {
  const std::string left = short_number(frame.left);
  std::string text = fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" role="img")", left,
                                 left, short_number(frame.width), short_number(frame.height));
  // Text of a page on white and on a dark page: an image does not inherit it.
  if (place == SvgPlace::file) {
    text += fmt::format(R"( width="{}" height="{}" color="#1f2933")", short_number(frame.width * frame.scale),
                        short_number(frame.height * frame.scale));
  }
  text += fmt::format(">\n<title>{}</title>\n", escape_markup(title));
  if (place == SvgPlace::file) text += "<style>@media (prefers-color-scheme:dark){svg{color:#e6e9ec}}</style>\n";
  return text + std::string(shapes) + "</svg>\n";
}

}  // namespace mce
