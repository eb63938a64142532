// SPDX-License-Identifier: MIT
#include "mce/report/animation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "mce/report/feature_axes.hpp"
#include "mce/report/plot_style.hpp"
#include "mce/study/run.hpp"

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

struct Range {
  double low = 0;
  double high = 1;
};

/// Of the fitness in all frames; not empty, which would be no scale.
Range range_of(const std::vector<Frame>& frames) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Frame& frame : frames) {
    for (const double fitness : frame.fitness) {
      if (!std::isfinite(fitness)) continue;
      range.low = std::min(range.low, fitness);
      range.high = std::max(range.high, fitness);
    }
  }
  if (range.low > range.high) return {};
  return range.low < range.high ? range : Range{range.low - 0.5, range.low + 0.5};
}

constexpr double kGrey = 2.0 / 64;  // of the colours

/// "1 234 567": digits in groups of three.
std::string grouped(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, " ");
  return digits;
}

}  // namespace

std::vector<Frame> frames_of(const Protocol& protocol, const RunKey& key, std::uint32_t count) {
  const auto run = Run::make(run_settings(protocol, key.treatment, key.selector, key.repetition));
  const auto end = static_cast<double>(run->settings().evaluations);
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
  const std::vector<Frame> frames = frames_of(protocol, key);
  const Range range = range_of(frames);
  // Empty cells have a colour of their own at the lower end: as GIF, gnuplot paints over what is behind a picture.
  const double below = (range.high - range.low) * kGrey / (1 - kGrey);
  std::string data;
  std::vector<std::string> titles;
  for (const Frame& frame : frames) {
    std::vector<double> values = frame.fitness;
    std::ranges::replace_if(values, [](double value) { return std::isnan(value); }, range.low - below / 2);
    data += pixels(axes, values);
    titles.push_back(fmt::format("\"{} evaluations, {} of {} cells\"", grouped(frame.evaluations),
                                 grouped(frame.filled), grouped(frame.fitness.size())));
  }

  const std::string file = name + ".bin";
  std::string script = palette_line(kGrey);
  script +=
      fmt::format("set palette maxcolors 64\narray titles[{}] = [{}]\n", titles.size(), fmt::join(titles, ", \\\n  "));
  script += fmt::format(R"(
set label 1 '{}  '.{} at graph 0.5,1.1 center
set label 2 "fitness" at graph 1.03,1.045 left
set label 3 "empty" at graph 1.05,-0.045 left
set xrange [{}:{}]
set yrange [{}:{}]
set cbrange [{}:{}]
set xlabel "{}"
set ylabel "{}" offset 1,0
)",
                        symbol_markup(selector), text_markup(selector.label), axes[0].bounds.low, axes[0].bounds.high,
                        axes[1].bounds.low, axes[1].bounds.high, range.low - below, range.high, axes[0].markup,
                        axes[1].markup);
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
