// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "mce/study/protocol.hpp"

namespace mce {

/// An expanded protocol as JSON text, and back. Throws Error for text that is none.
std::string to_json(const Protocol& protocol);
Protocol protocol_from_json(std::string_view text);

}  // namespace mce
