// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mce/problems/problem.hpp"

namespace mce {

/// What became of a candidate.
struct Evaluated {
  std::uint64_t id = 0;
  double fitness = 0;
  std::vector<double> features;
  std::string svg = {};    ///< a picture of it; empty if there is none (mce/problems/pictures.hpp)
  std::string error;       ///< why it failed, in one line of at most 200 bytes; empty if it did not
  bool breakdown = false;  ///< it failed because its worker broke down, not by its answer
};

struct PoolState {
  std::uint32_t workers = 0;     ///< that are running
  std::uint32_t busy = 0;        ///< of these, with a candidate
  std::uint64_t breakdowns = 0;  ///< since the pool was made
};

/// Processes that evaluate candidates, and speak JSON lines (docs/your-own-problem.md). A candidate that breaks its
/// worker down fails, and only that one, whatever the number of workers.
/// Workers end when the thread that started them ends, so a pool belongs to one thread: the first that submits.
class WorkerPool {
 public:
  /// Starts nothing yet. An answer has so many `features`. Workers append their standard error to the file `log`.
  WorkerPool(const WorkerProgram& program, std::uint32_t features, std::filesystem::path log);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  /// Ends all workers.
  ~WorkerPool();

  /// No two candidates that are outstanding have the same id. Requests are sent by `collect`.
  void submit(std::uint64_t id, std::span<const double> genome);

  /// Moves what has arrived to the end of `results`, in the order of arrival; waits up to `patience` if there is
  /// nothing. Throws Error if workers cannot be started, or break down too often in a row.
  void collect(std::vector<Evaluated>& results, std::chrono::milliseconds patience);

  /// How many are submitted and not yet collected.
  [[nodiscard]] std::size_t outstanding() const;

  /// Forgets all that is outstanding and ends the workers that are busy. The pool can then be used again.
  void abandon();

  [[nodiscard]] PoolState state() const;

 private:
  class Workers;
  std::unique_ptr<Workers> workers_;
};

}  // namespace mce
