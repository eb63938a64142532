// SPDX-License-Identifier: MIT
#pragma once

#include "mce/problems/problem.hpp"
#include "mce/run/detail/plan_json.hpp"

namespace mce {

Json problem_json(const Problem& problem);
/// Throws Error for what is no problem; the variation is not checked.
Problem problem_from(const Json& json);

}  // namespace mce
