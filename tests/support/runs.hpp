// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mce/core/bytes.hpp"
#include "mce/run/run.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

namespace mce::test {

/// A run that is small enough to be made by the hundred; tiny mazes.
inline PlanRequest small_request(const std::string& testbed, const std::string& selector, std::uint64_t evaluations,
                                 std::uint32_t batch = 1) {
  return {.profile = "paper",
          .testbed = testbed,
          .testbed_settings = testbed == "maze" ? Settings{{"size", 4.0}} : Settings{},
          .selector = selector,
          .run_settings = {{"evaluations", static_cast<double>(evaluations)},
                           {"initial", 20.0},
                           {"resolution", "12"},
                           {"batch", static_cast<double>(batch)}},
          .seed = 7};
}

/// A problem that no program evaluates yet.
inline ProblemFile small_problem() {
  const Interval unit{.low = -1, .high = 1};
  return {.problem = {.name = "pot",
                      .genome = {unit, unit, unit},
                      .feature_names = {"x", "y"},
                      .features = {unit, unit},
                      .variation = "gaussian",
                      .variation_settings = {{"sigma", 0.2}},
                      .program = {.command = {"python3", "worker.py"}, .folder = "/"}},
          .run_settings = {{"resolution", "10x10"}}};
}

inline std::unique_ptr<TestbedRun> made(const PlanRequest& request) { return Run::make(complete(request)); }

inline std::unique_ptr<TestbedRun> finished(const PlanRequest& request) {
  auto run = made(request);
  run->advance(run->plan().evaluations);
  return run;
}

/// All that a run would save, byte for byte.
inline std::vector<std::byte> state_of(const TestbedRun& run) {
  ByteWriter out;
  run.save(out);
  return out.bytes();
}

}  // namespace mce::test
