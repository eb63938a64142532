// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "mce/study/store.hpp"

namespace mce {

enum class FigureKind : std::uint8_t { progress, fitness_maps, selection_maps, animation, mazes, robustness };

/// A picture of a study, and what is said of it.
struct Figure {
  std::string id;  ///< "rastrigin-progress": what its files are called, and its place in a page
  FigureKind kind = FigureKind::progress;
  std::string testbed;  ///< empty for a picture of all testbeds
  std::string title;
  std::string caption;                ///< what is shown, of how many runs
  std::string alternative;            ///< in words, for those who do not see it
  std::vector<std::string> pictures;  ///< names of files: SVG, PDF and PNG; or GIF
  std::vector<std::string> sources;   ///< gnuplot script, then its data
  std::string missing;                ///< why there is no picture; empty if there is
};

/// The text of the Error or std::invalid_argument that the attempt throws; empty if it succeeds. A report goes on
/// without a picture whose data is missing or makes no sense.
std::string why_not(const std::function<void()>& attempt);

/// Called before each figure, with how many are done, and at the end.
using FigureWatch = std::function<void(std::size_t done, std::size_t all, const std::string& title)>;

/// Draws all figures of the treatments that are measured, by testbed: the progress of the selectors, heat-maps of some
/// treatments, and an animated run. Makes the directory. Throws Error if it cannot be written to or gnuplot cannot
/// draw; a figure whose data is missing says so instead.
std::vector<Figure> write_figures(
    const Store& store, const std::filesystem::path& directory,
    const FigureWatch& watch = [](std::size_t, std::size_t, const std::string&) {});

}  // namespace mce
