// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "mce/core/math.hpp"
#include "mce/core/selector.hpp"
#include "mce/selectors/bandit.hpp"

/// The selectors as the formulas say, by a scan of all elites: slow, and obviously right.
namespace mce::test {

inline double score(const UcbScore& rule, const Archive& archive, const Tally& tally) {
  if (tally.selections == 0) return std::numeric_limits<double>::infinity();
  const auto total =
      static_cast<double>(rule.total == SelectionTotal::all ? archive.selections() : archive.living_selections());
  const double n = tally.selections;
  return tally.survivals / n + rule.lambda * std::sqrt(math::natural_log(total) / n);
}

inline double score(const ExploitScore& /*rule*/, const Archive& /*archive*/, const Tally& tally) {
  if (tally.selections == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(tally.survivals) / tally.selections;
}

inline double score(const ExploreScore& /*rule*/, const Archive& /*archive*/, const Tally& tally) {
  return 1.0 / tally.selections;
}

/// Bandit selection by scan.
template <class Score, TallyOf kSubject>
class ScanBandit {
 public:
  ScanBandit() = default;
  explicit ScanBandit(Score rule) : rule_(rule) {}
  void rebuild(const Archive& archive) { best_.reserve(archive.cells()); }
  CellIndex select(const Archive& archive, Rng& rng) {
    scan(archive);
    return best_[rng.bounded(static_cast<std::uint32_t>(best_.size()))];
  }
  std::vector<CellIndex> candidates(const Archive& archive) {
    scan(archive);
    return best_;
  }

 private:
  void scan(const Archive& archive) {
    double highest = -std::numeric_limits<double>::infinity();
    best_.clear();
    for (const CellIndex cell : archive.filled()) {
      const Tally& tally = kSubject == TallyOf::cell ? archive.cell_tally(cell) : archive.elite_tally(cell);
      const double value = score(rule_, archive, tally);
      if (value < highest) continue;
      if (value > highest) best_.clear();
      highest = value;
      best_.push_back(cell);
    }
  }

  Score rule_;
  std::vector<CellIndex> best_;
};

/// Greedy selection by scan.
class ScanGreedy {
 public:
  static std::vector<CellIndex> candidates(const Archive& archive) {
    std::vector<CellIndex> best;
    for (const CellIndex cell : archive.filled()) {
      if (!best.empty() && archive.fitness(cell) < archive.fitness(best.front())) continue;
      if (!best.empty() && archive.fitness(cell) > archive.fitness(best.front())) best.clear();
      best.push_back(cell);
    }
    return best;
  }
};

/// Which scan a fast selector has to agree with.
template <class S>
struct ScanFor;
template <class Score, TallyOf kSubject>
struct ScanFor<Bandit<Score, kSubject>> {
  using Type = ScanBandit<Score, kSubject>;
};

}  // namespace mce::test
