// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "mce/study/store.hpp"
#include "problem_runs.hpp"

namespace mce {

/// Makes one run of a study. Nothing if `stop` was set before its end; `evaluations` is counted up on the way.
std::optional<FinishedRun> make_run(const Protocol& protocol, const RunKey& key, ProblemRuns& problems,
                                    const std::atomic<bool>& stop, std::atomic<std::uint64_t>& evaluations);

/// After how many evaluations the maps are kept: powers of ten from 1000 on, and the end; or where the batches end that
/// pass them.
std::vector<std::uint64_t> map_points(const Plan& plan);

}  // namespace mce
