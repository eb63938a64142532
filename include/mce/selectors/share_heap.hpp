// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mce/selectors/leading_rungs.hpp"
#include "mce/selectors/tally_ladder.hpp"

namespace mce {

/// Which rungs of a ladder have the highest share w/n: a binary heap of them all, by the share as a double. Rounding is
/// monotone, so the best is among those whose double is the highest; they are compared exactly, by multiplying
/// crosswise. Who leads is remembered until a rung changes that could matter: many rungs may tie, and then lose their
/// cells one by one.
class ShareHeap {
 public:
  using Id = TallyLadder::Id;

  ShareHeap() = default;
  explicit ShareHeap(std::uint32_t cells) : entries_(cells + 1, ArrayUse::sparse), leaders_(cells + 1) {
    shares_.reserve(std::size_t{cells} + 1);
    rungs_.reserve(std::size_t{cells} + 1);
  }

  /// As many cells as this are now on the top of `rung`, which is the same.
  [[gnu::always_inline]] void recount(Id rung, std::uint32_t cells) {
    entries_[rung].cells = cells;
    leaders_.recount(rung, cells);
  }

  /// The top of `rung` may be another one or have another number of cells now, or the rung may be gone.
  [[gnu::always_inline]] void changed(const TallyLadder& ladder, Id rung) {
    Entry& entry = entries_[rung];
    const auto [tally, cells] = ladder.standing(rung);
    entry.cells = cells;
    if (entry.tally == tally) {
      leaders_.recount(rung, cells);
    } else {
      change_top(rung, tally);
    }
  }

  /// Rungs with n = 0 do not take part; there must be another.
  LeadingRungs& leaders() {
    if (leaders_.empty()) collect(0);
    return leaders_;
  }

  /// The only leader goes on leading while its n is below this and nothing else changes; 0 if that is not known.
  [[nodiscard]] std::uint32_t lead_ends() const {
    if (rungs_.front() != leaders_.list().front().rung) return 0;  // another one has the same double
    Tally second{.selections = 1, .survivals = 0};
    look_for_better(1, second);
    look_for_better(2, second);
    if (second.survivals == 0) return UINT32_MAX;
    const std::uint64_t survivals = entries_[rungs_.front()].tally.survivals;
    const std::uint64_t end = (survivals * second.selections - 1) / second.survivals + 1;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(end, UINT32_MAX));
  }

 private:
  static constexpr std::uint32_t kAbsent = 0;

  struct Entry {
    Tally tally;                    // of the rung's top; {0, 0} if it takes no part
    std::uint32_t cells = 0;        // on it
    std::uint32_t place = kAbsent;  // in the heap, plus one
  };

  static bool beats(const Tally& a, const Tally& b) {
    return std::uint64_t{a.survivals} * b.selections > std::uint64_t{b.survivals} * a.selections;
  }
  static double share(const Tally& tally) { return static_cast<double>(tally.survivals) / tally.selections; }

  [[gnu::noinline]] void change_top(Id rung, const Tally& tally) {
    Entry& entry = entries_[rung];
    entry.tally = tally;
    leaders_.remove(rung);
    if (tally.selections == 0) {
      if (entry.place != kAbsent) remove(rung);
      return;
    }
    if (entry.place == kAbsent) {
      shares_.push_back(0);
      rungs_.push_back(rung);
      entry.place = static_cast<std::uint32_t>(rungs_.size());
    }
    sift(share(tally), rung, entry.place - 1);
    if (leaders_.empty() || beats(lead_, tally)) return;
    if (beats(tally, lead_)) leaders_.clear();
    lead(rung);
  }

  void lead(Id rung) {
    const Entry& entry = entries_[rung];
    lead_ = entry.tally;
    leaders_.add({.rung = rung, .selections = entry.tally.selections, .cells = entry.cells});
  }

  /// The best are at the top of the heap, all together: below one that is worse there is none.
  void collect(std::size_t position) {
    if (position >= shares_.size() || shares_[position] < shares_.front()) return;
    const Tally& tally = entries_[rungs_[position]].tally;
    if (leaders_.empty() || !beats(lead_, tally)) {
      if (!leaders_.empty() && beats(tally, lead_)) leaders_.clear();
      lead(rungs_[position]);
    }
    collect(2 * position + 1);
    collect(2 * position + 2);
  }

  /// Whether a rung at or below a place of the heap beats this one: then it becomes that.
  void look_for_better(std::size_t position, Tally& best) const {
    if (position >= shares_.size() || shares_[position] < share(best)) return;
    const Tally& tally = entries_[rungs_[position]].tally;
    if (beats(tally, best)) best = tally;
    look_for_better(2 * position + 1, best);
    look_for_better(2 * position + 2, best);
  }

  void set(std::size_t position, double share, Id rung) {
    shares_[position] = share;
    rungs_[position] = rung;
    entries_[rung].place = static_cast<std::uint32_t>(position + 1);
  }

  /// Puts the rung at `position`, or as far above or below as it must. What was selected in vain mostly falls far: so
  /// the better child moves up all the way, without asking whether the rung would stop there, and then the rung climbs.
  void sift(double share, Id rung, std::size_t position) {
    const std::size_t size = shares_.size();
    std::size_t child = 2 * position + 1;
    for (; child + 1 < size; child = 2 * position + 1) {
      child += static_cast<std::size_t>(shares_[child + 1] > shares_[child]);
      set(position, shares_[child], rungs_[child]);
      position = child;
    }
    if (child < size) {
      set(position, shares_[child], rungs_[child]);
      position = child;
    }
    while (position > 0) {
      const std::size_t above = (position - 1) / 2;
      if (shares_[above] >= share) break;
      set(position, shares_[above], rungs_[above]);
      position = above;
    }
    set(position, share, rung);
  }

  void remove(Id rung) {
    const std::size_t position = entries_[rung].place - 1;
    entries_[rung].place = kAbsent;
    const double share = shares_.back();
    const Id last = rungs_.back();
    shares_.pop_back();
    rungs_.pop_back();
    if (last != rung) sift(share, last, position);
  }

  LargeArray<Entry> entries_;   // by rung
  std::vector<double> shares_;  // the heap:
  std::vector<Id> rungs_;       // whose share it is
  LeadingRungs leaders_;
  Tally lead_;  // of one of the leaders
};

}  // namespace mce
