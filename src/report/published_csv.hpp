// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace mce {

/// data/published_tables.csv, in the library itself: it is found wherever the library is.
std::string_view published_csv();

}  // namespace mce
