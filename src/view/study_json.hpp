// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "mce/run/detail/plan_json.hpp"
#include "results.hpp"

/// The resources that are JSON (docs/explorer-api.md).
namespace mce {

Json facts_json(const Results& results);
/// `identity` is another one if the facts are.
Json state_json(const Results& results, const std::string& identity);
Json beaten_json(const Results& results);
Json areas_json(const Results& results);

/// Whether the store has the history of the maps of each run: while they are not measured, and later if it is to be
/// kept.
bool keeps_history(const Results& results, std::uint32_t treatment);
Json runs_json(const Results& results, std::uint32_t treatment);
Json curves_json(const Results& results, std::uint32_t treatment);
Json comparisons_json(const Results& results, std::uint32_t treatment);

}  // namespace mce
