// SPDX-License-Identifier: MIT
#include "mce/problems/problem.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace mce {
namespace {

void require(bool condition, const std::string& message) {
  if (!condition) throw std::invalid_argument(message);
}

bool is_one_line(std::string_view text) {
  return !text.empty() && text.size() <= 100 &&
         std::ranges::none_of(text, [](char letter) { return letter >= 0 && letter < ' '; });
}

void check_ranges(const std::vector<Interval>& ranges, std::string_view what) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto [low, high] = ranges[i];
    require(low < high && std::isfinite(high - low),
            fmt::format("{} {} has the range {} to {}: the lower bound has to be less, and both finite", what, i + 1,
                        low, high));
  }
}

}  // namespace

bool operator==(const Problem& one, const Problem& other) {
  return one.name == other.name && one.genome == other.genome && one.feature_names == other.feature_names &&
         one.features == other.features && one.variation == other.variation &&
         one.variation_settings == other.variation_settings && one.in_flight == other.in_flight &&
         one.order == other.order && one.lowest_fitness == other.lowest_fitness;
}

void check(const Problem& problem) {
  require(is_file_name(problem.name),
          fmt::format("name {}: allowed are 1 to 100 letters, digits, '-', '_' and '.', for names of files",
                      in_quotes(problem.name)));
  require(!problem.genome.empty() && problem.genome.size() <= kMaxGenes,
          fmt::format("a genome of {} genes: allowed are 1 to {}", problem.genome.size(), kMaxGenes));
  check_ranges(problem.genome, "gene");
  const std::size_t features = problem.features.size();
  require(features >= 1 && features <= kMaxFeatures,
          fmt::format("{} features: allowed are 1 to {}", features, kMaxFeatures));
  check_ranges(problem.features, "feature");
  const auto& names = problem.feature_names;
  require(names.size() == features, fmt::format("{} names for {} features", names.size(), features));
  for (const std::string& name : names) {
    require(is_one_line(name), fmt::format("name of a feature {}: 1 to 100 letters are allowed", in_quotes(name)));
    require(std::ranges::count(names, name) == 1, fmt::format("two features are called {}", in_quotes(name)));
  }
  require(is_one_line(problem.variation), "the variation has no name");
  require(problem.in_flight >= 1 && problem.in_flight <= kMaxInFlight,
          fmt::format("in_flight is {}: allowed are 1 to {}", problem.in_flight, kMaxInFlight));
  require(problem.order == TellOrder::asked || problem.order == TellOrder::arrival, "unknown order");
  require(std::isfinite(problem.lowest_fitness),
          fmt::format("lowest_fitness is {}: it has to be finite", problem.lowest_fitness));
}

void check(const WorkerProgram& program) {
  require(!program.command.empty() && !program.command.front().empty(), "the command of a worker is empty");
  for (const std::string& each : program.command) {
    require(each.find('\0') == std::string::npos, fmt::format("command {}: a zero byte in it", in_quotes(each)));
  }
  require(program.workers <= kMaxWorkers, fmt::format("{} workers: allowed are 1 to {}", program.workers, kMaxWorkers));
  require(program.per_worker <= kMaxPerWorker,
          fmt::format("per_worker is {}: allowed are 0 to {}", program.per_worker, kMaxPerWorker));
  constexpr double kLongest = 1e6;
  require(program.timeout > 0 && program.timeout <= kLongest,
          fmt::format("timeout is {}: allowed is more than 0 and up to {} seconds", program.timeout, kLongest));
}

}  // namespace mce
