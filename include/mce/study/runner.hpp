// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "mce/study/filter.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// How a study gets on.
struct StudyProgress {
  std::uint64_t evaluations = 0;  ///< made by this process
  std::uint64_t all_evaluations = 0;
  std::uint32_t runs = 0;
  std::uint32_t all_runs = 0;
  std::string treatment;  ///< the one that was begun last
};

struct StudyOptions {
  unsigned threads = 1;
  StudyFilter only = {};
  std::atomic<bool>* stop = nullptr;  ///< set it to end early; runs in flight are lost
  std::function<void(const StudyProgress&)> watch = [](const StudyProgress&) {};  ///< called some times a second
};

/// Makes all runs that are missing, on several threads, and measures the treatments that are complete. The results do
/// not depend on the number of threads. False if it was stopped before the end.
bool run_study(Store& store, const StudyOptions& options);

/// Makes one run. Nothing if `stop` was set before its end; `evaluations` is counted up on the way.
std::optional<FinishedRun> make_run(const Protocol& protocol, const RunKey& key, const std::atomic<bool>& stop,
                                    std::atomic<std::uint64_t>& evaluations);

}  // namespace mce
