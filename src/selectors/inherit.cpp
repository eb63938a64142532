// SPDX-License-Identifier: MIT
#include "mce/selectors/inherit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace mce {

std::vector<Parameter> Inherit::Parameters::table() {
  return {real_parameter("share", share, {.low = 0, .high = 1},
                         "what a new elite inherits of its predecessor's tally: 0 is U_i, 1 is U_c"),
          lambda_parameter(lambda),
          choice_parameter<Reward>(
              "reward", reward,
              {{"survival", Reward::survival}, {"replacement", Reward::replacement}, {"new-cell", Reward::new_cell}},
              "which offspring count: all that survive, those that replace an elite, those that fill an empty cell")};
}

Inherit::Inherit(Parameters parameters)
    : parameters_((check(parameters.table(), "inherit"), parameters)), elites_(UcbScore{.lambda = parameters.lambda}) {}

void Inherit::rebuild(const Archive& archive) {
  tallies_.assign(archive.cells(), {});
  note_births(archive);
  elites_.rebuild(archive, [](CellIndex) { return Tally{}; });
}

void Inherit::put(CellIndex cell, const Tally& tally) {
  tallies_[cell] = tally;
  elites_.update(cell, tally);
}

void Inherit::observe(const Archive& /*archive*/, const Pick& pick) {
  Tally tally = tallies_[pick.parent.cell];
  ++tally.selections;
  put(pick.parent.cell, tally);
}

void Inherit::observe(const Archive& archive, const Outcome& outcome) {
  const bool knows_archive = !births_.empty();  // the initial population is told of before `rebuild`
  if (!outcome.cell || !knows_archive) return;
  if (outcome.parent) reward(*outcome.parent, std::isnan(outcome.rival));
  const auto inherited = [this](std::uint32_t count) {
    return static_cast<std::uint32_t>(std::floor(parameters_.share * count));
  };
  const Tally& former = tallies_[*outcome.cell];
  put(*outcome.cell, {.selections = inherited(former.selections), .survivals = inherited(former.survivals)});
  births_[*outcome.cell] = archive.birth(*outcome.cell);
}

void Inherit::observe(const Archive& /*archive*/, const mce::Reward& reward) { this->reward(reward.parent, true); }

void Inherit::reward(const Parent& parent, bool fills_cell) {
  if (!is_rewarded(parent, fills_cell)) return;
  Tally tally = tallies_[parent.cell];
  tally.survivals = std::min(tally.survivals + 1, tally.selections);
  put(parent.cell, tally);
}

void Inherit::remove(const Archive& /*archive*/, CellIndex cell) {
  tallies_[cell] = {};
  births_[cell] = 0;
  elites_.remove(cell);
}

/// In a batch the parent may have been replaced since it was selected. Its reward then counts if most of its tally was
/// inherited.
bool Inherit::is_rewarded(const Parent& parent, bool fills_cell) const {
  if (parameters_.reward == Reward::replacement && fills_cell) return false;
  if (parameters_.reward == Reward::new_cell && !fills_cell) return false;
  return births_[parent.cell] <= parent.births || parameters_.share >= 0.5;
}

void Inherit::note_births(const Archive& archive) {
  births_.assign(archive.cells(), 0);
  for (const CellIndex cell : archive.filled()) births_[cell] = archive.birth(cell);
}

void Inherit::save(ByteWriter& out) const {
  const std::vector<CellIndex> order = elites_.order();
  for (const CellIndex cell : order) out.value(cell);
  for (const CellIndex cell : order) out.value(tallies_[cell]);
}

void Inherit::load(ByteReader& in, const Archive& archive) {
  const std::vector<CellIndex> order = read_cells(in, archive);
  tallies_.assign(archive.cells(), {});
  for (const CellIndex cell : order) {
    const auto tally = in.value<Tally>();
    if (tally.survivals > tally.selections || tally.selections > archive.cell_tally(cell).selections) {
      throw Error(fmt::format("saved tally of cell {}: {} of {} survived, and it was selected {} times", cell,
                              tally.survivals, tally.selections, archive.cell_tally(cell).selections));
    }
    tallies_[cell] = tally;
  }
  note_births(archive);
  elites_.climb(archive, order, [this](CellIndex cell) { return tallies_[cell]; });
}

}  // namespace mce
