// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "mce/core/kind.hpp"
#include "mce/core/selector.hpp"

namespace mce {

/// G: the fittest elite, uniformly among equals.
/// The best fitness of an archive never decreases, and an elite that holds it can only be replaced by a better one:
/// so the list of the fittest, in order of birth, only grows or starts anew.
class Greedy {
 public:
  using Parameters = NoParameters;
  explicit Greedy(Parameters /*none*/ = {}) {}

  void rebuild(const Archive& archive) {
    fittest_.clear();
    latest_birth_ = 0;
    fittest_.reserve(archive.cells());
    std::vector<CellIndex> by_birth(archive.filled().begin(), archive.filled().end());
    std::ranges::sort(by_birth, {}, [&](CellIndex cell) { return archive.birth(cell); });
    for (const CellIndex cell : by_birth) update(archive, cell);
  }

  void update(const Archive& archive, CellIndex cell) {
    if (archive.birth(cell) <= latest_birth_) return;  // only its tallies changed
    const double fitness = archive.fitness(cell);
    if (!fittest_.empty() && fitness < best_) return;
    if (!fittest_.empty() && fitness > best_) fittest_.clear();
    fittest_.push_back(cell);
    best_ = fitness;
    latest_birth_ = archive.birth(cell);
  }

  [[nodiscard]] CellIndex select(const Archive& /*archive*/, Rng& rng) const {
    return fittest_[rng.bounded(static_cast<std::uint32_t>(fittest_.size()))];
  }

  /// The elites that may be picked next.
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& /*archive*/) const { return fittest_; }

 private:
  std::vector<CellIndex> fittest_;
  double best_ = 0;
  std::uint64_t latest_birth_ = 0;  // of the last in the list
};

static_assert(Selector<Greedy>);

}  // namespace mce
