// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "mce/run/detail/plan_json.hpp"
#include "results.hpp"

/// The resources that are JSON (docs/explorer-api.md).
namespace mce {

Json facts_json(const Results& results);
Json state_json(const Results& results);
Json beaten_json(const Results& results);
Json areas_json(const Results& results);

Json runs_json(const Results& results, std::uint32_t treatment);
Json curves_json(const Results& results, std::uint32_t treatment);
Json comparisons_json(const Results& results, std::uint32_t treatment);

}  // namespace mce
