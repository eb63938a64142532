// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "mce/core/grid.hpp"
#include "mce/core/parameters.hpp"

namespace mce {

/// In which order evaluated candidates are told to the search: as they were asked, or as they arrive.
enum class TellOrder : std::uint8_t { asked, arrival };

/// How workers are started. Nothing of it changes a result.
struct WorkerProgram {
  std::vector<std::string> command;  ///< the program and its arguments
  std::filesystem::path folder;      ///< where workers are started; absolute
  std::uint32_t workers = 0;         ///< 0: as many as there are cores
  double timeout = 60;               ///< seconds for one evaluation
  /// Requests that may wait in one worker. 0: one at a time, more if answers come fast.
  std::uint32_t per_worker = 0;
  bool operator==(const WorkerProgram&) const = default;
};

/// A problem of the user: vectors of numbers that a program in any language evaluates.
struct Problem {
  std::string name;
  std::vector<Interval> genome;  ///< the range of each gene
  std::vector<std::string> feature_names;
  std::vector<Interval> features;      ///< the range of each feature
  std::string variation = "iso-line";  ///< the name of a variation
  Settings variation_settings = {};    ///< as given: numbers, or text; a list of numbers is the text "0.1,0.2"
  std::uint32_t in_flight = 8;         ///< asked and not yet told, at most
  TellOrder order = TellOrder::asked;
  double lowest_fitness = 0;  ///< the QD-score sums fitness − lowest_fitness
  WorkerProgram program;
};

inline constexpr std::uint32_t kMaxGenes = 1'000'000;
inline constexpr std::uint32_t kMaxInFlight = 65'535;
inline constexpr std::uint32_t kMaxWorkers = 10'000;
inline constexpr std::uint32_t kMaxPerWorker = 65'535;

/// Whether both have the same results: `program` may differ.
bool operator==(const Problem& one, const Problem& other);

/// Throws std::invalid_argument. `program` is not checked, since it is not needed to know a problem, nor the variation,
/// whose names and parameters are those of the search.
void check(const Problem& problem);
void check(const WorkerProgram& program);

/// What a file says: the problem, and how to run it.
struct ProblemFile {
  Problem problem;
  /// Those of "resolution" ("50x50"), "centroids" ("1000", or the absolute path of a file), "initial" and "evaluations"
  /// that the file says.
  Settings run_settings;
  /// Where the variation stands, "ball.toml:21:1", for whoever checks it. Empty if the file does not say one.
  std::string variation_place = {};
};

/// Reads a TOML file. Throws std::invalid_argument "ball.toml:7:3: …", or Error if the file cannot be read.
ProblemFile read_problem(const std::filesystem::path& path);

}  // namespace mce
