// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "mce/view/resources.hpp"
#include "results.hpp"

/// The resources that are arrays (docs/explorer-api.md). All throw NotThere.
namespace mce {

/// `metric` is the key of a metric, or "best".
Resource curves_of_runs(const Results& results, std::uint32_t treatment, std::string_view metric);
Resource centroids_array(const Results& results, std::uint32_t treatment);

Resource map_list(const Results& results, const RunKey& key);
Resource map_arrays(const Results& results, const RunKey& key, std::uint32_t index);
Resource history_arrays(const Results& results, const RunKey& key);
Resource elites_arrays(const Results& results, const RunKey& key);
Resource picture_json(const Results& results, const RunKey& key, std::uint32_t cell);

}  // namespace mce
