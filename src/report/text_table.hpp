// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mce {

struct TextCell {
  std::string text;
  bool bold = false;
};

/// A table for people to read, whatever it is written as. Texts are plain: a writer escapes what its format needs.
struct TextTable {
  std::string name;  ///< for a file or a label, of letters, digits and hyphens: "beaten-rastrigin"
  std::string caption;
  std::vector<std::string> heads;
  std::vector<std::vector<TextCell>> rows;  ///< each as long as `heads`
  std::size_t left = 1;                     ///< so many columns are aligned left, the others right
};

/// The table alone, without its caption: that of a page is a heading or a paragraph of its own. Both throw
/// std::invalid_argument for a row whose length is not that of the heads.
std::string to_markdown(const TextTable& table);
/// A `table` environment with caption, label and rules of booktabs.
std::string to_latex(const TextTable& table);

std::string escape_markdown(std::string_view text);
std::string escape_latex(std::string_view text);

}  // namespace mce
