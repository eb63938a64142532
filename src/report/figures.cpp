// SPDX-License-Identifier: MIT
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "animation.hpp"
#include "feature_axes.hpp"
#include "gnuplot.hpp"
#include "heat_maps.hpp"
#include "mce/core/wording.hpp"
#include "mce/run/files.hpp"
#include "mce/study/beaten.hpp"
#include "progress_chart.hpp"

namespace mce {
namespace {

constexpr std::size_t kMappedTreatments = 3;  // of a testbed: a report is to be read, and 60 mazes are not

/// A figure to come.
struct PlannedFigure {
  Figure figure;
  std::function<Plot()> plot;  // not called where something is missing
};

/// "maze size=8 features=path,corners" as a name of files: "maze-size-8-features-path-corners".
std::string file_name(const std::string& text) {
  std::string name;
  for (const char letter : text) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.') {
      name += letter;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  return name;
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Some of them, well spread.
std::vector<std::uint32_t> spread(const std::vector<std::uint32_t>& all) {
  if (all.size() <= kMappedTreatments) return all;
  std::vector<std::uint32_t> some(kMappedTreatments);
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = all[i * (all.size() - 1) / (some.size() - 1)];
  return some;
}

class FigurePlan {
 public:
  explicit FigurePlan(const Store& store) : store_(store), protocol_(store.protocol()), states_(store.states()) {
    for (const std::string& testbed : testbeds(protocol_)) plan(testbed);
  }
  std::vector<PlannedFigure>& figures() { return figures_; }

 private:
  void plan(const std::string& testbed) {
    std::vector<std::uint32_t> treatments;
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      if (states_[i].measured && protocol_.treatments[i].plan.testbed == testbed) treatments.push_back(i);
    }
    if (treatments.empty()) return;
    plan_progress(testbed, treatments);
    for (const std::uint32_t treatment : spread(treatments)) {
      plan_maps(treatment, MapValue::fitness);
      plan_maps(treatment, MapValue::selections);
    }
    plan_animation(treatments.back());  // of a sweep usually the largest
  }

  void plan_progress(const std::string& testbed, const std::vector<std::uint32_t>& treatments) {
    const std::uint32_t repetitions = protocol_.repetitions;
    std::string caption = fmt::format("{}: progress of the selectors over the evaluations. ", wording::title(testbed));
    if (treatments.size() == 1) {
      caption += fmt::format("Lines are means of {} per selector; ", counted(repetitions, "run"));
    } else {
      caption += fmt::format("Lines are means over {} treatments of the means of {} per selector; ", treatments.size(),
                             counted(repetitions, "run"));
    }
    caption += repetitions > 1 ? "shaded areas are their 95 % confidence intervals (Student's t over the runs)."
                               : "one run has no confidence interval.";
    Figure figure = begin(FigureKind::progress, testbed, testbed + "-progress");
    figure.title = wording::title(testbed) + ": progress";
    figure.caption = std::move(caption);
    std::vector<std::string> metrics;
    for (const MetricKind& kind : store_.metrics()) metrics.push_back(kind.title);
    figure.alternative = fmt::format(
        "A line chart over the evaluations on a logarithmic axis for each metric: {}; of {} on the testbed {}.",
        wording::list(metrics), counted(protocol_.selectors.size(), "selector"), testbed);
    figures_.push_back({std::move(figure), [this, testbed, id = figures_.size()] {
                          return progress_chart(mean_curves(store_, testbed), protocol_.selectors,
                                                figures_[id].figure.id);
                        }});
    if (shared_points(protocol_, treatments).back() == 0) {
      figures_.back().figure.missing = "the treatments share no save point";
    }
  }

  void plan_maps(std::uint32_t treatment, MapValue value) {
    const Treatment& of = protocol_.treatments[treatment];
    const bool fitness = value == MapValue::fitness;
    Figure figure = begin(fitness ? FigureKind::fitness_maps : FigureKind::selection_maps, of.plan.testbed,
                          file_name(of.name) + (fitness ? "-fitness" : "-selections"));
    figure.title = fmt::format("{}: {}", wording::title(of.name), fitness ? "fitness" : "selections");
    figure.missing = why_no_heat_maps(store_, treatment);
    if (figure.missing.empty()) {
      const std::vector<FeatureAxis> axes = feature_axes(of);
      figure.caption = fmt::format(
          "{}: {} of the cells in the first run of every selector, after increasing numbers of evaluations. Colours "
          "have "
          "one scale{}; empty cells are grey.",
          wording::title(of.name), fitness ? "fitness" : "number of selections",
          fitness ? "" : ", a logarithmic one that few cells exceed");
      figure.alternative =
          fmt::format("Heat-maps of {} over {} and {}: a row for each of {}, a column for each number of evaluations.",
                      fitness ? "fitness" : "selections", axes[0].name, axes[1].name,
                      counted(protocol_.selectors.size(), "selector"));
    }
    figures_.push_back({std::move(figure), [this, treatment, value, id = figures_.size()] {
                          return heat_maps(store_, treatment, value, figures_[id].figure.id);
                        }});
  }

  void plan_animation(std::uint32_t treatment) {
    const Treatment& of = protocol_.treatments[treatment];
    const RunKey key{treatment, best_selector(store_, treatment), 0};
    const std::string& label = protocol_.selectors[key.selector].label;
    Figure figure = begin(FigureKind::animation, of.plan.testbed, of.plan.testbed + "-animation");
    figure.title = fmt::format("{}: a run of {}", wording::title(of.name), label);
    const std::vector<FeatureAxis> axes = feature_axes(of);
    if (axes.size() == 2) {
      figure.caption = fmt::format(
          "{}: the map of the first run of {}, the selector with the highest QD-score over the evaluations. Each "
          "picture "
          "is as many times later than the one before; empty cells are grey.",
          wording::title(of.name), label);
      figure.alternative = fmt::format(
          "Animated heat-map of fitness over {} and {}: cells fill and become fitter from picture to picture.",
          axes[0].name, axes[1].name);
    } else {
      figure.missing = why_no_heat_maps(store_, treatment);
    }
    figures_.push_back({std::move(figure), [this, key, id = figures_.size()] {
                          return animation(protocol_, key, figures_[id].figure.id);
                        }});
  }

  /// With an id of its own.
  Figure begin(FigureKind kind, const std::string& testbed, const std::string& name) {
    Figure figure;
    figure.id = name;
    for (int number = 2; !ids_.insert(figure.id).second; ++number) figure.id = fmt::format("{}-{}", name, number);
    figure.kind = kind;
    figure.testbed = testbed;
    return figure;
  }

  const Store& store_;
  const Protocol& protocol_;
  std::vector<TreatmentState> states_;
  std::vector<PlannedFigure> figures_;
  std::set<std::string> ids_;
};

}  // namespace

std::vector<Figure> write_figures(const Store& store, const std::filesystem::path& directory,
                                  const FigureWatch& watch) {
  require_gnuplot();
  prepare_directory(directory);
  FigurePlan plan(store);
  std::vector<PlannedFigure>& planned = plan.figures();
  std::vector<Figure> figures;
  for (PlannedFigure& each : planned) {
    watch(figures.size(), planned.size(), each.figure.title);
    if (each.figure.missing.empty()) {
      PlotFiles files = draw(each.plot(), directory);
      each.figure.pictures = std::move(files.pictures);
      each.figure.sources = std::move(files.sources);
    }
    figures.push_back(each.figure);
  }
  watch(figures.size(), planned.size(), "");
  return figures;
}

}  // namespace mce
