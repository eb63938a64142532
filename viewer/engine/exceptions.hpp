// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace mce::page {

/// While one lives, messages of exceptions begin with `owner`, and say what is allowed unless they do already.
/// Elsewhere a catch block adds that; here, none ever runs (exceptions.cpp).
class WhileSetting {
 public:
  /// `owner` is such as "size of maze".
  WhileSetting(std::string owner, std::string allowed);
  ~WhileSetting();
  WhileSetting(const WhileSetting&) = delete;
  WhileSetting& operator=(const WhileSetting&) = delete;
};

}  // namespace mce::page
