// SPDX-License-Identifier: MIT
#include "mce/study/run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <variant>

#include "mce/core/evolution.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace mce {
namespace {

template <Testbed T, Selector S>
class TypedRun final : public Run {
 public:
  TypedRun(const RunSettings& settings, T testbed, S selector)
      : Run(settings),
        evolution_(std::move(testbed), std::move(selector),
                   {.seed = settings.seed,
                    .initial = settings.initial,
                    .resolution = settings.resolution,
                    .batch = settings.batch}) {
    record();
  }

  [[nodiscard]] const Archive& archive() const override { return evolution_.archive(); }
  [[nodiscard]] double quality(double fitness) const override { return mce::quality(evolution_.testbed(), fitness); }
  [[nodiscard]] MapSummary summary() const override {
    return summarise(archive(), [this](double fitness) { return quality(fitness); });
  }
  [[nodiscard]] std::vector<double> solution(CellIndex cell) const override {
    const auto genome = archive().template genome_as<typename T::Gene>(cell);
    if constexpr (requires { evolution_.testbed().readable(genome); }) {
      const auto shown = evolution_.testbed().readable(genome);
      return {shown.begin(), shown.end()};
    } else {
      return {genome.begin(), genome.end()};
    }
  }

 private:
  void advance_to(std::uint64_t evaluations) override { evolution_.advance_to(evaluations); }
  void save_evolution(ByteWriter& out) const override { evolution_.save(out); }
  void load_evolution(ByteReader& in) override { evolution_.load(in); }

  Evolution<T, S> evolution_;
};

Settings values(const std::vector<ParameterInfo>& parameters) {
  Settings settings;
  for (const ParameterInfo& each : parameters) settings.emplace_back(each.key, each.value);
  return settings;
}

Settings joined(Settings first, const Settings& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

RunSettings complete(const RunRequest& request) {
  const Profile& defaults = profile(request.profile);
  const TestbedKind& testbed = testbed_kind(request.testbed);
  const TestbedProfile& standard = defaults.testbed(testbed.name);
  const SelectorChoice selector = parse_selector(request.selector);
  const SaveSchedule& schedule = standard.schedule;
  const std::uint64_t evaluations = request.evaluations.value_or(standard.evaluations);
  if (evaluations > kMaxEvaluations) {
    throw std::invalid_argument(fmt::format("{} evaluations: allowed are 0 to {}", evaluations, kMaxEvaluations));
  }

  RunSettings settings{
      .profile = defaults.name,
      .testbed = testbed.name,
      .testbed_settings = values(testbed.parameters(joined(standard.settings, request.testbed_settings))),
      .selector = selector.name,
      .selector_settings = complete_selector(defaults, selector.name, selector.settings),
      .seed = request.seed,
      .initial = request.initial.value_or(standard.initial),
      .resolution = request.resolution.value_or(standard.resolution),
      .evaluations = evaluations,
      .batch = request.batch,
      .save_points = schedule.points(evaluations)};
  // A profile's resolution is for two features; with another number, every feature gets as many bins.
  const auto features =
      std::visit([](const auto& each) { return each.bounds().size(); }, testbed.make(settings.testbed_settings));
  if (!request.resolution && settings.resolution.size() != features) settings.resolution.resize(1);
  return settings;
}

Settings complete_selector(const Profile& profile, std::string_view name, const Settings& settings) {
  return values(selector_kind(name).parameters(joined(profile.selector(name), settings)));
}

std::unique_ptr<Run> Run::make(const RunSettings& settings) {
  return std::visit(
      [&]<class T, class S>(T testbed, S selector) -> std::unique_ptr<Run> {
        return std::make_unique<TypedRun<T, S>>(settings, std::move(testbed), std::move(selector));
      },
      testbed_kind(settings.testbed).make(settings.testbed_settings),
      selector_kind(settings.selector).make(settings.selector_settings));
}

void Run::record() { curve_.push_back({.evaluations = evaluations(), .summary = summary()}); }

void Run::advance(std::uint64_t more) {
  if (finished()) return;
  const std::uint64_t target = evaluations() + std::min(more, settings_.evaluations - evaluations());
  while (evaluations() < target) {
    const auto& points = settings_.save_points;
    const auto next = std::ranges::upper_bound(points, evaluations());
    const std::uint64_t stop = next == points.end() ? target : std::min(*next, target);
    advance_to(stop);
    if (next != points.end() && evaluations() >= *next) record();
  }
}

void Run::save(ByteWriter& out) const {
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

void Run::load(ByteReader& in) {
  curve_.clear();
  const auto count = in.value<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    CurvePoint point;
    point.evaluations = in.value<std::uint64_t>();
    point.summary.filled = static_cast<std::uint32_t>(in.value<std::uint64_t>());
    point.summary.coverage = in.value<double>();
    point.summary.best = in.value<double>();
    point.summary.qd_score = in.value<double>();
    point.summary.selection_entropy = in.value<double>();
    curve_.push_back(point);
  }
  load_evolution(in);
}

}  // namespace mce
