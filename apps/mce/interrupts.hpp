// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace mce::app {

/// Set by Ctrl-C or a wish to terminate, once they are watched for.
extern std::atomic<bool> interrupted;

/// From now on the first Ctrl-C ends the work in good order; a second one kills the program.
void watch_for_interrupts();

}  // namespace mce::app
