// SPDX-License-Identifier: MIT
#include "animation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "colour_scale.hpp"
#include "feature_axes.hpp"
#include "mce/core/error.hpp"
#include "mce/run/run.hpp"
#include "plot_style.hpp"

namespace mce {
namespace {

constexpr std::uint32_t kMostAnimatedPixels = 400;  // there are many pictures, and none is larger than that

Frame frame_of(const Run& run, const PixelCells& cells) {
  const Archive& archive = run.archive();
  std::vector<double> fitness(archive.cells());
  for (CellIndex cell = 0; cell < fitness.size(); ++cell) fitness[cell] = archive.fitness(cell);
  return {.evaluations = run.evaluations(),
          .filled = static_cast<std::uint32_t>(archive.filled().size()),
          .fitness = pixels(cells, fitness)};
}

/// Throws Error unless a run that was made again ended as it did in the study.
void check_end(const Store& store, const RunKey& key, const Run& run) {
  const std::uint64_t now = run.archive().signature();
  const auto before = store.signature(key);
  if (before == now) return;
  throw Error(fmt::format(
      "'{}': treatment {} with selector {}, made again, ends with signature {:016x} instead of {}: the engine has "
      "changed since this run was made",
      store.path().string(), in_quotes(store.protocol().treatments[key.treatment].name),
      in_quotes(store.protocol().selectors[key.selector].label), now,
      before ? fmt::format("{:016x}", *before) : "none"));
}

/// "1 234 567": digits in groups of three.
std::string grouped(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, " ");
  return digits;
}

}  // namespace

std::vector<Frame> frames_of(const Store& store, const RunKey& key, std::uint32_t count) {
  const Treatment& treatment = store.protocol().treatments[key.treatment];
  const std::vector<FeatureAxis> axes = feature_axes(treatment, kMostAnimatedPixels);
  const std::string reason = why_not_flat(axes);
  if (!reason.empty()) throw std::invalid_argument(reason);
  const PixelCells cells = pixel_cells(treatment, axes);
  const auto run = Run::make(plan_of(store.protocol(), key.treatment, key.selector, key.repetition));
  const auto end = static_cast<double>(run->plan().evaluations);
  const double first = std::min(30.0, end);
  std::vector<Frame> frames = {frame_of(*run, cells)};
  for (std::uint32_t i = 0; i < count && !run->finished(); ++i) {
    const double moment = i + 1 == count ? end : first * std::pow(end / first, i / (count - 1.0));
    const auto evaluations = static_cast<std::uint64_t>(moment);
    if (evaluations <= run->evaluations()) continue;
    run->advance(evaluations - run->evaluations());
    frames.push_back(frame_of(*run, cells));
  }
  check_end(store, key, *run);
  return frames;
}

Plot animation(const Store& store, const RunKey& key, const std::string& name) {
  const Treatment& treatment = store.protocol().treatments[key.treatment];
  const SelectorEntry& selector = store.protocol().selectors[key.selector];
  const std::vector<Frame> frames = frames_of(store, key);
  const std::vector<FeatureAxis> axes = feature_axes(treatment, kMostAnimatedPixels);
  std::vector<double> all;
  std::vector<std::string> titles;
  for (const Frame& frame : frames) {
    all.insert(all.end(), frame.fitness.begin(), frame.fitness.end());
    titles.push_back(fmt::format("\"{} evaluations, {} of {} cells\"", grouped(frame.evaluations),
                                 grouped(frame.filled), grouped(store.cells(key.treatment))));
  }
  const ColourScale scale = fitness_scale(all);

  const std::string file = name + ".bin";
  std::string script = scale_lines(scale);
  script +=
      fmt::format("set palette maxcolors 64\narray titles[{}] = [{}]\n", titles.size(), fmt::join(titles, ", \\\n  "));
  script += fmt::format(R"(
set label 1 '{}  '.{} at graph 0.5,1.1 center
set label 2 "fitness" at graph 1.03,1.045 left
set label 3 "empty" at graph 1.05,-0.045 left
set xrange [{}:{}]
set yrange [{}:{}]
set xlabel {}
set ylabel {} offset 1,0
)",
                        symbol_markup(selector), text_markup(selector.label), axes[0].bounds.low, axes[0].bounds.high,
                        axes[1].bounds.low, axes[1].bounds.high, axes[0].markup, axes[1].markup);
  script += fmt::format(R"(set tics out nomirror
set lmargin at screen 0.14
set rmargin at screen 0.82
set bmargin at screen 0.13
set tmargin at screen 0.86
unset key
all = |titles| + 25  # the last picture is shown that often again
do for [picture=1:all] {{
  shown = picture < |titles| ? picture : |titles|
  set title titles[shown] offset 0,-0.4
  # How far the animation is. gnuplot cannot write a picture that is equal to the one before.
  set arrow 1 from screen 0,0.006 to screen 1.0*picture/all,0.006 nohead linewidth 3 linecolor rgb "#3b518b"
  plot {} with image
}}
)",
                        pixels_command(axes, file, "shown - 1"));
  return {.name = name,
          .medium = Plot::Medium::animation,
          .width = 12.7,
          .height = 11.5,
          .script = std::move(script),
          .data = {{file, packed_pixels(all, scale.empty())}}};
}

}  // namespace mce
