// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/error.hpp"
#include "mce/run/plan.hpp"

/// Plans as JSON, for files that hold them. Files come from elsewhere: every reader throws Error that says what is
/// wrong with them.
namespace mce {

/// Keeps the order of its keys, which settings have too.
using Json = nlohmann::ordered_json;

/// Throws Error for text that is not JSON, or nested deeper than anything of ours.
Json parse_json(std::string_view text);

/// The field of an object. Throws Error that names it if it is missing or of another type.
const Json& field(const Json& object, const char* key);
std::string text_field(const Json& object, const char* key);
std::uint64_t whole_field(const Json& object, const char* key);
std::vector<std::uint64_t> wholes_field(const Json& object, const char* key);
/// An array of objects.
const Json& list_field(const Json& object, const char* key);
Settings settings_field(const Json& object, const char* key);

Json settings_json(const Settings& settings);

/// Without selector and seed where a plan has no selector.
Json plan_json(const Plan& plan);
/// Checks the plan as a whole. 0.1.0 wrote numbers as text, and called the testbed's settings of a treatment
/// "settings".
Plan plan_from(const Json& json);

}  // namespace mce
