// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/detail/cell_sets.hpp"

namespace mce {

/// C: roulette wheel over the curiosity scores of the living elites, less the smallest of them (Cully & Demiris 2018);
/// uniform if all are equal. The score of an elite follows from its tally: reward·w − penalty·(n − w).
///
/// Exact, in whole numbers: reward and penalty are multiples of a common unit. Elites are sorted by the three leading
/// bits of their weight (after Matias et al. 2003): a class is drawn by its total weight, then members of it,
/// uniformly, until one is accepted with its weight over the class's largest, which is at least four fifths. All
/// weights shift when the smallest score changes; that is rare, since what has the smallest score is never selected.
class Curiosity {
 public:
  struct Parameters {
    double reward = 1.0;   ///< added to the score when an offspring survives
    double penalty = 0.5;  ///< taken off when it does not
    std::vector<Parameter> table();
  };

  Curiosity() : Curiosity(Parameters{}) {}
  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit Curiosity(Parameters parameters);
  /// Throws std::invalid_argument if reward and penalty are too fine for a map of so many cells.
  void check_cells(std::uint32_t cells) const;

  void rebuild(const Archive& archive) { enter_all(archive, archive.filled()); }

  [[gnu::always_inline]] void update(const Archive& archive, CellIndex cell) {
    const std::int64_t score = score_of(archive.elite_tally(cell));
    if (!is_known(cell) || score < smallest_) [[unlikely]] {
      meet(archive, cell, score);
    } else if (score != known_score(cell)) {
      move(cell, score);
    }
    if (classes_.front().size == 0) regroup(archive.filled());
  }

  /// All weights shift if no other elite has the smallest score.
  void remove(const Archive& archive, CellIndex cell);

  [[nodiscard, gnu::always_inline]] CellIndex select(const Archive& archive, Rng& rng) const {
    if (total_ == 0) return archive.filled()[rng.bounded(static_cast<std::uint32_t>(archive.filled().size()))];
    const std::uint32_t drawn = class_at(rng.bounded64(total_));
    const Scores::Set& members = classes_[drawn];
    CellIndex cell = sets_.at(members, rng.bounded(members.size));
    while (rng.bounded64(kLargestWeights[drawn]) >= weight_of(known_score(cell))) {
      cell = sets_.at(members, rng.bounded(members.size));
    }
    prefetch_next(drawn, archive, rng);
    return cell;
  }

  /// Its share of the wheel: the curiosity score less the smallest of all. Where all are equal, that is 0 for all.
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const;

  /// The order of equals decides which of them a random number picks, so it is saved with the run.
  void save(ByteWriter& out) const {
    for (const Scores::Set& members : classes_) {
      for (std::uint32_t i = 0; i < members.size; ++i) out.value(sets_.at(members, i));
    }
  }
  void load(ByteReader& in, const Archive& archive) { enter_all(archive, read_cells(in, archive)); }

 private:
  using Scores = CellSets<std::int64_t>;

  [[nodiscard]] std::int64_t score_of(const Tally& tally) const {
    return reward_ * tally.survivals - penalty_ * (std::int64_t{tally.selections} - tally.survivals);
  }
  [[nodiscard]] std::uint64_t weight_of(std::int64_t score) const {
    return static_cast<std::uint64_t>(score - smallest_);
  }

  /// The label of a cell in `sets_` is 0 for unknown; otherwise the score (below 2^52), then the class in eight bits,
  /// then a one.
  [[nodiscard]] bool is_known(CellIndex cell) const { return sets_.label(cell) != 0; }
  [[nodiscard]] std::int64_t known_score(CellIndex cell) const { return sets_.label(cell) >> 9; }
  [[nodiscard]] std::uint32_t known_class(CellIndex cell) const { return (sets_.label(cell) >> 1) & 255; }
  void note(CellIndex cell, std::int64_t score, std::uint32_t index) {
    sets_.set_label(cell, score * 512 + (2 * std::int64_t{index} + 1));
  }

  /// Classes 0 to 7 hold the elites of that weight, class 0 thus those of the smallest score; from there on there are
  /// four to every doubling of the weight, an octave.
  static std::uint32_t class_of(std::uint64_t weight) {
    const auto shift = static_cast<std::uint32_t>(std::bit_width(weight | 7)) - 3;  // no branch: it is never zero
    return 4 * shift + static_cast<std::uint32_t>(weight >> shift);
  }
  /// The largest weight of each class.
  static constexpr std::array<std::uint64_t, 256> kLargestWeights = [] {
    std::array<std::uint64_t, 256> largest{};
    for (std::uint32_t index = 0; index < 252; ++index) {  // as many as class_of has for 64 bits
      const std::uint32_t shift = std::max(index / 4, 1U) - 1;
      const std::uint64_t leading = index - 4 * shift;
      largest[index] = ((leading + 1) << shift) - 1;
    }
    return largest;
  }();

  /// The class under a point of the wheel, the heaviest members first.
  [[nodiscard]] std::uint32_t class_at(std::uint64_t point) const {
    const auto [octave, inside] = share_at(octave_weights_.data(), largest_octave_, 0, point);
    return share_at(class_weights_.data(), 4 * octave + 3, 4 * octave, inside).first;
  }

  /// Which of the weights from `highest` down to `lowest` a point falls on, and where on it.
  static std::pair<std::uint32_t, std::uint64_t> share_at(const std::uint64_t* weights, std::uint32_t highest,
                                                          std::uint32_t lowest, std::uint64_t point) {
    std::uint32_t found = highest;
    for (; found > lowest && point >= weights[found]; --found) point -= weights[found];
    return {found, point};
  }

  /// See detail/prefetch_distance.hpp; the next selection, made beforehand but for what changes until then: the class
  /// of this one mostly loses a cell.
  [[gnu::always_inline]] void prefetch_next(std::uint32_t drawn, const Archive& archive, const Rng& rng) const {
    const std::uint32_t next = class_at(rng.peek_bounded64(0, total_));
    const auto gone = static_cast<std::uint32_t>(next == drawn);
    const CellIndex soon = sets_.at(classes_[next], rng.peek_bounded(1, classes_[next].size - gone));
    sets_.prefetch(soon);
    archive.prefetch(soon);
  }

  /// A cell not known yet, or one whose score is the smallest now.
  void meet(const Archive& archive, CellIndex cell, std::int64_t score);

  void move(CellIndex cell, std::int64_t score) {
    const std::uint32_t to = class_of(weight_of(score));
    leave(cell);
    enter(cell, score, to);
    while (octave_weights_[largest_octave_] == 0 && largest_octave_ > 0) --largest_octave_;
  }

  void enter(CellIndex cell, std::int64_t score, std::uint32_t index) {
    sets_.insert(classes_[index], cell);
    note(cell, score, index);
    weigh(index, weight_of(score));
    largest_octave_ = std::max(largest_octave_, index / 4);
  }

  void leave(CellIndex cell) {
    const std::uint32_t from = known_class(cell);
    sets_.remove(classes_[from], cell);
    weigh(from, -weight_of(known_score(cell)));
  }

  /// Adds to the weight of a class; what is taken off is added as a negative number, modulo 2^64.
  void weigh(std::uint32_t index, std::uint64_t weight) {
    class_weights_[index] += weight;
    octave_weights_[index / 4] += weight;
    total_ += weight;
  }

  void enter_all(const Archive& archive, std::span<const CellIndex> cells);
  /// The smallest score is another one: all weights are new.
  void regroup(std::span<const CellIndex> cells);

  std::int64_t reward_;  // in units of the largest number that divides both
  std::int64_t penalty_;
  double unit_;
  Scores sets_;
  std::array<Scores::Set, 256> classes_{};
  std::array<std::uint64_t, 256> class_weights_{};
  std::array<std::uint64_t, 64> octave_weights_{};
  std::uint64_t total_ = 0;
  std::int64_t smallest_ = 0;
  std::uint32_t largest_octave_ = 0;
};

static_assert(Selector<Curiosity> && SavesState<Curiosity>);

}  // namespace mce
