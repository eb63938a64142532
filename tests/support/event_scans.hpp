// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "mce/core/math.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/discounted_ucb.hpp"
#include "mce/selectors/inherit.hpp"
#include "mce/selectors/surprise.hpp"
#include "mce/selectors/ucb_fitness.hpp"
#include "support/events.hpp"

/// The selectors with a memory of their own as docs/algorithm.md, sections 3.4 and 3.5, defines them, by a scan of all
/// elites: slow, and obviously right. They are told all events.
namespace mce::test {

/// The cells that were selected the fewest times.
inline std::vector<CellIndex> least_selected(const Archive& archive) {
  return best_cells(archive, [&](CellIndex cell) { return -static_cast<double>(archive.cell_tally(cell).selections); });
}

/// By a scan of all elites and of all gains.
class ScanSurprise {
 public:
  explicit ScanSurprise(Surprise::Parameters parameters = {}) : parameters_(parameters) {}

  void rebuild(const Archive& archive) {
    n_.assign(archive.cells(), 0);
    w_.assign(archive.cells(), 0);
  }
  void observe(const Archive& /*archive*/, const Pick& pick) { ++n_[pick.parent.cell]; }

  void observe(const Archive& archive, const Outcome& outcome) {
    if (!std::isnan(outcome.fitness)) lowest_ = std::min(lowest_, outcome.fitness);
    if (!outcome.parent) {
      if (outcome.cell && !n_.empty()) n_[*outcome.cell] = w_[*outcome.cell] = 0;
      return;
    }
    const CellIndex parent = outcome.parent->cell;
    const double n = n_[parent] - 1;
    const double w = w_[parent];
    double units = 0;
    if (outcome.cell) units = reward(outcome, parent);
    if (n >= 1) forecast_.add(n, w / Surprise::kUnitsPerNat, units / Surprise::kUnitsPerNat);
    refresh(archive);
  }
  void observe(const Archive& archive, const Reward& reward) {
    if (!std::isnan(reward.fitness)) lowest_ = std::min(lowest_, reward.fitness);
    const double fitness = !std::isnan(reward.fitness) ? reward.fitness : std::isfinite(lowest_) ? lowest_ : 0;
    const CellIndex parent = reward.parent.cell;
    const double n = n_[parent] - 1;
    const double w = w_[parent];
    const double units = units_of(parent, fitness, NAN).units;
    if (n >= 1) forecast_.add(n, w / Surprise::kUnitsPerNat, units / Surprise::kUnitsPerNat);
    refresh(archive);
  }
  void remove(const Archive& archive, CellIndex cell) {
    n_[cell] = w_[cell] = 0;
    due_ = std::min(due_, next_after(archive.selections()));
  }
  void grow(const Archive& archive) {
    n_.resize(archive.cells());
    w_.resize(archive.cells());
  }

  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) const {
    if (explores(archive)) return least_selected(archive);
    return best_cells(archive, [this](CellIndex cell) {
      return n_[cell] == 0 ? INFINITY : (beta_ / Surprise::kUnitsPerNat * w_[cell] + parameters_.youth) / n_[cell];
    });
  }
  [[nodiscard]] bool explores(const Archive& archive) const {
    return parameters_.explore > 0 && archive.selections() % parameters_.explore == parameters_.explore - 1;
  }

 private:
  static std::uint64_t next_after(std::uint64_t selections) {
    return selections + std::max<std::uint64_t>(selections / 100, 10);
  }
  void refresh(const Archive& archive) {
    if (archive.selections() < due_) return;
    due_ = next_after(archive.selections());
    if (parameters_.beta == 0) beta_ = forecast_.slope();
  }

  struct Appraisal {
    double units;
    double as_good;
    double known;
  };
  Appraisal units_of(CellIndex parent, double fitness, double rival) {
    const bool filled = std::isnan(rival);
    const double floor = filled ? lowest_ : rival;
    const bool first = filled && parameters_.new_cells == Surprise::NewCells::first;
    gains_.emplace_back(first, first ? fitness : fitness <= floor ? 0 : fitness - floor);
    if (gains_.size() > parameters_.memory) gains_.pop_front();
    const auto last = gains_.back();
    const auto as_good =
        static_cast<double>(std::ranges::count_if(gains_, [&](const auto& each) { return each >= last; }));
    const auto known = static_cast<double>(gains_.size());
    const double units = std::floor(math::natural_log(known / as_good) * Surprise::kUnitsPerNat + 0.5);
    if (n_[parent] > 0) w_[parent] += units;
    return {units, as_good, known};
  }
  double reward(const Outcome& outcome, CellIndex parent) {
    const bool filled = std::isnan(outcome.rival);
    const auto [units, as_good, known] = units_of(parent, outcome.fitness, outcome.rival);
    const CellIndex cell = *outcome.cell;
    if (!filled && parameters_.inheritance == Surprise::Inheritance::all) return units;
    const bool inherits = !filled && parameters_.inheritance == Surprise::Inheritance::by_merit;
    const double heir = inherits ? std::floor(n_[cell] * as_good / known) : 0;
    w_[cell] = heir == 0 ? 0 : std::floor((w_[cell] * heir + std::floor(n_[cell] / 2)) / n_[cell]);
    n_[cell] = heir;
    return units;
  }

  Surprise::Parameters parameters_;
  std::vector<double> n_;
  std::vector<double> w_;
  std::deque<std::pair<bool, double>> gains_;
  RewardForecast forecast_;
  double beta_ = parameters_.beta > 0 ? parameters_.beta : 1;
  double lowest_ = INFINITY;
  std::uint64_t due_ = 10;
};

/// Its candidates are those of a scan where it explores: there only what it picks can be checked.
class ScannedSurprise : public Surprise {
 public:
  using Surprise::Surprise;
  std::vector<CellIndex> candidates(const Archive& archive) {
    return explores_next(archive) ? least_selected(archive) : Surprise::candidates(archive);
  }
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const {
    return explores_next(archive) ? 1.0 / archive.cell_tally(cell).selections : Surprise::score(archive, cell);
  }
};

/// With tallies of its own.
class ScanInherit {
 public:
  explicit ScanInherit(Inherit::Parameters parameters) : parameters_(parameters) {}

  void rebuild(const Archive& archive) {
    tallies_.assign(archive.cells(), {});
    births_.assign(archive.cells(), 0);
    for (const CellIndex cell : archive.filled()) births_[cell] = archive.birth(cell);
  }
  void observe(const Archive& /*archive*/, const Pick& pick) { ++tallies_[pick.parent.cell].selections; }
  void observe(const Archive& archive, const Outcome& outcome) {
    if (!outcome.cell || tallies_.empty()) return;
    if (outcome.parent) reward(*outcome.parent, std::isnan(outcome.rival));
    Tally& home = tallies_[*outcome.cell];
    home.selections = static_cast<std::uint32_t>(parameters_.share * home.selections);
    home.survivals = static_cast<std::uint32_t>(parameters_.share * home.survivals);
    births_[*outcome.cell] = archive.birth(*outcome.cell);
  }
  void observe(const Archive& /*archive*/, const mce::Reward& reward) { this->reward(reward.parent, true); }
  void remove(const Archive& /*archive*/, CellIndex cell) {
    tallies_[cell] = {};
    births_[cell] = 0;
  }
  void grow(const Archive& archive) {
    tallies_.resize(archive.cells());
    births_.resize(archive.cells());
  }
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) const {
    const double log_clock = math::natural_log(static_cast<double>(archive.selections()));
    return best_cells(archive, [&](CellIndex cell) {
      const Tally& tally = tallies_[cell];
      return tally.selections == 0 ? INFINITY : UcbScore{.lambda = parameters_.lambda}(tally, log_clock);
    });
  }

 private:
  void reward(const Parent& of, bool filled) {
    const bool counts =
        parameters_.reward == Inherit::Reward::survival || filled == (parameters_.reward == Inherit::Reward::new_cell);
    Tally& parent = tallies_[of.cell];
    const bool alive = births_[of.cell] <= of.births;
    if (counts && (alive || parameters_.share >= 0.5) && parent.survivals < parent.selections) ++parent.survivals;
  }

  Inherit::Parameters parameters_;
  std::vector<Tally> tallies_;
  std::vector<std::uint64_t> births_;
};

/// From selections of its own count.
class ScanUcbFitness {
 public:
  explicit ScanUcbFitness(UcbFitness::Parameters parameters) : parameters_(parameters) {}

  void rebuild(const Archive& archive) {
    n_.assign(archive.cells(), 0);
    w_.assign(archive.cells(), 0);
    of_cell_.assign(archive.cells(), 0);
    births_.assign(archive.cells(), 0);
  }
  void observe(const Archive& /*archive*/, const Pick& pick) {
    ++total_;
    ++n_[pick.parent.cell];
    ++of_cell_[pick.parent.cell];
  }
  void observe(const Archive& archive, const Outcome& outcome) {
    if (n_.empty()) return;
    if (outcome.cell) births_[*outcome.cell] = archive.births();
    if (outcome.parent) observe(archive, Reward{.parent = *outcome.parent, .fitness = outcome.fitness});
    if (outcome.cell && parameters_.tally == TallyOf::individual) n_[*outcome.cell] = w_[*outcome.cell] = 0;
  }
  void observe(const Archive& /*archive*/, const Reward& reward) {
    const auto [cell, births] = reward.parent;
    const bool alive = births_[cell] <= births;
    if ((parameters_.tally == TallyOf::cell || alive) && !std::isnan(reward.fitness)) {
      w_[cell] += std::max(-1e290, std::min(reward.fitness, 1e290));
    }
  }
  void remove(const Archive& /*archive*/, CellIndex cell) {
    total_ -= of_cell_[cell];
    n_[cell] = w_[cell] = of_cell_[cell] = 0;
    births_[cell] = 0;
  }
  void grow(const Archive& archive) {
    for (auto* each : {&n_, &w_, &of_cell_}) each->resize(archive.cells());
    births_.resize(archive.cells());
  }
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) const {
    return best_cells(archive, [&](CellIndex cell) {
      const double n = n_[cell];
      if (n == 0) return std::numeric_limits<double>::infinity();
      return w_[cell] / n + parameters_.lambda * std::sqrt(math::natural_log(total_)) * (1 / std::sqrt(n));
    });
  }

 private:
  UcbFitness::Parameters parameters_;
  double total_ = 0;
  std::vector<double> n_;
  std::vector<double> w_;
  std::vector<double> of_cell_;
  std::vector<std::uint64_t> births_;
};

/// It shrinks its units at another time, which must not matter.
class ScanDiscountedUcb {
 public:
  explicit ScanDiscountedUcb(DiscountedUcb::Parameters parameters) : parameters_(parameters) {}

  void rebuild(const Archive& archive) {
    n_.assign(archive.cells(), 0);
    w_.assign(archive.cells(), 0);
  }
  void observe(const Archive& /*archive*/, const Pick& pick) {
    unit_ *= 1 / parameters_.discount;
    total_ += unit_;
    n_[pick.parent.cell] += unit_;
    if (unit_ < 0x1p100) return;
    unit_ /= 0x1p100;
    total_ /= 0x1p100;
    for (double& each : n_) each /= 0x1p100;
    for (double& each : w_) each /= 0x1p100;
  }
  void observe(const Archive& /*archive*/, const Outcome& outcome) {
    if (outcome.cell && outcome.parent) reward(outcome.parent->cell);
  }
  void observe(const Archive& /*archive*/, const Reward& reward) { this->reward(reward.parent.cell); }
  void remove(const Archive& /*archive*/, CellIndex cell) { n_[cell] = w_[cell] = 0; }
  void grow(const Archive& archive) {
    n_.resize(archive.cells());
    w_.resize(archive.cells());
  }
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& archive) const {
    return best_cells(archive, [&](CellIndex cell) {
      if (n_[cell] == 0) return std::numeric_limits<double>::infinity();
      const double clock = parameters_.lambda * std::sqrt(math::natural_log(total_ / unit_) * unit_);
      return w_[cell] / n_[cell] + clock * (1 / std::sqrt(n_[cell]));
    });
  }

 private:
  void reward(CellIndex cell) {
    if (n_[cell] / unit_ >= 1e-290) w_[cell] += unit_;
  }

  DiscountedUcb::Parameters parameters_;
  double unit_ = 1;
  double total_ = 0;
  std::vector<double> n_;
  std::vector<double> w_;
};

}  // namespace mce::test
