// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>

namespace mce::app {

/// What an output can show.
struct Terminal {
  enum class Colours : std::uint8_t { none, palette, full };
  bool interactive = false;  ///< a person looks at it: lines may be redrawn
  Colours colours = Colours::none;
  int columns = 80;
  int rows = 46;  // where nobody says otherwise: room for a map

  /// Not a terminal, TERM=dumb or NO_COLOR mean plain text.
  static Terminal of(std::FILE* stream);
};

}  // namespace mce::app
