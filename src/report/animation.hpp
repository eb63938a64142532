// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// A map with two features at one moment of a run.
struct Frame {
  std::uint64_t evaluations = 0;
  std::uint32_t filled = 0;     ///< cells with an elite
  std::vector<double> fitness;  ///< by pixel (feature_axes.hpp), NaN where there is no elite
};

/// Makes a run of the study again, and stops on the way: before the first evaluation, then at about `count` moments
/// up to the end, each as many times later than the one before. Throws Error unless the run ends as the study says:
/// then the engine has changed. Throws std::invalid_argument unless the treatment has two features.
std::vector<Frame> frames_of(const Store& store, const RunKey& key, std::uint32_t count = 40);

/// The run as an animated picture, which stays at the end for a while. Throws likewise.
Plot animation(const Store& store, const RunKey& key, const std::string& name);

}  // namespace mce
