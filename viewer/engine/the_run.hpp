// SPDX-License-Identifier: MIT
#pragma once

#include "mce/run/run.hpp"

namespace mce::page {

/// The one run that an engine has; `start` makes it.
TestbedRun& the_run();

}  // namespace mce::page
