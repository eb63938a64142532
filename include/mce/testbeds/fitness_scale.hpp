// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace mce {

/// How a testbed turns the quality q of its plain fitness, as a share of the highest, into the fitness that selectors
/// see. All but `outliers` are monotone, and the quality of a testbed undoes them, so that the QD-scores of all scales
/// compare.
enum class FitnessScale : std::uint8_t {
  plain,        ///< the plain fitness
  root,         ///< √q
  cube,         ///< q³
  exponential,  ///< e^(20·q)
  million,      ///< 10⁶·q
  outliers      ///< the plain fitness, but −10⁹ and quality 0 for about one genome in 10⁵, by a hash of its bits
};

}  // namespace mce
