// SPDX-License-Identifier: MIT
#include "mce/selectors/surprise.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "mce/core/math.hpp"

namespace mce {
namespace {

/// When β is computed anew: after 1 % more selections, and 10 at least.
std::uint64_t refresh_after(std::uint64_t selections) {
  return selections + std::max<std::uint64_t>(selections / 100, 10);
}

/// By cell.
std::vector<Tally> read_tallies(ByteReader& in, const Archive& archive, std::span<const CellIndex> order) {
  std::vector<Tally> tallies(archive.cells());
  for (const CellIndex cell : order) {
    const auto tally = in.value<Tally>();
    const std::uint32_t selections = archive.cell_tally(cell).selections;
    if (tally.selections > selections || (tally.selections == 0 && tally.survivals > 0)) {
      throw Error(fmt::format("saved tally of cell {} has {} selections and {} units of reward, of {} selections", cell,
                              tally.selections, tally.survivals, selections));
    }
    tallies[cell] = tally;
  }
  return tallies;
}

LeastSelected read_counts(ByteReader& in, const Archive& archive) {
  LeastSelected cells(archive.cells());
  for (const CellIndex cell : read_cells(in, archive)) {
    const auto selections = in.value<std::uint32_t>();
    if (selections > archive.cell_tally(cell).selections) {
      throw Error(fmt::format("saved count of cell {} is {}, and it was selected {} times", cell, selections,
                              archive.cell_tally(cell).selections));
    }
    cells.add(cell, selections);
  }
  return cells;
}

RecentGains read_gains(ByteReader& in, std::uint32_t memory) {
  RecentGains gains(memory);
  const auto count = in.value<std::uint32_t>();
  if (count > memory) throw Error(fmt::format("{} saved gains, where {} fit", count, memory));
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto amount = in.value<double>();
    const auto new_cell = in.value<std::uint8_t>();
    if (std::isnan(amount) || new_cell > 1) throw Error(fmt::format("saved gain {} is impossible", amount));
    gains.add({.amount = amount, .new_cell = new_cell == 1});
  }
  return gains;
}

std::uint32_t saturating_add(std::uint32_t a, std::uint32_t b) { return a + std::min(b, UINT32_MAX - a); }

}  // namespace

std::vector<Parameter> Surprise::Parameters::table() {
  return {whole_parameter("memory", memory, 1, 1'000'000, "how many of the last survivors a gain is compared with"),
          real_parameter("youth", youth, {.low = 1e-6, .high = 1e6},
                         "reward that every elite has on account: more of it favours those selected less"),
          whole_parameter("explore", explore, 0, 1000,
                          "one selection in so many is of the cell that was selected least; 0: none"),
          real_parameter("beta", beta, {.low = 0, .high = 1, .least = RewardForecast::kLeast},
                         "weight of past reward; 0: how well it has predicted the next, as the run tells"),
          choice_parameter<NewCells>("new-cells", new_cells,
                                     {{"first", NewCells::first}, {"over-lowest", NewCells::over_lowest}},
                                     "gain in an empty cell: more than any replacement, or over the lowest fitness"),
          choice_parameter<Inheritance>(
              "inheritance", inheritance,
              {{"by-merit", Inheritance::by_merit}, {"all", Inheritance::all}, {"nothing", Inheritance::nothing}},
              "what a new elite inherits of its predecessor's tally")};
}

Surprise::Surprise(Parameters parameters)
    : parameters_((check(parameters.table(), "surprise"), parameters)),
      beta_(parameters.beta > 0 ? parameters.beta : 1),
      elites_(current_score()),
      gains_(parameters.memory),
      next_refresh_(refresh_after(0)) {}

void Surprise::rebuild(const Archive& archive) {
  knows_archive_ = true;
  elites_.rebuild(archive, [](CellIndex) { return Tally{}; });
  cells_ = LeastSelected(archive.cells());
  for (const CellIndex cell : archive.filled()) cells_.add(cell, 0);
  plan_exploration(archive);
}

void Surprise::plan_exploration(const Archive& archive) {
  if (parameters_.explore > 0)
    next_exploration_ = (archive.selections() / parameters_.explore + 1) * parameters_.explore;
}

/// Never NaN: there is no difference of two equal infinities. Where a survivor is less fit than its rival, which can
/// only be in a pool, it gains nothing.
Gain Surprise::gain_of(double fitness, double rival) const {
  const bool fills = std::isnan(rival);
  if (fills && parameters_.new_cells == NewCells::first) return {.amount = fitness, .new_cell = true};
  const double floor = fills ? lowest_ : rival;
  return {.amount = fitness > floor ? fitness - floor : 0, .new_cell = false};
}

Tally Surprise::inherited(const Tally& former, const Share& share) const {
  if (parameters_.inheritance == Inheritance::all) return former;
  if (parameters_.inheritance == Inheritance::nothing || former.selections == 0) return {};
  const std::uint64_t selections = std::uint64_t{former.selections} * share.at_least / share.known;
  const std::uint64_t units = (former.survivals * selections + former.selections / 2) / former.selections;
  return {.selections = static_cast<std::uint32_t>(selections), .survivals = static_cast<std::uint32_t>(units)};
}

void Surprise::meet(CellIndex cell, double rival) {
  if (!knows_archive_) return;
  elites_.update(cell, {});
  if (std::isnan(rival)) cells_.add(cell, 0);
}

void Surprise::survive(CellIndex parent, CellIndex cell, double fitness, double rival) {
  const Share share = reward(parent, gain_of(fitness, rival));
  if (std::isnan(rival)) {
    elites_.update(cell, {});
    cells_.add(cell, 0);
  } else {
    elites_.update(cell, inherited(elites_.tally(cell), share));
  }
}

Surprise::Share Surprise::reward(CellIndex parent, const Gain& gain) {
  gains_.add(gain);
  const Share share{.at_least = gains_.at_least(gain), .known = gains_.size()};
  const double surprise = math::natural_log(static_cast<double>(share.known) / share.at_least);
  const auto units = static_cast<std::uint32_t>(std::floor(surprise * kUnitsPerNat + 0.5));

  Tally tally = elites_.tally(parent);
  learn(tally, units);
  if (tally.selections > 0) {  // else nothing is left of what the parent's cell was known for
    tally.survivals = saturating_add(tally.survivals, units);
    elites_.update(parent, tally);
  }
  return share;
}

void Surprise::observe(const Archive& archive, const Reward& reward) {
  lowest_ = std::min(lowest_, reward.fitness);
  const double unknown = std::isfinite(lowest_) ? lowest_ : 0;  // the least that it can be, as far as is known
  const double fitness = std::isnan(reward.fitness) ? unknown : reward.fitness;
  this->reward(reward.parent.cell, gain_of(fitness, std::numeric_limits<double>::quiet_NaN()));
  if (archive.selections() >= next_refresh_) refresh(archive.selections());
}

/// The number of selections falls with it, and what is due at one of them comes nearer.
void Surprise::remove(const Archive& archive, CellIndex cell) {
  elites_.remove(cell);
  cells_.remove(cell);
  plan_exploration(archive);
  next_refresh_ = std::min(next_refresh_, refresh_after(archive.selections()));
}

void Surprise::refresh(std::uint64_t selections) {
  next_refresh_ = refresh_after(selections);
  if (parameters_.beta > 0) return;
  const double before = std::exchange(beta_, forecast_.slope());
  if (beta_ != before) elites_.rescore(current_score());
}

void Surprise::save(ByteWriter& out) const {
  const std::vector<CellIndex> order = elites_.order();
  for (const CellIndex cell : order) out.value(cell);
  for (const CellIndex cell : order) out.value(elites_.tally(cell));
  const std::vector<CellIndex> by_selections = cells_.order();
  for (const CellIndex cell : by_selections) out.value(cell);
  for (const CellIndex cell : by_selections) out.value(cells_.known_selections(cell));
  out.value(gains_.size());
  for (const Gain& gain : gains_.in_order()) {
    out.value(gain.amount);
    out.value<std::uint8_t>(gain.new_cell ? 1 : 0);
  }
  out.value(forecast_.sums());
  out.value(lowest_);
  out.value(beta_);
  out.value(next_refresh_);
}

void Surprise::load(ByteReader& in, const Archive& archive) {
  knows_archive_ = true;
  const std::vector<CellIndex> order = read_cells(in, archive);
  const std::vector<Tally> tallies = read_tallies(in, archive, order);
  cells_ = read_counts(in, archive);
  plan_exploration(archive);
  gains_ = read_gains(in, parameters_.memory);
  const auto sums = in.value<RewardForecast::Sums>();
  if (!RewardForecast::possible(sums)) throw Error("saved sums of rewards are impossible");
  forecast_.restore(sums);
  lowest_ = in.value<double>();
  for (const CellIndex cell : order) {
    if (!(lowest_ <= archive.fitness(cell))) {
      throw Error(fmt::format("saved lowest fitness {} is above that of cell {}", lowest_, cell));
    }
  }
  beta_ = in.value<double>();
  const bool as_fixed = parameters_.beta == 0 || beta_ == parameters_.beta;
  if (!(beta_ >= RewardForecast::kLeast && beta_ <= 1 && as_fixed)) {
    throw Error(fmt::format("saved slope {} is impossible", beta_));
  }
  next_refresh_ = in.value<std::uint64_t>();
  if (next_refresh_ > refresh_after(archive.selections())) {
    throw Error(fmt::format("saved slope is due at selection {} only", next_refresh_));
  }
  elites_ = RankedLadder<SurpriseScore, false>(current_score());
  elites_.climb(archive, order, [&tallies](CellIndex cell) { return tallies[cell]; });
}

}  // namespace mce
