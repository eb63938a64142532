// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/core/partition.hpp"
#include "mce/problems/problem.hpp"
#include "mce/run/centroid_choice.hpp"

namespace mce {

/// All that determines a run, but for the engine itself: two runs with equal plans are equal bit for bit. The command
/// line, protocols, stores and checkpoints all describe runs by it.
struct Plan {
  static constexpr std::size_t kMaxSavePoints = 100'000;

  std::string profile = "paper";        ///< where its defaults came from
  std::string testbed = {};             ///< or the name of the problem
  Settings testbed_settings = {};       ///< every parameter of the testbed
  std::optional<Problem> problem = {};  ///< what is evaluated by workers, instead of a testbed
  std::string selector = {};
  Settings selector_settings = {};  ///< every parameter of the selector
  std::uint64_t seed = 1;
  std::uint32_t initial = 100;                    ///< random genomes to start from
  std::vector<std::uint32_t> resolution = {100};  ///< bins: one number, or one per feature; none with centroids
  CentroidChoice centroids = {};                  ///< instead of a grid, if there are any
  std::uint64_t evaluations = 1'000'000;
  std::uint32_t batch = 1;                      ///< parents selected before any feedback; 1 is the paper's loop
  std::vector<std::uint64_t> save_points = {};  ///< ascending, from 0 to `evaluations`
  bool operator==(const Plan&) const = default;

  /// Those that are plain values, by their names on the command line and in files: evaluations, initial, resolution,
  /// centroids, centroid-seed and batch. Limits are said here, and nowhere else.
  std::vector<Parameter> table();
};

/// At which evaluations a run is looked at: 0, then some in every decade, and the last.
struct SaveSchedule {
  enum class Spacing : std::uint8_t {
    logarithmic,  ///< equal ratios: `per_decade` of them
    linear,       ///< equal steps: 1, 2, 3 … 9 times a power of ten
  };
  Spacing spacing = Spacing::logarithmic;
  std::uint32_t per_decade = 10;  ///< 1, 2, 5 or 10, for logarithmic spacing
  std::uint64_t from = 100;       ///< a power of ten

  [[nodiscard]] std::vector<std::uint64_t> points(std::uint64_t evaluations) const;
};

/// What a person says of a run. The rest comes from the profile.
struct PlanRequest {
  std::string profile = "paper";
  std::string testbed = {};
  Settings testbed_settings = {};
  std::optional<ProblemFile> problem = {};  ///< instead of a testbed
  std::string selector = "ucb-cell";        ///< or "ucb-cell:lambda=0.5"; a plan of a whole treatment has none
  Settings run_settings = {};               ///< of Plan::table()
  std::uint64_t seed = 1;
};
/// Throws std::invalid_argument for names and values that are not allowed, as `check` does.
Plan complete(const PlanRequest& request);

/// Every parameter of a selector: as `settings` say, else as the profile says, else its default. Throws likewise.
Settings complete_selector(std::string_view profile, std::string_view name, const Settings& settings);

/// Throws std::invalid_argument unless a run can be made of the plan. A plan without a selector is checked for the
/// rest.
void check(const Plan& plan);

/// Throws std::invalid_argument unless the selector, with a value for every parameter, works on so many cells.
void check_selector(std::string_view name, const Settings& settings, std::uint32_t cells);

/// Its map, the number of its cells, and the names and ranges of its features. Centroids are computed once: see
/// centroids_of.
Partition partition_of(const Plan& plan);
std::uint32_t cell_count(const Plan& plan);
std::vector<std::string> feature_names(const Plan& plan);
std::vector<Interval> feature_bounds(const Plan& plan);

/// How many numbers a solution has, as files show it.
std::size_t solution_size(const Plan& plan);

/// The evaluations at which a run really stops to be looked at: save points, or the ends of the batches that pass them.
std::vector<std::uint64_t> recorded_points(const Plan& plan);

}  // namespace mce
