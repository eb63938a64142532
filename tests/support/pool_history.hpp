// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "mce/core/rng.hpp"
#include "mce/search/parent_pool.hpp"

namespace mce::test {

/// What happens to a pool, at random: parents are selected, offspring come back in any order or never, and elites come,
/// are replaced by better and worse ones, and go, now and then all of them. Whole numbers, so that many are equal.
class PoolHistory {
 public:
  PoolHistory(std::uint64_t seed, std::uint32_t places) : rng_(seed), places_(places) {}

  /// One that goes on in the same way with an equal pool.
  [[nodiscard]] PoolHistory twin() const {
    PoolHistory copy(0, places_);
    copy.rng_ = Rng(rng_.state());
    copy.open_ = open_;
    return copy;
  }

  void use_places(std::uint32_t places) { places_ = places; }

  void step(ParentPool& pool) {
    const std::uint32_t what = rng_.bounded(100);
    if (pool.archive().filled().empty() || what < 12) {
      pool.put(rng_.bounded(places_), fitness());
    } else if (what < 22) {
      remove(pool);
    } else if (what < 60 || open_.empty()) {
      select(pool);
    } else {
      come_back(pool);
    }
  }

 private:
  double fitness() { return static_cast<double>(rng_.bounded(6)) - 2; }

  static void remove_at(ParentPool& pool, std::uint32_t index) { pool.remove(pool.archive().filled()[index]); }

  void remove(ParentPool& pool) {
    const auto count = [&pool] { return static_cast<std::uint32_t>(pool.archive().filled().size()); };
    remove_at(pool, rng_.bounded(count()));
    if (rng_.bounded(15) > 0) return;
    while (count() > 0) remove_at(pool, 0);
  }

  void select(ParentPool& pool) {
    std::vector<ParentPool::Choice> choices(1 + rng_.bounded(3));
    pool.select(choices);
    for (const auto& [ticket, place] : choices) {
      if (rng_.bounded(40) > 0) open_.push_back(ticket);
    }
  }

  void come_back(ParentPool& pool) {
    std::swap(open_[rng_.bounded(static_cast<std::uint32_t>(open_.size()))], open_.back());
    const Ticket ticket = open_.back();
    open_.pop_back();
    const std::uint32_t how = rng_.bounded(10);
    const double value = rng_.bounded(4) == 0 ? NAN : fitness();
    if (how < 4) {
      pool.put(rng_.bounded(places_), fitness(), ticket);
    } else if (how < 7) {
      pool.reward(ticket, value);
    } else {
      pool.fail(ticket, value);
    }
  }

  Rng rng_;
  std::uint32_t places_;
  std::vector<Ticket> open_;
};

}  // namespace mce::test
