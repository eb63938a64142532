// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "mce/core/archive.hpp"
#include "terminal.hpp"

namespace mce::app {

/// The map as text: the first feature to the right, the second upwards, fitness as colour or, on a plain output, as
/// letters from '.' to '@'. A map larger than the output is shrunk, and features beyond the second are flattened: a
/// spot shows the fittest elite of its cells.
std::string draw_map(const Archive& archive, const Terminal& terminal);

}  // namespace mce::app
