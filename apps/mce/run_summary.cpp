// SPDX-License-Identifier: MIT
#include "run_summary.hpp"

#include <fmt/core.h>

#include "mce/core/text.hpp"
#include "mce/problems/pictures.hpp"
#include "progress_bar.hpp"

namespace mce::app {

void print_summary(const Run& run, double seconds, std::uint64_t done_before) {
  const MapSummary map = run.summary();
  const Plan& plan = run.plan();
  fmt::print("{} · {} · seed {}{}\n", plan.testbed, plan.selector, plan.seed,
             plan.problem ? "" : " · profile " + plan.profile);
  const auto made = static_cast<double>(run.evaluations() - done_before);
  fmt::print("  evaluations  {} of {} ({} per second)\n", run.evaluations(), plan.evaluations,
             seconds > 0 ? short_count(made / seconds) : "?");
  fmt::print("  coverage     {:.2f} % ({} of {} cells)\n", 100 * map.coverage, map.filled, run.archive().cells());
  fmt::print("  best         {:.6g}\n", map.best);
  fmt::print("  QD-score     {:.8g}\n", map.qd_score);
  fmt::print("  signature    {:016x}\n", run.archive().signature());
  if (run.archive().rejected() > 0 && !plan.problem) {
    fmt::print("  rejected     {} individuals with a NaN fitness or feature\n", run.archive().rejected());
  }
}

void print_written(const Run& run, const std::string& directory) {
  if (directory.empty()) return;
  fmt::print("  written      elites.csv, curve.csv, run.json{} in {}\n",
             run.pictures().empty() ? "" : fmt::format(", {}", kPicturesFile), one_line(directory));
}

}  // namespace mce::app
