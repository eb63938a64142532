// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace mce {

/// The version of this library: "0.1.0".
std::string_view version();

}  // namespace mce
