// SPDX-License-Identifier: MIT
#include "mce/selectors/discounted_ucb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mce/core/math.hpp"

namespace mce {
namespace {

/// The unit is divided by this when it reaches it. A power of four: the quotients, and the square roots of them, are
/// exact, so that no score changes.
constexpr double kLargestUnit = 0x1p512;

/// A reward so late that all selections of its cell count less than this together is lost: w/n would not be finite.
constexpr double kFaded = 1e-290;

}  // namespace

std::vector<Parameter> DiscountedUcb::Parameters::table() {
  // In the largest batch, 65,535 selections fade a tally by 10^286 at most, so that no reward is lost in it.
  return {lambda_parameter(lambda),
          real_parameter("discount", discount, {.low = 0.99, .high = 1}, "what is left of a tally after a selection")};
}

DiscountedUcb::DiscountedUcb(Parameters parameters) : parameters_(parameters), growth_(1 / parameters.discount) {
  check(parameters_.table(), "discounted-ucb");
}

void DiscountedUcb::rebuild(const Archive& archive) {
  resize(archive);
  unit_ = 1;
  total_ = 0;
  for (const CellIndex cell : archive.filled()) rank(cell);
}

CellIndex DiscountedUcb::select(const Archive& /*archive*/, Rng& rng) { return ranking_.pick(clock(), rng); }

std::vector<CellIndex> DiscountedUcb::candidates(const Archive& /*archive*/) {
  const auto cells = ranking_.candidates(clock());
  return {cells.begin(), cells.end()};
}

void DiscountedUcb::observe(const Archive& archive, const Pick& pick) {
  unit_ *= growth_;
  total_ += unit_;
  tallies_[pick.parent.cell].selections += unit_;
  if (unit_ >= kLargestUnit) shrink_units(archive);
  rank(pick.parent.cell);
}

void DiscountedUcb::observe(const Archive& /*archive*/, const Outcome& outcome) {
  if (!outcome.cell || cells_ == 0) return;  // the initial population is told of before `rebuild`
  if (outcome.parent) reward(outcome.parent->cell);
  rank(*outcome.cell);  // may be new
}

void DiscountedUcb::observe(const Archive& /*archive*/, const Reward& reward) { this->reward(reward.parent.cell); }

void DiscountedUcb::reward(CellIndex parent) {
  FadingTally& tally = tallies_[parent];
  if (tally.selections >= kFaded * unit_) tally.survivals += unit_;
  rank(parent);
}

void DiscountedUcb::remove(const Archive& /*archive*/, CellIndex cell) {
  tallies_[cell] = {};
  ranking_.remove(cell);
}

void DiscountedUcb::grow(const Archive& archive) {
  const LargeArray<FadingTally> former = std::move(tallies_);
  const std::size_t former_cells = cells_;
  resize(archive);
  std::copy_n(&former[0], former_cells, &tallies_[0]);
  for (const CellIndex cell : archive.filled()) rank(cell);
}

double DiscountedUcb::score(const Archive& /*archive*/, CellIndex cell) const {
  const auto [n, w] = tallies_[cell];
  return n == 0 ? std::numeric_limits<double>::infinity() : w / n + clock() * (1 / std::sqrt(n));
}

void DiscountedUcb::save(ByteWriter& out) const {
  out.value(unit_);
  out.value(total_);
  for (std::size_t cell = 0; cell < cells_; ++cell) out.value(tallies_[cell]);
}

void DiscountedUcb::load(ByteReader& in, const Archive& archive) {
  resize(archive);
  unit_ = in.value<double>();
  total_ = in.value<double>();
  const bool possible = unit_ >= 1 && unit_ < kLargestUnit && std::isfinite(total_) &&
                        (total_ >= unit_ || (total_ == 0 && archive.selections() == 0));
  if (!possible) throw Error("saved total of the fading selections is impossible");
  for (CellIndex cell = 0; cell < cells_; ++cell) {
    const auto [n, w] = tallies_[cell] = in.value<FadingTally>();
    const Tally& whole = archive.cell_tally(cell);
    const bool valid = n >= 0 && n <= total_ && w >= 0 && std::isfinite(w) && (whole.selections > 0 || n == 0) &&
                       (whole.survivals > 0 || w == 0) && (n > 0 ? std::isfinite(w / n) : w == 0);
    if (!valid) throw Error("a saved fading tally is impossible");
  }
  for (const CellIndex cell : archive.filled()) rank(cell);
}

void DiscountedUcb::resize(const Archive& archive) {
  cells_ = archive.cells();
  tallies_ = LargeArray<FadingTally>(cells_);
  ranking_ = LineTree(archive.cells());
}

void DiscountedUcb::rank(CellIndex cell) {
  const auto [n, w] = tallies_[cell];
  if (n == 0) {
    ranking_.put_first(cell);
  } else {
    ranking_.put(cell, w / n, 1 / std::sqrt(n));
  }
}

/// λ·√(ln N) for tallies that are counted in units.
double DiscountedUcb::clock() const {
  return total_ == 0 ? 0 : parameters_.lambda * std::sqrt(math::natural_log(total_ / unit_) * unit_);
}

void DiscountedUcb::shrink_units(const Archive& archive) {
  unit_ /= kLargestUnit;
  total_ /= kLargestUnit;
  for (const CellIndex cell : archive.filled()) {
    FadingTally& tally = tallies_[cell];
    tally.selections /= kLargestUnit;
    tally.survivals = tally.selections == 0 ? 0 : tally.survivals / kLargestUnit;  // faded altogether: as if new
    rank(cell);
  }
}

}  // namespace mce
