// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text_table.hpp"

namespace mce {

/// Text as it may stand in HTML, SVG and other XML, between tags and in attributes alike.
std::string escape_markup(std::string_view text);

/// A table with its caption and proper headings, to be scrolled where it is too wide.
std::string to_html(const TextTable& table);

/// A file as part of a page: "data:image/png;base64,…".
std::string data_uri(std::string_view type, std::span<const std::byte> contents);

/// A part of a page that its navigation leads to.
struct HtmlSection {
  std::string id;
  std::string title;
  std::string body;  ///< HTML
};

/// A self-contained page: no network, light and dark, for print too.
std::string html_page(std::string_view title, std::string_view subtitle, std::span<const HtmlSection> sections);

}  // namespace mce
