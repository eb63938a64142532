// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "mce/core/detail/large_array.hpp"
#include "mce/core/rng.hpp"
#include "mce/selectors/detail/ordered_cells.hpp"

namespace mce {

/// Finds the cells with the highest score value + clock·weight, exactly as doubles. The pair of a cell changes when
/// something happens to it; the clock, which all share, mostly rises. Nothing allocates after construction.
///
/// IEEE rounding is monotone, so the score for a later clock, the ceiling, is an upper bound for all clocks before it.
/// A tree has the maxima of these bounds. A search visits only nodes whose bound is not below the best score that it
/// has found. Bounds are computed anew when the clock passes the ceiling, or when searches have visited so many nodes
/// that this pays; the distance to the next ceiling adapts. Maxima of values and of weights, apart from each other,
/// would be bounds for every clock, but loose ones (on 10⁴ cells they left half of the nodes to visit): a bandit makes
/// all scores nearly equal, high values with low weights and the reverse.
class LineTree {
 public:
  LineTree() = default;
  /// For cells 0 … cells − 1, none of which is in it at first.
  explicit LineTree(std::uint32_t cells)
      : leaves_(std::bit_ceil(std::size_t{cells})), pairs_(cells), bounds_(2 * leaves_), tied_(cells), first_(cells) {}

  /// Sets the pair of a cell. `weight` is not negative; both are finite.
  void put(CellIndex cell, double value, double weight) {
    first_.remove(cell);
    pairs_[cell] = {.value = value, .weight = weight};
    set_bound(cell, ordered(score(cell, ceiling_)));
  }
  /// Puts a cell before all that have a pair.
  void put_first(CellIndex cell) {
    first_.insert(cell);
    set_bound(cell, kNothing);
  }

  void remove(CellIndex cell) {
    first_.remove(cell);
    set_bound(cell, kNothing);
  }

  /// One of the best cells, each with the same probability. At least one cell is in the tree; `clock` is not negative.
  [[nodiscard]] CellIndex pick(double clock, Rng& rng) {
    if (first_.size() > 0) return first_.at(rng.bounded(first_.size()));
    const auto tied = best_pairs(clock);
    return tied[rng.bounded(static_cast<std::uint32_t>(tied.size()))];
  }

  /// The cells that `pick` picks from, in ascending order; valid until the next call.
  [[nodiscard]] std::span<const CellIndex> candidates(double clock) {
    if (first_.size() == 0) return best_pairs(clock);
    for (std::uint32_t i = 0; i < first_.size(); ++i) tied_[i] = first_.at(i);
    return {&tied_[0], first_.size()};
  }

 private:
  struct Pair {
    double value;
    double weight;
  };

  /// A whole number in the order of the doubles. Every double comes after `kNothing`, the bound where no pair is; as it
  /// is zero, a new tree need not be filled.
  using Bound = std::uint64_t;
  static constexpr Bound kNothing = 0;
  static constexpr Bound ordered(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // −0 becomes 0
    constexpr std::uint64_t kSign = 1ULL << 63;
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
  }

  [[nodiscard]] double score(CellIndex cell, double clock) const {
    return pairs_[cell].value + clock * pairs_[cell].weight;
  }

  void set_bound(CellIndex cell, Bound bound) {
    std::size_t node = leaves_ + cell;
    while (bounds_[node] != bound) {
      bounds_[node] = bound;
      if (node == 1) break;
      bound = std::max(bound, bounds_[node ^ 1]);
      node /= 2;
    }
  }

  [[nodiscard]] std::span<const CellIndex> best_pairs(double clock) {
    if (clock > ceiling_) {
      if (visits_ < renewal_cost()) step_ = std::min(2 * step_, kLongestStep);
      renew(clock);
    } else if (visits_ > renewal_cost()) {
      step_ = std::max(step_ / 2, kShortestStep);
      renew(clock);
    }
    return search(clock);
  }

  /// From left to right, so that the order of equals does not depend on the bounds.
  [[nodiscard]] std::span<const CellIndex> search(double clock) {
    Bound best = ordered(score(likely_best(), clock));
    std::uint32_t count = 0;
    std::size_t node = 1;
    for (;;) {
      ++visits_;
      if (bounds_[node] >= best) {
        if (node < leaves_) {
          node *= 2;
          continue;
        }
        const auto cell = static_cast<CellIndex>(node - leaves_);
        const Bound found = ordered(score(cell, clock));
        if (found > best) count = 0;
        if (found >= best) {
          best = found;
          tied_[count++] = cell;
        }
      }
      node >>= std::countr_one(node);  // up from all right children
      if (node == 0) break;
      ++node;
    }
    assert(count > 0);
    return {&tied_[0], count};
  }

  /// The leaf with the highest bound.
  [[nodiscard]] CellIndex likely_best() const {
    std::size_t node = 1;
    while (node < leaves_) {
      node *= 2;
      if (bounds_[node + 1] > bounds_[node]) ++node;
    }
    return static_cast<CellIndex>(node - leaves_);
  }

  [[nodiscard]] std::uint64_t renewal_cost() const { return 2 * leaves_; }
  void renew(double clock) {
    ceiling_ = clock + clock * step_;
    visits_ = 0;
    for (std::size_t node = 2 * leaves_ - 1; node >= leaves_; --node) {
      if (bounds_[node] != kNothing) bounds_[node] = ordered(score(static_cast<CellIndex>(node - leaves_), ceiling_));
    }
    for (std::size_t node = leaves_ - 1; node > 0; --node) {
      bounds_[node] = std::max(bounds_[2 * node], bounds_[2 * node + 1]);
    }
  }

  static constexpr double kLongestStep = 1;
  static constexpr double kShortestStep = 0x1p-30;

  std::size_t leaves_ = 0;
  LargeArray<Pair> pairs_;
  LargeArray<Bound> bounds_;  // the root is 1, the children of i are 2i and 2i + 1
  LargeArray<CellIndex> tied_;
  OrderedCells first_;
  double ceiling_ = 0;        // the clock of all bounds
  double step_ = 0x1p-10;     // from the clock to its next ceiling, as a share
  std::uint64_t visits_ = 0;  // of nodes since the bounds were computed
};

}  // namespace mce
