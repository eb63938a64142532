// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mce/core/kind.hpp"
#include "mce/core/selector.hpp"

namespace mce {

/// G: the fittest elite, uniformly among equals.
/// In a loop of the engine the best fitness never decreases, and an elite that holds it can only be replaced by a
/// better one: so the list of the fittest, in order of birth, only grows or starts anew. Elsewhere elites may be
/// removed, or replaced by others that are no better; the elites are looked through if none of the list is left.
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

  /// Of interest if one of the fittest was replaced by one that is no better: it is still in the list. If the new one
  /// is as fit, `update` has added it at the end.
  void observe(const Archive& archive, const Outcome& outcome) {
    const bool is_no_better = outcome.cell && outcome.fitness <= outcome.rival;
    if (is_no_better && outcome.rival == best_) [[unlikely]]
      drop(archive, *outcome.cell);
  }
  void remove(const Archive& archive, CellIndex cell) { drop(archive, cell); }

  [[nodiscard]] CellIndex select(const Archive& /*archive*/, Rng& rng) const {
    return fittest_[rng.bounded(static_cast<std::uint32_t>(fittest_.size()))];
  }

  /// The elites that may be picked next.
  [[nodiscard]] std::vector<CellIndex> candidates(const Archive& /*archive*/) const { return fittest_; }
  /// The fitness.
  [[nodiscard]] static double score(const Archive& archive, CellIndex cell) { return archive.fitness(cell); }

 private:
  /// Takes the former elite of `cell` off the list if it is there.
  [[gnu::noinline]] void drop(const Archive& archive, CellIndex cell) {
    const auto found = std::ranges::find(fittest_, cell);
    if (found == fittest_.end()) return;
    fittest_.erase(found);
    if (fittest_.empty()) rebuild(archive);
  }

  std::vector<CellIndex> fittest_;
  double best_ = 0;
  std::uint64_t latest_birth_ = 0;  // no elite of the list is younger
};

static_assert(Selector<Greedy>);

}  // namespace mce
