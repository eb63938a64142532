// SPDX-License-Identifier: MIT
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

#include "animation.hpp"
#include "feature_axes.hpp"
#include "gnuplot.hpp"
#include "heat_maps.hpp"
#include "mce/analysis/metrics.hpp"
#include "mce/core/error.hpp"
#include "mce/core/wording.hpp"
#include "mce/run/files.hpp"
#include "mce/study/beaten.hpp"
#include "progress_chart.hpp"

namespace mce {
namespace {

constexpr std::size_t kMappedTreatments = 3;  // of a testbed: a report is to be read, and 60 mazes are not

/// A figure to come. Where something that it needs is missing, `plot` throws Error or std::invalid_argument.
struct PlannedFigure {
  Figure figure;
  std::function<Plot()> plot;
};

/// "maze size=8 features=path,corners" as part of a name of files: "maze-size-8-features-path-corners". It begins and
/// ends with a letter or a digit, and has 80 characters at most; it is empty if the text has no ASCII letters or
/// digits.
std::string file_name(std::string_view text) {
  constexpr std::size_t kMost = 80;
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::string name;
  for (const char letter : text) {
    if (kLetters.find(letter) != std::string_view::npos || (letter == '.' && !name.empty())) {
      name += letter;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  name.resize(std::min(name.size(), kMost));
  name.erase(name.find_last_of(kLetters) + 1);
  return name;
}

/// What to know of a very large map's picture.
std::string sampling_note(const std::vector<FeatureAxis>& axes) {
  const std::uint32_t right = cells_per_pixel(axes[0]);
  const std::uint32_t up = cells_per_pixel(axes[1]);
  return right * up == 1 ? "" : fmt::format(" Of {} × {} cells one is shown.", right, up);
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
      caption += fmt::format("Lines are means of {} per selector; ", wording::count(repetitions, "run"));
    } else {
      caption += fmt::format("Lines are means over {} treatments of the means of {} per selector; ", treatments.size(),
                             wording::count(repetitions, "run"));
    }
    caption += repetitions > 1 ? "shaded areas are their 95 % confidence intervals (Student's t over the runs)."
                               : "one run has no confidence interval.";
    Figure figure = begin(FigureKind::progress, testbed, testbed + "-progress");
    figure.title = wording::title(testbed) + ": progress";
    figure.caption = std::move(caption);
    std::vector<std::string> metrics;
    for (const MetricKind& kind : store_.metrics()) metrics.push_back(kind.title);
    figure.alternative =
        fmt::format("Line charts over the evaluations on a logarithmic axis: {} of {} on the testbed {}.",
                    wording::list(metrics), wording::count(protocol_.selectors.size(), "selector"), testbed);
    figures_.push_back({std::move(figure), [this, testbed, id = figures_.size()] {
                          return progress_chart(mean_curves(store_, testbed), protocol_.selectors,
                                                figures_[id].figure.id);
                        }});
  }

  void plan_maps(std::uint32_t treatment, MapValue value) {
    const Treatment& of = protocol_.treatments[treatment];
    const bool fitness = value == MapValue::fitness;
    std::string name = file_name(of.name);
    if (name.empty()) name = fmt::format("treatment-{}", treatment + 1);
    Figure figure = begin(fitness ? FigureKind::fitness_maps : FigureKind::selection_maps, of.plan.testbed,
                          name + (fitness ? "-fitness" : "-selections"));
    figure.title = fmt::format("{}: {}", wording::title(of.name), fitness ? "fitness" : "selections");
    const std::vector<FeatureAxis> axes = feature_axes(of);
    if (axes.size() == 2) {
      const std::size_t rows = std::min(protocol_.selectors.size(), kMostMapRows);
      figure.caption = fmt::format(
          "{}: {} of the cells in the first run of {}, after increasing numbers of evaluations. Colours have one "
          "scale{}; empty cells are grey.{}",
          wording::title(of.name), fitness ? "fitness" : "number of selections",
          rows < protocol_.selectors.size() ? fmt::format("each of the first {} selectors", rows) : "every selector",
          fitness ? "" : ", a logarithmic one that few cells exceed", sampling_note(axes));
      figure.alternative =
          fmt::format("Heat-maps of {} over {} and {}: a row for each of {}, a column for each number of evaluations.",
                      fitness ? "fitness" : "selections", axes[0].name, axes[1].name, wording::count(rows, "selector"));
    }
    figures_.push_back({std::move(figure), [this, treatment, value, id = figures_.size()] {
                          return heat_maps(store_, treatment, value, figures_[id].figure.id);
                        }});
  }

  /// An animation needs the run once more, which may be expensive if it is one of a problem.
  void plan_animation(std::uint32_t treatment) {
    const Treatment& of = protocol_.treatments[treatment];
    if (of.plan.problem) return;
    const RunKey key{treatment, best_selector(store_, treatment), 0};
    const std::string& label = protocol_.selectors[key.selector].label;
    Figure figure = begin(FigureKind::animation, of.plan.testbed, of.plan.testbed + "-animation");
    figure.title = fmt::format("{}: a run of {}", wording::title(of.name), label);
    const std::vector<FeatureAxis> axes = feature_axes(of);
    if (axes.size() == 2) {
      figure.caption = fmt::format(
          "{}: the map of the first run of {}, the selector with the highest QD-score over the evaluations. Each "
          "picture is as many times later than the one before; empty cells are grey.{}",
          wording::title(of.name), label, sampling_note(axes));
      figure.alternative = fmt::format(
          "Animated heat-map of fitness over {} and {}: cells fill and become fitter from picture to picture.",
          axes[0].name, axes[1].name);
    }
    figures_.push_back({std::move(figure),
                        [this, key, id = figures_.size()] { return animation(store_, key, figures_[id].figure.id); }});
  }

  /// With an id of its own, also for file systems that do not tell small letters from capital ones.
  Figure begin(FigureKind kind, const std::string& testbed, const std::string& name) {
    const auto is_new = [this](std::string id) {
      std::ranges::transform(id, id.begin(), [](unsigned char letter) { return std::tolower(letter); });
      return ids_.insert(std::move(id)).second;
    };
    Figure figure;
    figure.id = name;
    for (int number = 2; !is_new(figure.id); ++number) figure.id = fmt::format("{}-{}", name, number);
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

std::string why_not(const std::function<void()>& attempt) {
  try {
    attempt();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

std::vector<Figure> write_figures(const Store& store, const std::filesystem::path& directory,
                                  const FigureWatch& watch) {
  require_gnuplot();
  prepare_directory(directory);
  FigurePlan plan(store);
  std::vector<PlannedFigure>& planned = plan.figures();
  std::vector<Figure> figures;
  for (PlannedFigure& each : planned) {
    watch(figures.size(), planned.size(), each.figure.title);
    Plot plot;
    each.figure.missing = why_not([&] { plot = each.plot(); });
    if (each.figure.missing.empty()) {
      PlotFiles files = draw(plot, directory);
      each.figure.pictures = std::move(files.pictures);
      each.figure.sources = std::move(files.sources);
    }
    figures.push_back(each.figure);
  }
  watch(figures.size(), planned.size(), "");
  return figures;
}

}  // namespace mce
