// SPDX-License-Identifier: MIT
#include "animation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "colour_scale.hpp"
#include "feature_axes.hpp"
#include "mce/run/run.hpp"
#include "plot_style.hpp"

namespace mce {
namespace {

Frame frame_of(const Run& run) {
  const Archive& archive = run.archive();
  Frame frame{
      .evaluations = run.evaluations(), .filled = static_cast<std::uint32_t>(archive.filled().size()), .fitness = {}};
  frame.fitness.reserve(archive.grid().cells());
  for (CellIndex cell = 0; cell < archive.grid().cells(); ++cell) frame.fitness.push_back(archive.fitness(cell));
  return frame;
}

/// "1 234 567": digits in groups of three.
std::string grouped(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, " ");
  return digits;
}

}  // namespace

std::vector<Frame> frames_of(const Protocol& protocol, const RunKey& key, std::uint32_t count) {
  const auto run = Run::make(plan_of(protocol, key.treatment, key.selector, key.repetition));
  const auto end = static_cast<double>(run->plan().evaluations);
  const double first = std::min(30.0, end);
  std::vector<Frame> frames = {frame_of(*run)};
  for (std::uint32_t i = 0; i < count && !run->finished(); ++i) {
    const double moment = i + 1 == count ? end : first * std::pow(end / first, i / (count - 1.0));
    const auto evaluations = static_cast<std::uint64_t>(moment);
    if (evaluations <= run->evaluations()) continue;
    run->advance(evaluations - run->evaluations());
    frames.push_back(frame_of(*run));
  }
  return frames;
}

Plot animation(const Protocol& protocol, const RunKey& key, const std::string& name) {
  const Treatment& treatment = protocol.treatments[key.treatment];
  const SelectorEntry& selector = protocol.selectors[key.selector];
  const std::vector<FeatureAxis> axes = feature_axes(treatment);
  if (axes.size() != 2) throw std::invalid_argument(fmt::format("'{}' has not two features", treatment.name));
  // Fewer of a very large map: all of them are in memory at once.
  const std::uint32_t most = 4'000'000 / (axes[0].bins * axes[1].bins);
  const std::vector<Frame> frames = frames_of(protocol, key, std::clamp(most, 4U, 40U));
  std::vector<double> all;
  for (const Frame& frame : frames) all.insert(all.end(), frame.fitness.begin(), frame.fitness.end());
  const ColourScale scale = fitness_scale(all);
  std::string data;
  std::vector<std::string> titles;
  for (const Frame& frame : frames) {
    data += pixels(axes, frame.fitness, scale.empty());
    titles.push_back(fmt::format("\"{} evaluations, {} of {} cells\"", grouped(frame.evaluations),
                                 grouped(frame.filled), grouped(frame.fitness.size())));
  }

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
set xlabel "{}"
set ylabel "{}" offset 1,0
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
          .data = {{file, std::move(data)}}};
}

}  // namespace mce
