// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

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

/// Measures the treatments whose runs are all in, and which are not measured yet.
void measure_complete(Store& store, const StudyOptions& options);

/// The missing runs that were asked for, those that take longest first. The runs of a treatment stay together.
std::vector<RunKey> agenda(const Store& store, const StudyFilter& only);

}  // namespace mce
