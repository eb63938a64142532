// SPDX-License-Identifier: MIT
#include "mce/selectors/ucb_fitness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mce/core/math.hpp"

namespace mce {

std::vector<Parameter> UcbFitness::Parameters::table() {
  return {lambda_parameter(lambda),
          choice_parameter<TallyOf>("tally", tally, {{"cell", TallyOf::cell}, {"individual", TallyOf::individual}},
                                    "whose selections and offspring count")};
}

UcbFitness::UcbFitness(Parameters parameters) : parameters_(parameters) { check(parameters_.table(), "ucb-fitness"); }

void UcbFitness::rebuild(const Archive& archive) {
  resize(archive);
  for (const CellIndex cell : archive.filled()) rank(archive, cell);
}

CellIndex UcbFitness::select(const Archive& archive, Rng& rng) { return ranking_.pick(clock(archive), rng); }

std::vector<CellIndex> UcbFitness::candidates(const Archive& archive) {
  const auto cells = ranking_.candidates(clock(archive));
  return {cells.begin(), cells.end()};
}

void UcbFitness::observe(const Archive& archive, const Pick& pick) { rank(archive, pick.parent.cell); }

void UcbFitness::observe(const Archive& archive, const Outcome& outcome) {
  if (cells_ == 0) return;  // the initial population is told of before `rebuild`
  if (outcome.parent && !Archive::has_nan(outcome.fitness, outcome.features)) {
    add(archive, *outcome.parent, outcome.fitness);
  }
  if (outcome.cell) {
    if (parameters_.tally == TallyOf::individual) rewards_[*outcome.cell] = 0;
    rank(archive, *outcome.cell);
  }
}

void UcbFitness::observe(const Archive& archive, const Reward& reward) {
  if (!std::isnan(reward.fitness)) add(archive, reward.parent, reward.fitness);
}

void UcbFitness::add(const Archive& archive, const Parent& parent, double fitness) {
  const auto [cell, births] = parent;
  if (parameters_.tally == TallyOf::individual && archive.birth(cell) > births) return;
  rewards_[cell] += std::clamp(fitness, -kLargestReward, kLargestReward);
  rank(archive, cell);
}

void UcbFitness::remove(const Archive& /*archive*/, CellIndex cell) {
  rewards_[cell] = 0;
  ranking_.remove(cell);
}

void UcbFitness::grow(const Archive& archive) {
  const LargeArray<double> former = std::move(rewards_);
  const std::size_t former_cells = cells_;
  resize(archive);
  std::copy_n(&former[0], former_cells, &rewards_[0]);
  for (const CellIndex cell : archive.filled()) rank(archive, cell);
}

double UcbFitness::score(const Archive& archive, CellIndex cell) const {
  const double n = tally(archive, cell).selections;
  if (n == 0) return std::numeric_limits<double>::infinity();
  return rewards_[cell] / n + clock(archive) * (1 / std::sqrt(n));
}

void UcbFitness::save(ByteWriter& out) const {
  for (std::size_t cell = 0; cell < cells_; ++cell) out.value(rewards_[cell]);
}

void UcbFitness::load(ByteReader& in, const Archive& archive) {
  resize(archive);
  for (CellIndex cell = 0; cell < cells_; ++cell) {
    rewards_[cell] = in.value<double>();
    // Twice as much as there can be, since sums are rounded. NaN fails too.
    const double most = 2 * kLargestReward * tally(archive, cell).selections;
    if (!(std::abs(rewards_[cell]) <= most)) throw Error("a saved sum of fitness is impossible");
  }
  for (const CellIndex cell : archive.filled()) rank(archive, cell);
}

void UcbFitness::resize(const Archive& archive) {
  cells_ = archive.cells();
  rewards_ = LargeArray<double>(cells_);
  ranking_ = LineTree(archive.cells());
}

void UcbFitness::rank(const Archive& archive, CellIndex cell) {
  const double n = tally(archive, cell).selections;
  if (n == 0) {
    ranking_.put_first(cell);
  } else {
    ranking_.put(cell, rewards_[cell] / n, 1 / std::sqrt(n));
  }
}

double UcbFitness::clock(const Archive& archive) const {
  if (archive.selections() == 0) return 0;
  return parameters_.lambda * std::sqrt(math::natural_log(static_cast<double>(archive.selections())));
}

}  // namespace mce
