// SPDX-License-Identifier: MIT
#include "mce/run/run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "typed_run.hpp"

namespace mce {

std::unique_ptr<TestbedRun> Run::make(const Plan& plan) {
  check(plan);
  if (plan.problem) throw std::invalid_argument(fmt::format("problem '{}' has to be run with workers", plan.testbed));
  const AnyTestbed testbed = testbed_kind(plan.testbed).make(plan.testbed_settings);
  RunSelector selector = selector_of(plan);
  std::unique_ptr<TestbedRun> run;
  for (const MakeRun make : kEvolutionSources) run = run ? std::move(run) : make(plan, testbed, selector);
  return run;
}

const Pictures& Run::pictures() const {
  static const Pictures none;
  return none;
}

void Run::record() { curve_.push_back({.evaluations = evaluations(), .summary = summary()}); }

void Run::advance(std::uint64_t more, const std::atomic<bool>* stop) {
  if (finished()) return;
  if (!started()) {
    if (!start(stop)) return;
    record();
  }
  const std::uint64_t target = std::min(evaluations() + std::min(more, plan().evaluations), plan().evaluations);
  const auto& points = plan().save_points;
  while (evaluations() < target || within_batch()) {
    // A batch may have been left beyond the save point that it passes: the last record tells which is the next.
    const auto next = std::ranges::upper_bound(points, curve_.back().evaluations);
    advance_to(next == points.end() ? target : std::min(*next, target), stop);
    if (within_batch()) return;
    if (next != points.end() && evaluations() >= *next) record();
    if (stop != nullptr && *stop) return;
  }
}

void TestbedRun::save(ByteWriter& out) const {
  out.value<std::uint64_t>(curve_.size());
  for (const CurvePoint& point : curve_) {
    out.value(point.evaluations);
    out.value<std::uint64_t>(point.summary.filled);
    out.value(point.summary.coverage);
    out.value(point.summary.best);
    out.value(point.summary.qd_score);
    out.value(point.summary.selection_entropy);
  }
  save_evolution(out);
}

void TestbedRun::load(ByteReader& in) {
  curve_.clear();
  const auto recorded = recorded_points(plan());
  const auto count = in.value<std::uint64_t>();
  if (count == 0 || count > recorded.size()) throw Error(fmt::format("saved curve has {} points", count));
  for (std::uint64_t i = 0; i < count; ++i) {
    CurvePoint point;
    point.evaluations = in.value<std::uint64_t>();
    if (point.evaluations != recorded[i]) throw Error("saved curve is not one of this plan");
    const auto filled = in.value<std::uint64_t>();
    if (filled > archive().cells()) throw Error(fmt::format("saved curve has {} filled cells", filled));
    point.summary.filled = static_cast<std::uint32_t>(filled);
    point.summary.coverage = in.value<double>();
    point.summary.best = in.value<double>();
    point.summary.qd_score = in.value<double>();
    point.summary.selection_entropy = in.value<double>();
    curve_.push_back(point);
  }
  load_evolution(in);
  check_loaded(recorded);
}

void TestbedRun::check_loaded(std::span<const std::uint64_t> recorded) const {
  const std::uint64_t done = evaluations();
  const bool complete = curve_.size() == recorded.size();
  const std::uint64_t most = complete ? recorded.back() : recorded[curve_.size()] - 1;
  if (done < curve_.back().evaluations || done > most) {
    throw Error(fmt::format("saved state of {} evaluations does not fit its curve", done));
  }
  const std::uint64_t individuals = plan().initial + done;
  if (archive().births() > individuals || archive().rejected() > individuals - archive().births()) {
    throw Error("saved archive has taken in or turned away more individuals than there were");
  }
  for (const CurvePoint& point : curve_) {
    const MapSummary& map = point.summary;
    const bool possible = map.filled > 0 && map.filled <= archive().filled().size() && map.coverage > 0 &&
                          map.coverage <= 1 && std::isfinite(map.best) && std::isfinite(map.qd_score) &&
                          std::isfinite(map.selection_entropy);
    if (!possible) throw Error(fmt::format("saved curve at {} evaluations is impossible", point.evaluations));
  }
  for (const CellIndex cell : archive().filled()) {
    if (!std::isfinite(archive().fitness(cell)))
      throw Error(fmt::format("saved fitness of cell {} is not finite", cell));
  }
}

}  // namespace mce
