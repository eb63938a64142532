// SPDX-License-Identifier: MIT
#include "mce/selectors/curiosity.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace mce {
namespace {

std::int64_t thousandths(const char* name, double value) {
  const double scaled = std::round(value * 1000);
  if (!(value >= 0 && value <= 1000) || scaled / 1000 != value) {
    throw std::invalid_argument(fmt::format("{} {}: allowed are 0 to 1000 in steps of 0.001", name, value));
  }
  return static_cast<std::int64_t>(scaled);
}

}  // namespace

Curiosity::Curiosity(const CuriosityParameters& parameters)
    : reward_(thousandths("reward", parameters.reward)), penalty_(thousandths("penalty", parameters.penalty)) {
  const std::int64_t unit = std::max<std::int64_t>(std::gcd(reward_, penalty_), 1);
  reward_ /= unit;
  penalty_ /= unit;
}

void Curiosity::enter_all(const Archive& archive, std::span<const CellIndex> cells) {
  // A weight is at most selections·max(reward, penalty) < 2^32·max; the sum over all cells has to fit into 63 bits.
  const std::int64_t largest = std::max(reward_, penalty_);
  if (largest * archive.grid().cells() > std::int64_t{1} << 31) {
    throw std::invalid_argument(fmt::format("reward and penalty are {}:{} in whole numbers, too fine for {} cells",
                                            reward_, penalty_, archive.grid().cells()));
  }
  sets_ = Scores(archive.grid().cells());
  for (const CellIndex cell : cells) note(cell, score_of(archive.elite_tally(cell)), 0);
  regroup(cells);
}

void Curiosity::regroup(std::span<const CellIndex> cells) {
  sets_.clear();
  classes_ = {};
  class_weights_ = {};
  total_ = 0;
  octave_weights_ = {};
  largest_octave_ = 0;
  smallest_ = INT64_MAX;
  for (const CellIndex cell : cells) smallest_ = std::min(smallest_, known_score(cell));
  for (const CellIndex cell : cells) enter(cell, known_score(cell), class_of(weight_of(known_score(cell))));
}

void Curiosity::meet(const Archive& archive, CellIndex cell, std::int64_t score) {
  if (score >= smallest_) {
    enter(cell, score, class_of(weight_of(score)));
  } else {
    note(cell, score, 0);
    regroup(archive.filled());
  }
}

}  // namespace mce
