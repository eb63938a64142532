// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "json.hpp"
#include "request.hpp"
#include "the_run.hpp"

// What the page calls. An engine has one run. Pointers are to arrays that stay until the next call.
namespace mce::page {
namespace {

std::string& request_text() {
  static std::string text;
  return text;
}

std::unique_ptr<TestbedRun>& kept_run() {
  static std::unique_ptr<TestbedRun> run;
  return run;
}

Json features_json(const Plan& plan) {
  const std::vector<std::string> names = feature_names(plan);
  const std::vector<Interval> bounds = feature_bounds(plan);
  std::vector<Json> features;
  for (std::size_t i = 0; i < names.size(); ++i) {
    features.push_back(
        json_object({{"name", json(names[i])}, {"low", json(bounds[i].low)}, {"high", json(bounds[i].high)}}));
  }
  return json_list(features);
}

/// Bins of every feature; null with centroids.
Json resolution_json(const Plan& plan) {
  if (plan.centroids.count > 0) return {"null"};
  const Partition partition = partition_of(plan);
  std::vector<Json> bins;
  for (std::uint32_t i = 0; i < partition.features(); ++i) bins.push_back(json(partition.grid()->bins(i)));
  return json_list(bins);
}

Json plan_json(const Plan& plan) {
  return json_object({{"profile", json(plan.profile)},
                      {"testbed", json(plan.testbed)},
                      {"settings", json(plan.testbed_settings)},
                      {"selector", json(plan.selector)},
                      {"selectorSettings", json(plan.selector_settings)},
                      {"seed", json(std::to_string(plan.seed))},
                      {"evaluations", json(static_cast<double>(plan.evaluations))},
                      {"initial", json(plan.initial)},
                      {"batch", json(plan.batch)},
                      {"features", features_json(plan)},
                      {"resolution", resolution_json(plan)},
                      {"centroids", json(plan.centroids.count)},
                      {"cells", json(cell_count(plan))},
                      {"solutionSize", json(static_cast<double>(solution_size(plan)))}});
}

std::array<double, 6> numbers_of(std::uint64_t evaluations, const MapSummary& map) {
  return {static_cast<double>(evaluations),
          static_cast<double>(map.filled),
          map.coverage,
          map.best,
          map.qd_score,
          map.selection_entropy};
}

}  // namespace

TestbedRun& the_run() { return *kept_run(); }

extern "C" {

/// Where the page writes a request of so many bytes (request.hpp).
[[clang::export_name("request")]] char* request(std::uint32_t size) {
  request_text().assign(size, '\0');
  return request_text().data();
}

/// The plan that the request makes.
[[clang::export_name("plan")]] const char* plan() { return shown(plan_json(read_request(request_text()))); }

/// Makes a run of the request, with its initial population.
[[clang::export_name("start")]] const char* start() {
  kept_run().reset();  // two maps at a time may be too large
  kept_run() = Run::make(read_request(request_text()));
  return shown(plan_json(the_run().plan()));
}

[[clang::export_name("advance")]] void advance(double more) { the_run().advance(static_cast<std::uint64_t>(more)); }

[[clang::export_name("finished")]] bool finished() { return the_run().finished(); }

/// How it is now: evaluations, filled cells, coverage, best, QD-score, entropy of the selections.
[[clang::export_name("summary")]] const double* summary() {
  static std::array<double, 6> numbers;
  numbers = numbers_of(the_run().evaluations(), the_run().summary());
  return numbers.data();
}

[[clang::export_name("evaluations")]] double evaluations() { return static_cast<double>(the_run().evaluations()); }

/// The same at all save points until now, one after the other.
[[clang::export_name("curve_points")]] std::uint32_t curve_points() { return the_run().curve().size(); }
[[clang::export_name("curve")]] const double* curve() {
  static std::vector<std::array<double, 6>> numbers;
  numbers.clear();
  for (const auto& [done, map] : the_run().curve()) numbers.push_back(numbers_of(done, map));
  return numbers.data()->data();
}

/// The signature of the archive, as `mce run` prints it.
[[clang::export_name("signature")]] const char* signature() {
  static std::string text;
  text = fmt::format("{:016x}", the_run().archive().signature());
  return text.c_str();
}

}  // extern "C"

}  // namespace mce::page
