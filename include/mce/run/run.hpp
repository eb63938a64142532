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
#include "mce/run/plan.hpp"

namespace mce {

/// The map at one save point.
struct CurvePoint {
  std::uint64_t evaluations = 0;
  MapSummary summary;
  bool operator==(const CurvePoint&) const = default;
};

/// One evolution, with testbed and selector chosen at run time, and its curve at the save points.
class Run {
 public:
  /// Makes the initial population. Throws std::invalid_argument, as `check` of the plan does.
  static std::unique_ptr<Run> make(const Plan& plan);
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Goes on for at least so many evaluations more, or to the end. Once `stop` is set, it returns early, even within a
  /// batch; the state can be saved and gone on from all the same.
  void advance(std::uint64_t more, const std::atomic<bool>* stop = nullptr);
  [[nodiscard]] bool finished() const { return this->evaluations() >= plan_.evaluations && !within_batch(); }

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<CurvePoint>& curve() const { return curve_; }
  [[nodiscard]] std::uint64_t evaluations() const { return archive().selections(); }

  [[nodiscard]] virtual const Archive& archive() const = 0;
  [[nodiscard]] virtual double quality(double fitness) const = 0;
  [[nodiscard]] virtual MapSummary summary() const = 0;
  /// The genome of an elite as numbers, one per gene.
  [[nodiscard]] virtual std::vector<double> solution(CellIndex cell) const = 0;

  /// The whole state. `load` expects a run made with the same plan, and throws Error for a state that it cannot be in.
  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 protected:
  explicit Run(Plan plan) : plan_(std::move(plan)) {}
  void record();

 private:
  virtual void advance_to(std::uint64_t evaluations, const std::atomic<bool>* stop) = 0;
  [[nodiscard]] virtual bool within_batch() const = 0;
  virtual void save_evolution(ByteWriter& out) const = 0;
  virtual void load_evolution(ByteReader& in) = 0;
  void check_loaded(std::span<const std::uint64_t> recorded) const;

  Plan plan_;
  std::vector<CurvePoint> curve_;
};

}  // namespace mce
