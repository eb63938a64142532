// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mce/core/detail/judge.hpp"
#include "mce/core/selector.hpp"
#include "support/archives.hpp"

/// For selectors with a memory of their own: made-up histories that tell them all events.
namespace mce::test {

/// A batch of a made-up evolution. `fitness(rng, cell)` is that of an offspring in a random cell; an empty or worse
/// elite there is replaced.
template <class S, class Fitness>
void random_batch(Archive& archive, S& selector, Rng& rng, std::uint32_t size, Fitness fitness) {
  std::vector<Parent> parents;
  for (std::uint32_t i = 0; i < size; ++i) {
    parents.push_back(archive.pick(selector.select(archive, rng)));
    tell_update(selector, archive, parents.back().cell);
    tell_event(selector, archive, Pick{parents.back()});
  }
  for (const Parent& parent : parents) {
    const CellIndex home = rng.bounded(archive.cells());
    const double value = fitness(rng, home);
    const std::array features = {home + 0.5};
    judge(archive, selector, parent, std::as_bytes(std::span(&value, 1)), value, features);
  }
}

/// Some cells give better offspring than others.
inline double some_fitness(Rng& rng, CellIndex cell) { return rng.uniform(0, 1 + cell % 5); }

/// What is told of an elite of the initial population.
inline Outcome first_elite(double fitness) {
  Outcome outcome;
  outcome.fitness = fitness;
  outcome.cell = 0;
  return outcome;
}

inline std::vector<CellIndex> sorted(std::vector<CellIndex> cells) {
  std::ranges::sort(cells);
  return cells;
}

/// A selector that compares its candidates with those of a scan, every so many selections, and what it picks too. Both
/// are told all that they want to know.
template <class S, class Scan>
class CheckedSelector {
 public:
  CheckedSelector(S selector, Scan scan, int every = 1)
      : selector_(std::move(selector)), scan_(std::move(scan)), every_(every) {}

  void rebuild(const Archive& archive) {
    tell_rebuild(selector_, archive);
    if constexpr (requires { scan_.rebuild(archive); }) scan_.rebuild(archive);
  }
  CellIndex select(const Archive& archive, Rng& rng) {
    if (++selections_ % every_ != 0) return selector_.select(archive, rng);
    const std::vector<CellIndex> expected = sorted(scan_.candidates(archive));
    EXPECT_EQ(sorted(selector_.candidates(archive)), expected) << "selection " << selections_;
    const CellIndex picked = selector_.select(archive, rng);
    EXPECT_TRUE(std::ranges::binary_search(expected, picked)) << "cell " << picked << ", selection " << selections_;
    return picked;
  }
  void update(const Archive& archive, CellIndex cell) { tell_update(selector_, archive, cell); }
  template <class Event>
  void observe(const Archive& archive, const Event& event) {
    tell_event(selector_, archive, event);
    if constexpr (requires { scan_.observe(archive, event); }) scan_.observe(archive, event);
  }
  void remove(const Archive& archive, CellIndex cell) {
    tell_remove(selector_, archive, cell);
    if constexpr (requires { scan_.remove(archive, cell); }) scan_.remove(archive, cell);
  }
  void grow(const Archive& archive) {
    tell_grow(selector_, archive);
    if constexpr (requires { scan_.grow(archive); }) scan_.grow(archive);
  }
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const {
    return score_of(selector_, archive, cell);
  }
  S& selector() { return selector_; }

 private:
  S selector_;
  Scan scan_;
  int every_;
  std::int64_t selections_ = 0;
};

/// The cells with the highest score, in ascending order.
template <class Score>
std::vector<CellIndex> best_cells(const Archive& archive, Score score) {
  std::optional<double> highest;
  std::vector<CellIndex> best;
  for (CellIndex cell = 0; cell < archive.cells(); ++cell) {
    if (!archive.contains(cell)) continue;
    const double value = score(cell);
    EXPECT_FALSE(std::isnan(value)) << "cell " << cell;
    if (highest && value < *highest) continue;
    if (!highest || value > *highest) best.clear();
    highest = value;
    best.push_back(cell);
  }
  return best;
}

/// Whether a new selector takes these numbers for a saved state.
template <class S>
bool loads(const std::vector<double>& numbers, const Archive& archive) {
  ByteWriter bytes;
  for (const double number : numbers) bytes.value(number);
  ByteReader in(bytes.bytes());
  try {
    S(typename S::Parameters{}).load(in, archive);
  } catch (const Error&) {
    return false;
  }
  return true;
}

/// After a random history the selector goes on from what it has saved, pick for pick.
template <class S, class Fitness>
void expect_goes_on(typename S::Parameters parameters, Fitness fitness) {
  Archive archive = empty_archive(30);
  put(archive, 0, -5);
  S selector(parameters);
  tell_event(selector, archive, first_elite(-5));
  selector.rebuild(archive);
  Rng rng(9);
  for (int step = 0; step < 500; ++step) random_batch(archive, selector, rng, 3, fitness);
  ByteWriter saved;
  selector.save(saved);
  S loaded(parameters);
  ByteReader in(saved.bytes());
  loaded.load(in, archive);
  EXPECT_EQ(in.remaining(), 0U);
  ByteWriter archive_bytes;
  archive.save(archive_bytes);
  Archive copy = empty_archive(archive.cells());
  ByteReader copied(archive_bytes.bytes());
  copy.load(copied);
  Rng other(rng.state());
  for (int step = 0; step < 300; ++step) {
    random_batch(archive, selector, rng, 3, fitness);
    random_batch(copy, loaded, other, 3, fitness);
    ASSERT_EQ(archive.signature(), copy.signature()) << "step " << step;
  }
}

}  // namespace mce::test
