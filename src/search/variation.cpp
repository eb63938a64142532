// SPDX-License-Identifier: MIT
#include "mce/search/variation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "mce/core/error.hpp"
#include "mce/core/normal.hpp"
#include "mce/core/text.hpp"

namespace mce {
namespace {

/// Times a normal number it is still finite.
constexpr double kLargestStep = 1e300;

GeneSteps parse_steps(const std::string& text) {
  GeneSteps steps;
  if (text == "auto") return steps;
  for (const std::string& part : split(text, ',')) {
    const double value = parse_number(part);
    if (!(value >= 0 && value <= kLargestStep)) {
      throw std::invalid_argument(fmt::format("{} is out of range", in_quotes(part)));
    }
    steps.values.push_back(value);
  }
  return steps;
}

std::string steps_text(const GeneSteps& steps) {
  if (steps.values.empty()) return "auto";
  std::string text;
  for (const double value : steps.values) text += (text.empty() ? "" : ",") + number_text(value);
  return text;
}

Parameter steps_parameter(const std::string& key, GeneSteps& field, double share, const std::string& meaning) {
  return text_parameter(
      key, meaning,
      fmt::format("auto ({} of each gene's range), a number from 0 to {}, or one for each gene: 0.1,0.2", share,
                  kLargestStep),
      [&field](const std::string& text) { field = parse_steps(text); }, [&field] { return steps_text(field); });
}

void gaussian(std::span<const double> parent, std::span<const double> sigmas, std::span<double> child, Rng& rng) {
  use_normals(child.size(), rng, [=](std::size_t start, std::span<const double> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      child[start + i] = parent[start + i] + sigmas[start + i] * numbers[i];
    }
  });
}

void iso_line(std::span<const double> parent, std::span<const double> other, std::span<const double> isos, double line,
              std::span<double> child, Rng& rng) {
  // One more number than there are genes: the first is that of the line.
  double share = 0;
  use_normals(child.size() + 1, rng, [&](std::size_t start, std::span<const double> numbers) {
    if (start == 0) share = line * numbers.front();
    for (std::size_t i = start == 0 ? 1 : 0; i < numbers.size(); ++i) {
      const std::size_t gene = start + i - 1;
      child[gene] = parent[gene] + isos[gene] * numbers[i] + share * (other[gene] - parent[gene]);
    }
  });
}

struct Entry : Kind {
  AnyVariation (*make)(const Settings& settings, std::string_view name);
};

template <class V>
Entry entry(const std::string& name, const std::string& meaning) {
  return {make_kind<V>(name, "", meaning), [](const Settings& settings, std::string_view of) -> AnyVariation {
            return V(parameters_from<V>(settings, of));
          }};
}

const std::vector<Entry>& table() {
  static const std::vector<Entry> entries = {
      entry<UniformVariation>("uniform", "each gene moves by up to a step"),
      entry<GaussianVariation>("gaussian", "each gene moves by a normal number"),
      entry<IsoLineVariation>("iso-line",
                              "each gene moves by a normal number, and all along the line to another elite"),
  };
  return entries;
}

}  // namespace

std::vector<double> GeneSteps::per_gene(std::span<const Interval> bounds, double share_of_range,
                                        std::string_view name) const {
  std::vector<double> steps(bounds.size());
  if (values.size() > 1 && values.size() != bounds.size()) {
    throw std::invalid_argument(
        fmt::format("{} has {} values: a genome has {} genes", name, values.size(), bounds.size()));
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i] = values.empty() ? share_of_range * (bounds[i].high - bounds[i].low) : values[values.size() > 1 ? i : 0];
  }
  return steps;
}

std::vector<Parameter> UniformVariation::Parameters::table() {
  return {steps_parameter("step", step, kShare, "how far each gene moves at most")};
}

UniformVariation::UniformVariation(Parameters parameters) : parameters_(std::move(parameters)) {
  check(parameters_.table(), "uniform");
}

void UniformVariation::operator()(std::span<const double> parent, std::span<double> child, Rng& rng) const {
  rng.fill_uniform01(child);
  for (std::size_t i = 0; i < child.size(); ++i) child[i] = parent[i] + (2 * child[i] - 1) * steps_[i];
}

std::vector<Parameter> GaussianVariation::Parameters::table() {
  return {steps_parameter("sigma", sigma, kShare, "standard deviation of each gene's step")};
}

GaussianVariation::GaussianVariation(Parameters parameters, CpuLevel level)
    : parameters_(std::move(parameters)), vary_(Versions<&gaussian>::at(level)) {
  check(parameters_.table(), "gaussian");
}

std::vector<Parameter> IsoLineVariation::Parameters::table() {
  return {steps_parameter("iso", iso, kShare, "standard deviation of each gene's own step"),
          real_parameter("line", line, {.low = 0, .high = 1000},
                         "standard deviation of the step along the line to another elite, in units of the distance")};
}

IsoLineVariation::IsoLineVariation(Parameters parameters, CpuLevel level)
    : parameters_(std::move(parameters)), vary_(Versions<&iso_line>::at(level)) {
  check(parameters_.table(), "iso-line");
}

std::span<const VariationKind> variation_kinds() {
  static const std::vector<VariationKind> kinds(table().begin(), table().end());
  return kinds;
}

const VariationKind& variation_kind(std::string_view name) { return find_kind(variation_kinds(), "variation", name); }

AnyVariation make_variation(std::string_view name, const Settings& settings) {
  const Entry& found = find_kind(table(), "variation", name);
  return found.make(settings, found.name);
}

VariationChoice parse_variation(std::string_view text) {
  auto [name, settings] = parse_choice(text, "variation");
  return {.name = variation_kind(name).name, .settings = std::move(settings)};
}

void check_gene_bounds(std::span<const Interval> bounds) {
  if (bounds.empty()) throw std::invalid_argument("a genome needs at least one gene");
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const auto [low, high] = bounds[i];
    if (!(low < high && std::isfinite(high - low))) {
      throw std::invalid_argument(fmt::format(
          "gene {} is from {} to {}: the first has to be less than the second, and both finite", i + 1, low, high));
    }
  }
}

void check_genes(std::span<const double> genome, std::span<const Interval> bounds) {
  for (std::size_t i = 0; i < genome.size(); ++i) {
    const auto [low, high] = bounds[i];
    if (!(genome[i] >= low && genome[i] <= high)) {
      throw Error(fmt::format("gene {} is {}: allowed are {} to {}", i + 1, genome[i], low, high));
    }
  }
}

void clamp_genes(std::span<double> genome, std::span<const Interval> bounds) {
  for (std::size_t i = 0; i < genome.size(); ++i) {
    const auto [low, high] = bounds[i];
    const double no_lower = genome[i] > low ? genome[i] : low;
    genome[i] = no_lower < high ? no_lower : high;
  }
}

}  // namespace mce
