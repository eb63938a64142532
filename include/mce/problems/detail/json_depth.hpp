// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace mce {

/// Whether a text of JSON is nested deeper than anything that we read. What is written from it, copied or compared
/// would call itself at every level, so a text that opens very many brackets would use up the stack.
inline bool is_deep_json(std::string_view text) {
  constexpr int kDeepest = 32;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_text && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_text = !in_text;
    } else if (!in_text && (text[i] == '[' || text[i] == '{')) {
      if (++depth > kDeepest) return true;
    } else if (!in_text && (text[i] == ']' || text[i] == '}')) {
      --depth;
    }
  }
  return false;
}

}  // namespace mce
