// SPDX-License-Identifier: MIT
#include "mce/core/version.hpp"

namespace mce {

std::string_view version() { return MCE_VERSION; }

}  // namespace mce
