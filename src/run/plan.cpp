// SPDX-License-Identifier: MIT
#include "mce/run/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>

#include "mce/core/evolution.hpp"
#include "mce/core/grid.hpp"
#include "mce/run/profile.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {
namespace {

/// What the table says of a map that has centroids.
constexpr const char* kNoResolution = "none";

Settings joined(Settings first, const Settings& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// A problem may be expensive, so few evaluations are usual.
constexpr std::uint64_t kUsualEvaluationsOfProblem = 10'000;

AnyTestbed testbed_of(const Plan& plan) { return testbed_kind(plan.testbed).make(plan.testbed_settings); }

/// Without a profile's word: about 10⁴ cells, however many features there are.
std::vector<std::uint32_t> usual_resolution(std::size_t features) {
  const double bins = std::floor(std::pow(10'000.0, 1.0 / static_cast<double>(features)) + 1e-9);
  return std::vector<std::uint32_t>(features, std::max(2U, static_cast<std::uint32_t>(bins)));
}

void check_save_points(const Plan& plan) {
  const auto& points = plan.save_points;
  if (points.empty() || points.front() != 0 || points.back() != plan.evaluations) {
    throw std::invalid_argument("save points have to begin with 0 and end with the last evaluation");
  }
  if (points.size() > Plan::kMaxSavePoints) {
    throw std::invalid_argument(
        fmt::format("{} save points: allowed are up to {}", points.size(), Plan::kMaxSavePoints));
  }
  const auto fall = std::ranges::adjacent_find(points, std::ranges::greater_equal());
  if (fall != points.end()) {
    throw std::invalid_argument(fmt::format("save points have to increase, not from {} to {}", *fall, *(fall + 1)));
  }
}

/// The number of cells, if the map is a possible one. No centroids are spread for it.
std::uint32_t checked_cells(const Plan& plan, const std::vector<Interval>& bounds) {
  if (plan.centroids.count == 0 && plan.centroids.points.empty()) return Grid(bounds, plan.resolution).cells();
  if (!plan.resolution.empty()) throw std::invalid_argument("resolution and centroids: a map has only one of them");
  check_centroids(bounds, plan.centroids);
  return plan.centroids.count;
}

/// Whether a person has said it.
bool given(const PlanRequest& request, std::string_view key) {
  return std::ranges::count(request.run_settings, key, &Settings::value_type::first) > 0;
}

/// Decides between a grid and centroids. What a person says of a map replaces what the profile says.
void complete_map(Plan& plan, const PlanRequest& request, std::size_t features) {
  if (given(request, "centroid-seed") && (plan.centroids.count == 0 || !plan.centroids.points.empty())) {
    throw std::invalid_argument("centroid-seed is for a number of centroids: give centroids, too");
  }
  if (plan.centroids.count > 0) {
    if (given(request, "resolution")) {
      throw std::invalid_argument("resolution and centroids: a map has only one of them");
    }
    plan.resolution.clear();
    return;
  }
  plan.centroids = {};
  if (plan.resolution.empty()) plan.resolution = usual_resolution(features);
  // A profile's resolution is for two features; with another number, every feature gets as many bins.
  if (!given(request, "resolution") && plan.resolution.size() != features) plan.resolution.resize(1);
}

/// What is left to check once the testbed or the problem is known to be right. A sweep checks very many plans, so the
/// testbed is not made again.
void check_run(const Plan& plan, const std::vector<Interval>& bounds) {
  Plan copy = plan;
  check(copy.table(), "a run");
  if (plan.problem && plan.batch != 1) {
    throw std::invalid_argument(fmt::format(
        "batch {}: a problem has no batches; its in_flight says how many are evaluated at a time", plan.batch));
  }
  check_save_points(plan);
  const std::uint32_t cells = checked_cells(plan, bounds);
  if (!plan.selector.empty()) check_selector(plan.selector, plan.selector_settings, cells);
}

/// Throws unless the settings are those of all parameters of `kind`, and allowed.
void check_settings(const Kind& kind, const Settings& settings) {
  if (kind.complete(settings) != settings) {
    throw std::invalid_argument(fmt::format("the settings of {} are not all of its parameters", kind.name));
  }
}

/// Throws std::invalid_argument unless the variation fits the genome.
void check_variation(const Problem& problem) {
  static_cast<void>(Numbers(problem.genome, make_variation(problem.variation, problem.variation_settings)));
}

void check_problem(const Plan& plan) {
  check(*plan.problem);
  if (std::ranges::count(names_of(testbed_kinds()), plan.problem->name) > 0) {
    throw std::invalid_argument(
        fmt::format("name '{}' of a problem: a testbed is called that; choose another", plan.problem->name));
  }
  check_variation(*plan.problem);
}

}  // namespace

std::vector<Parameter> Plan::table() {
  return {whole_parameter("evaluations", evaluations, 0, kMaxEvaluations, "how many offspring to evaluate"),
          whole_parameter("initial", initial, 1, 1'000'000'000, "random genomes to start from"),
          text_parameter(
              "resolution", "bins of every feature, or of each",
              fmt::format("whole numbers from 1 to {}, such as 100 or 100x50", Grid::kMaxCells),
              [this](const std::string& text) {
                const bool none = centroids.count > 0 && text == kNoResolution;
                resolution = none ? std::vector<std::uint32_t>() : parse_resolution(text);
              },
              [this] {
                const bool none = centroids.count > 0 && resolution.empty();
                return none ? std::string(kNoResolution) : resolution_text(resolution);
              }),
          text_parameter(
              "centroids", "cells around centroids instead of a grid: how many, or a file with them",
              fmt::format("0 (a grid), whole numbers from 1 to {}, or the path of a file", kMaxSpreadCentroids),
              [this](const std::string& text) { centroids.parse(text); }, [this] { return centroids.text(); }),
          whole_parameter("centroid-seed", centroids.seed, 0, UINT32_MAX, "where centroids are: same seed, same cells"),
          whole_parameter("batch", batch, 1, kMaxBatch, "parents selected before any feedback")};
}

std::vector<std::uint64_t> SaveSchedule::points(std::uint64_t evaluations) const {
  constexpr std::array kTenthPowersOfTen = {1.0,
                                            1.2589254117941673,
                                            1.5848931924611136,
                                            1.9952623149688795,
                                            2.5118864315095801,
                                            3.1622776601683795,
                                            3.9810717055349722,
                                            5.0118723362727229,
                                            6.3095734448019325,
                                            7.9432823472428150};
  std::vector<std::uint64_t> points = {0};
  for (std::uint64_t decade = from; decade < evaluations; decade *= 10) {
    for (std::uint32_t i = 0; i < 10; ++i) {
      if (spacing == Spacing::linear) {
        if (i < 9) points.push_back((i + 1) * decade);
      } else if (i % (10 / per_decade) == 0) {
        points.push_back(static_cast<std::uint64_t>(std::llround(kTenthPowersOfTen[i] * static_cast<double>(decade))));
      }
    }
  }
  points.erase(std::ranges::unique(points).begin(), points.end());  // below 10, several round to the same
  std::erase_if(points, [&](std::uint64_t point) { return point >= evaluations && point > 0; });
  if (evaluations > 0) points.push_back(evaluations);
  return points;
}

namespace {

/// What a person says of a run beats what a problem's file or the profile says.
void apply_run_settings(Plan& plan, const Settings& standard, const PlanRequest& request) {
  apply(joined(standard, request.run_settings), plan.table(), "a run");
}

/// Every parameter of the variation. `place` says in errors where it stands, if that is known.
void complete_variation(Problem& problem, const std::string& place) {
  try {
    problem.variation_settings = variation_kind(problem.variation).complete(problem.variation_settings);
    check_variation(problem);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(place.empty() ? error.what() : fmt::format("{}: {}", place, error.what()));
  }
}

void choose_problem(Plan& plan, const PlanRequest& request) {
  plan.problem = request.problem->problem;
  plan.testbed = plan.problem->name;
  complete_variation(*plan.problem, request.problem->variation_place);
  plan.evaluations = kUsualEvaluationsOfProblem;
  check_problem(plan);
  Settings standard = request.problem->run_settings;
  if (given(request, "resolution") || given(request, "centroids")) {
    std::erase_if(standard, [](const auto& each) { return each.first == "resolution" || each.first == "centroids"; });
  }
  apply_run_settings(plan, standard, request);
  plan.save_points = SaveSchedule{}.points(plan.evaluations);
}

void choose_testbed(Plan& plan, const PlanRequest& request) {
  const TestbedKind& testbed = testbed_kind(request.testbed);
  const TestbedProfile standard = profile(plan.profile).testbed(testbed.name);
  plan.testbed = testbed.name;
  plan.testbed_settings = testbed.complete(joined(standard.settings, request.testbed_settings));
  apply_run_settings(plan, standard.run_settings, request);
  plan.save_points = standard.schedule.points(plan.evaluations);
}

}  // namespace

Plan complete(const PlanRequest& request) {
  Plan plan{.profile = profile(request.profile).name, .seed = request.seed, .resolution = {}};
  if (!request.selector.empty()) {
    const SelectorChoice selector = parse_selector(request.selector);
    plan.selector = selector.name;
    plan.selector_settings = complete_selector(plan.profile, selector.name, selector.settings);
  }
  request.problem ? choose_problem(plan, request) : choose_testbed(plan, request);
  const std::vector<Interval> bounds = feature_bounds(plan);
  complete_map(plan, request, bounds.size());
  check_run(plan, bounds);
  return plan;
}

Settings complete_selector(std::string_view profile, std::string_view name, const Settings& settings) {
  const SelectorKind& kind = selector_kind(name);
  return kind.complete(joined(mce::profile(profile).selector(kind.name), settings));
}

void check(const Plan& plan) {
  profile(plan.profile);
  if (plan.problem) {
    check_problem(plan);
  } else {
    check_settings(testbed_kind(plan.testbed), plan.testbed_settings);
  }
  check_run(plan, feature_bounds(plan));
}

void check_selector(std::string_view name, const Settings& settings, std::uint32_t cells) {
  check_settings(selector_kind(name), settings);
  std::visit(
      [cells](const auto& selector) {
        if constexpr (requires { selector.check_cells(cells); }) selector.check_cells(cells);
      },
      make_selector(name, settings));
}

std::vector<Interval> feature_bounds(const Plan& plan) {
  if (plan.problem) return plan.problem->features;
  return std::visit([](const auto& each) { return each.bounds(); }, testbed_of(plan));
}

Partition partition_of(const Plan& plan) {
  const std::vector<Interval> bounds = feature_bounds(plan);
  if (plan.centroids.count == 0) return Grid(bounds, plan.resolution);
  return centroids_of(bounds, plan.centroids);
}

std::uint32_t cell_count(const Plan& plan) {
  return plan.centroids.count > 0 ? plan.centroids.count : partition_of(plan).cells();
}

std::vector<std::string> feature_names(const Plan& plan) {
  if (plan.problem) return plan.problem->feature_names;
  return std::visit([](const auto& testbed) { return mce::feature_names(testbed); }, testbed_of(plan));
}

std::size_t solution_size(const Plan& plan) {
  if (plan.problem) return plan.problem->genome.size();
  return std::visit(
      [](const auto& testbed) {
        const std::vector<typename std::decay_t<decltype(testbed)>::Gene> genome(testbed.genome_size());
        if constexpr (requires { testbed.readable(std::span(genome)); }) {
          return std::size_t{testbed.readable(std::span(genome)).size()};
        } else {
          return genome.size();
        }
      },
      testbed_of(plan));
}

std::vector<std::uint64_t> recorded_points(const Plan& plan) {
  std::vector<std::uint64_t> points;
  for (const std::uint64_t point : plan.save_points) {
    const std::uint64_t end_of_batch = (point + plan.batch - 1) / plan.batch * plan.batch;
    if (points.empty() || end_of_batch > points.back()) points.push_back(end_of_batch);
  }
  return points;
}

}  // namespace mce
