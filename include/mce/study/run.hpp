// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/core/archive.hpp"
#include "mce/core/parameters.hpp"
#include "mce/study/profile.hpp"

namespace mce {

/// All that determines a run, in words and numbers. Two runs with equal settings are equal bit for bit.
struct RunSettings {
  std::string profile;
  std::string testbed;
  Settings testbed_settings;  ///< every parameter of the testbed
  std::string selector;
  Settings selector_settings;  ///< every parameter of the selector
  std::uint64_t seed = 1;
  std::uint32_t initial = 0;
  std::vector<std::uint32_t> resolution;  ///< one number, or one per feature
  std::uint64_t evaluations = 0;
  std::uint32_t batch = 1;
  std::vector<std::uint64_t> save_points;
  bool operator==(const RunSettings&) const = default;
};

/// What a person says of a run; everything else comes from the profile.
struct RunRequest {
  std::string profile = "paper";
  std::string testbed;
  Settings testbed_settings;
  std::string selector = "ucb-cell";  ///< or "ucb-cell:lambda=0.5"
  std::uint64_t seed = 1;
  std::uint32_t batch = 1;
  std::optional<std::uint32_t> initial;
  std::optional<std::vector<std::uint32_t>> resolution;
  std::optional<std::uint64_t> evaluations;
};

/// Completes a request from its profile. Throws std::invalid_argument for names and values that are not allowed.
RunSettings complete(const RunRequest& request);

/// Every parameter of a selector: as `settings` say, else as the profile says, else its default. Throws likewise.
Settings complete_selector(const Profile& profile, std::string_view name, const Settings& settings);

/// The map at one save point.
struct CurvePoint {
  std::uint64_t evaluations = 0;
  MapSummary summary;
  bool operator==(const CurvePoint&) const = default;
};

/// One evolution, with testbed and selector chosen at run time, and its curve at the save points.
class Run {
 public:
  /// Makes the initial population. Throws std::invalid_argument.
  static std::unique_ptr<Run> make(const RunSettings& settings);
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Goes on for at least so many evaluations more, or to the end.
  void advance(std::uint64_t more);
  [[nodiscard]] bool finished() const { return this->evaluations() >= settings_.evaluations; }

  [[nodiscard]] const RunSettings& settings() const { return settings_; }
  [[nodiscard]] const std::vector<CurvePoint>& curve() const { return curve_; }
  [[nodiscard]] std::uint64_t evaluations() const { return archive().selections(); }

  [[nodiscard]] virtual const Archive& archive() const = 0;
  [[nodiscard]] virtual double quality(double fitness) const = 0;
  [[nodiscard]] virtual MapSummary summary() const = 0;
  /// The genome of an elite as numbers, one per gene.
  [[nodiscard]] virtual std::vector<double> solution(CellIndex cell) const = 0;

  /// The whole state. `load` expects a run made with the same settings.
  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 protected:
  explicit Run(RunSettings settings) : settings_(std::move(settings)) {}
  void record();

 private:
  virtual void advance_to(std::uint64_t evaluations) = 0;
  virtual void save_evolution(ByteWriter& out) const = 0;
  virtual void load_evolution(ByteReader& in) = 0;

  RunSettings settings_;
  std::vector<CurvePoint> curve_;
};

}  // namespace mce
