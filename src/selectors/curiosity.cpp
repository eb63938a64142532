// SPDX-License-Identifier: MIT
#include "mce/selectors/curiosity.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace mce {
namespace {

constexpr double kPerUnit = 1000;  // reward and penalty are multiples of 0.001

std::int64_t thousandths(double value) { return static_cast<std::int64_t>(std::round(value * kPerUnit)); }

Curiosity::Parameters checked(Curiosity::Parameters parameters) {
  check(parameters.table(), "curiosity");
  return parameters;
}

}  // namespace

std::vector<Parameter> Curiosity::Parameters::table() {
  constexpr Range kRange = {.low = 0, .high = 1000, .steps = kPerUnit};
  return {real_parameter("reward", reward, kRange, "added to the score when an offspring survives"),
          real_parameter("penalty", penalty, kRange, "taken off the score when it does not")};
}

Curiosity::Curiosity(Parameters parameters)
    : reward_(thousandths(checked(parameters).reward)), penalty_(thousandths(parameters.penalty)), unit_(1) {
  const std::int64_t unit = std::max<std::int64_t>(std::gcd(reward_, penalty_), 1);
  reward_ /= unit;
  penalty_ /= unit;
  unit_ = static_cast<double>(unit) / kPerUnit;
}

void Curiosity::check_cells(std::uint32_t cells) const {
  // A weight is at most selections·max(reward, penalty) < 2^32·max; the sum over all cells has to fit into 63 bits.
  const std::int64_t largest = std::max(reward_, penalty_);
  if (largest * cells > std::int64_t{1} << 31) {
    throw std::invalid_argument(fmt::format(
        "reward and penalty of curiosity are {}:{} in whole numbers, too fine for {} cells", reward_, penalty_, cells));
  }
}

void Curiosity::enter_all(const Archive& archive, std::span<const CellIndex> cells) {
  check_cells(archive.cells());
  sets_ = Scores(archive.cells());
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

void Curiosity::remove(const Archive& archive, CellIndex cell) {
  leave(cell);
  sets_.set_label(cell, 0);
  while (octave_weights_[largest_octave_] == 0 && largest_octave_ > 0) --largest_octave_;
  if (classes_.front().size == 0) regroup(archive.filled());
}

double Curiosity::score(const Archive& archive, CellIndex cell) const {
  return static_cast<double>(weight_of(score_of(archive.elite_tally(cell)))) * unit_;
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
