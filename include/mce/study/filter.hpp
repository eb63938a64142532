// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mce/study/protocol.hpp"

namespace mce {

/// A part of a study: the treatments and selectors that match one of the patterns, in which * stands for any text.
/// Without patterns, all.
struct StudyFilter {
  std::vector<std::string> treatments;  ///< by name, or by testbed
  std::vector<std::string> selectors;   ///< by label, or by symbol where the selector has no parameters of its own
};

/// Parses texts like "treatment=maze*,selector=ucb-cell"; either may be repeated. Throws std::invalid_argument.
StudyFilter parse_filter(std::span<const std::string> texts);

/// What a filter leaves, by position in the protocol.
struct FilteredStudy {
  std::vector<bool> treatments;
  std::vector<bool> selectors;
};
/// Throws std::invalid_argument for a pattern that matches nothing.
FilteredStudy apply(const StudyFilter& filter, const Protocol& protocol);

}  // namespace mce
