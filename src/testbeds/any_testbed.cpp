// SPDX-License-Identifier: MIT
#include "mce/testbeds/any_testbed.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace mce {
namespace {

std::vector<Parameter> table(Rastrigin::Parameters& fields) {
  using Goal = Rastrigin::Goal;
  return {
      whole_parameter("dimensions", fields.dimensions, 1, 1000, "number of genes"),
      whole_parameter("features", fields.features, 1, 4, "how many of the first genes are the features"),
      real_parameter("cosine", fields.cosine, -1000, 1000, "factor c in f = 10·d + Σ(x² + c·cos 2πx)"),
      choice_parameter<Goal>("goal", fields.goal, {{"minimise", Goal::minimise}, {"maximise", Goal::maximise}},
                             "what to do with f"),
      real_parameter("mutation", fields.mutation, 0, 2 * Rastrigin::kBound, "each gene moves by up to this"),
  };
}

std::vector<Parameter> table(Arm::Parameters& fields) {
  return {
      whole_parameter("joints", fields.joints, 1, 1000, "number of joints"),
      real_parameter("mutation", fields.mutation, 0, math::kPi, "each angle moves by up to this (radians)"),
  };
}

std::vector<std::pair<std::string, Maze::Metric>> metrics() {
  std::vector<std::pair<std::string, Maze::Metric>> all;
  all.reserve(Maze::kMetricNames.size());
  for (std::size_t i = 0; i < Maze::kMetricNames.size(); ++i) {
    all.emplace_back(Maze::kMetricNames[i], static_cast<Maze::Metric>(i));
  }
  return all;
}

/// "corners,path": several metrics.
Parameter features_parameter(std::vector<Maze::Metric>& fields) {
  Maze::Metric ignored{};
  const std::string one = choice_parameter<Maze::Metric>("", ignored, metrics(), "").allowed;
  return {.key = "features",
          .meaning = "the metrics that span the map",
          .allowed = "1 to 4 of " + one,
          .parse =
              [&fields](std::string_view text) {
                std::vector<Maze::Metric> parsed;
                for (const std::string& name : split(text, ',')) {
                  Maze::Metric metric{};
                  choice_parameter<Maze::Metric>("", metric, metrics(), "").parse(name);
                  parsed.push_back(metric);
                }
                fields = parsed;
              },
          .print =
              [&fields] {
                std::string text;
                for (const Maze::Metric metric : fields) {
                  text += (text.empty() ? "" : ",") + std::string(Maze::kMetricNames[static_cast<std::size_t>(metric)]);
                }
                return text;
              }};
}

std::vector<Parameter> table(Maze::Parameters& fields) {
  using Symmetry = Maze::Symmetry;
  using PathLength = Maze::PathLength;
  using Fallback = Maze::Fallback;
  return {
      whole_parameter("size", fields.size, 2, 64, "width and height in tiles"),
      choice_parameter<Maze::Metric>("fitness", fields.fitness, metrics(), "the metric to maximise"),
      features_parameter(fields.features),
      real_parameter("destruction", fields.destruction, 0, 1, "probability that mutation destroys a tile"),
      choice_parameter<Symmetry>("symmetry", fields.symmetry, {{"tiles", Symmetry::tiles}, {"sides", Symmetry::sides}},
                                 "what a symmetry compares: whole tiles, or each of their sides"),
      choice_parameter<PathLength>("path", fields.path, {{"tiles", PathLength::tiles}, {"steps", PathLength::steps}},
                                   "how a path is measured: in tiles, or in steps from tile to tile"),
      choice_parameter<Fallback>("fallback", fields.fallback, {{"any", Fallback::any}, {"inner", Fallback::inner}},
                                 "the tile destroyed if chance spares all: any, or none of the last row and column"),
  };
}

template <class T>
TestbedKind kind(const std::string& name, std::string meaning) {
  return {name, std::move(meaning),
          [name](const Settings& settings) -> AnyTestbed {
            typename T::Parameters fields;
            apply(settings, table(fields), name);
            return T(fields);
          },
          [name](const Settings& settings) {
            typename T::Parameters fields;
            const auto parameters = table(fields);
            apply(settings, parameters, name);
            return describe(parameters);
          }};
}

}  // namespace

std::span<const TestbedKind> testbed_kinds() {
  static const std::vector<TestbedKind> kinds = {
      kind<Rastrigin>("rastrigin", "a function with very many local optima, mapped by its first genes"),
      kind<Arm>("arm", "a robot arm with many joints, mapped by where it reaches"),
      kind<Maze>("maze", "perfect mazes, mapped by how they look and how far it is to walk"),
  };
  return kinds;
}

const TestbedKind& testbed_kind(std::string_view name) {
  std::vector<std::string> names;
  for (const TestbedKind& each : testbed_kinds()) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  throw std::invalid_argument(unknown_name("testbed", name, names));
}

}  // namespace mce
