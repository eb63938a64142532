// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "mce/study/duels.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// A head and some sentences, as plain text.
struct Paragraph {
  std::string head;
  std::vector<std::string> lines;
};

/// A study in plain words: what it consists of, then for every testbed who wins by QD-score, coverage and global
/// performance, by how much, and how sure that is; last, who is better than uniform wherever it was measured.
std::vector<Paragraph> summary(const Store& store);

/// A selector's mean area under the curve less that of another, relative to the latter, with its 95 % interval.
struct RelativeGain {
  double mean = 0;
  double low = 0;  ///< NaN if there is only one run
  double high = 0;
};
/// Over the repetitions of one treatment, which start from the same populations; or over treatments, if there are
/// several.
RelativeGain relative_gain(const RunValues& values, const Duel& duel);

}  // namespace mce
