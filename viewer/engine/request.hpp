// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "mce/run/plan.hpp"

namespace mce::page {

/// The plan that the page asks for: a line "name value" for each thing that a person has said of a run, with these
/// names:
///   profile, testbed, selector, seed      as on the command line
///   set                                   "size=12": a parameter of the testbed; may be repeated
///   evaluations, resolution, …            those of Plan::table()
/// Errors name the parameter. Without a selector, it is the plan of a whole treatment.
Plan read_request(std::string_view text);

}  // namespace mce::page
