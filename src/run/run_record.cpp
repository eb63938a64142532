// SPDX-License-Identifier: MIT
#include "mce/run/run_record.hpp"

#include "mce/core/version.hpp"
#include "mce/run/detail/plan_json.hpp"

namespace mce {

std::string run_record(const Run& run, double seconds) {
  const MapSummary map = run.summary();
  const Json json = {
      {"version", version()},
      {"settings", plan_json(run.plan())},
      {"complete", run.finished()},
      {"evaluations", run.evaluations()},
      {"wall_seconds", seconds},
      {"signature", fmt::format("{:016x}", run.archive().signature())},
      {"filled", map.filled},
      {"cells", run.archive().cells()},
      {"coverage", map.coverage},
      {"best", map.best},
      {"qd_score", map.qd_score},
      {"selection_entropy", map.selection_entropy},
      {run.plan().problem ? "failed" : "rejected_nan", run.archive().rejected()},
  };
  return json.dump(2) + "\n";
}

}  // namespace mce
