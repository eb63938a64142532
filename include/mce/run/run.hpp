// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/core/archive.hpp"
#include "mce/problems/pictures.hpp"
#include "mce/run/plan.hpp"

namespace mce {

/// The map at one save point.
struct CurvePoint {
  std::uint64_t evaluations = 0;
  MapSummary summary;
  bool operator==(const CurvePoint&) const = default;
};

class TestbedRun;

/// One run, with everything chosen at run time, and its curve at the save points.
class Run {
 public:
  /// A run of a testbed: makes the initial population. Throws std::invalid_argument, as `check` of the plan does. A
  /// problem needs a ProblemRun instead.
  static std::unique_ptr<TestbedRun> make(const Plan& plan);
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Goes on for at least so many evaluations more, or to the end; first of all to the end of the initial population.
  /// Once `stop` is set, it returns early, even within a batch; it can be gone on from there.
  void advance(std::uint64_t more, const std::atomic<bool>* stop = nullptr);
  /// Whether it is past the initial population: the curve has its first point.
  [[nodiscard]] bool started() const { return !curve_.empty(); }
  [[nodiscard]] bool finished() const { return started() && evaluations() >= plan_.evaluations && !within_batch(); }

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<CurvePoint>& curve() const { return curve_; }
  /// Offspring evaluated so far.
  [[nodiscard]] virtual std::uint64_t evaluations() const = 0;
  [[nodiscard]] virtual const Archive& archive() const = 0;
  [[nodiscard]] virtual double quality(double fitness) const = 0;
  [[nodiscard]] virtual MapSummary summary() const = 0;
  /// The genome of an elite as numbers, one per gene.
  [[nodiscard]] virtual std::vector<double> solution(CellIndex cell) const = 0;
  /// Of those elites that have one: a worker may draw what it evaluates. Testbeds draw nothing.
  [[nodiscard]] virtual const Pictures& pictures() const;

 protected:
  explicit Run(Plan plan) : plan_(std::move(plan)) {}
  void record();
  std::vector<CurvePoint> curve_;

 private:
  /// Makes the initial population, or as much of it as there is time for until `stop` is set: then false.
  virtual bool start(const std::atomic<bool>* stop) = 0;
  virtual void advance_to(std::uint64_t evaluations, const std::atomic<bool>* stop) = 0;
  [[nodiscard]] virtual bool within_batch() const = 0;

  Plan plan_;
};

/// A run of a testbed: the closed, fast loop.
class TestbedRun : public Run {
 public:
  [[nodiscard]] std::uint64_t evaluations() const final { return archive().selections(); }

  /// The whole state. `load` expects a run made with the same plan, and throws Error for a state that it cannot be in.
  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 protected:
  using Run::Run;

 private:
  bool start(const std::atomic<bool>* /*stop*/) final { return true; }  // it was made with its initial population
  virtual void save_evolution(ByteWriter& out) const = 0;
  virtual void load_evolution(ByteReader& in) = 0;
  void check_loaded(std::span<const std::uint64_t> recorded) const;
};

}  // namespace mce
