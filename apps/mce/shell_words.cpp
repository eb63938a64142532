// SPDX-License-Identifier: MIT
#include "shell_words.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace mce::app {

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=:,@%+-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  const auto is_control = [](char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f; };
  const bool escapes = std::ranges::any_of(text, is_control);  // only $'…' writes these in one line
  std::string word = escapes ? "$'" : "'";
  for (const char letter : text) {
    if (escapes && is_control(letter)) {
      word += fmt::format("\\x{:02x}", static_cast<unsigned char>(letter));
    } else if (escapes && (letter == '\'' || letter == '\\')) {
      word += {'\\', letter};
    } else if (letter == '\'') {
      word += "'\\''";
    } else {
      word += letter;
    }
  }
  return word + "'";
}

std::string shell_path(const std::string& path) { return shell_word(path.starts_with('-') ? "./" + path : path); }

}  // namespace mce::app
