// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "mce/study/protocol.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// A map at one moment of a run.
struct Frame {
  std::uint64_t evaluations = 0;
  std::uint32_t filled = 0;     ///< cells with an elite
  std::vector<double> fitness;  ///< by cell, NaN where there is no elite
};

/// Makes a run of the study again, and stops on the way: before the first evaluation, then at about `count` moments
/// up to the end, each as many times later than the one before.
std::vector<Frame> frames_of(const Protocol& protocol, const RunKey& key, std::uint32_t count = 40);

/// The run as an animated picture, which stays at the end for a while. The treatment has to have two features; throws
/// std::invalid_argument.
Plot animation(const Protocol& protocol, const RunKey& key, const std::string& name);

}  // namespace mce
