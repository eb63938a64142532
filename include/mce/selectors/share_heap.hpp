// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "mce/selectors/leading_rungs.hpp"
#include "mce/selectors/tally_ladder.hpp"

namespace mce {

/// Which rungs of a ladder have the highest share w/n: a binary heap of them all. Shares are compared exactly, by
/// multiplying crosswise. Who leads is remembered until a rung changes that could matter: many rungs may tie, and then
/// lose their cells one by one.
class ShareHeap {
 public:
  using Id = TallyLadder::Id;

  ShareHeap() = default;
  explicit ShareHeap(std::uint32_t cells) : leaders_(cells + 1) {
    entries_.reserve(std::size_t{cells} + 1);
    heap_.reserve(std::size_t{cells} + 1);
  }

  /// The top of `rung` may be another one or have another number of cells now, or the rung may be gone.
  [[gnu::always_inline]] void changed(const TallyLadder& ladder, Id rung) {
    if (rung >= entries_.size()) entries_.resize(rung + 1);
    Entry& entry = entries_[rung];
    const auto [tally, cells] = ladder.standing(rung);
    entry.cells = cells;
    if (entry.position != kAbsent && heap_[entry.position].tally == tally) {
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

 private:
  [[gnu::noinline]] void change_top(Id rung, const Tally& tally) {
    Entry& entry = entries_[rung];
    if (entry.position == 0 && leaders_.list().size() == 1 && tally.selections > 0) {
      change_leader(rung, tally);
      return;
    }
    leaders_.remove(rung);
    if (tally.selections == 0) {
      if (entry.position != kAbsent) remove(entry.position);
      return;
    }
    if (entry.position == kAbsent) {
      entry.position = static_cast<std::uint32_t>(heap_.size());
      heap_.emplace_back();
    }
    sift({tally, rung}, entry.position);
    if (leaders_.empty() || beats(lead_, tally)) return;
    if (beats(tally, lead_)) leaders_.clear();
    lead(tally, rung);
  }

  /// The only leader has changed. Mostly it is an elite that was selected in vain, whose share is a little lower now.
  [[gnu::always_inline]] void change_leader(Id rung, const Tally& tally) {
    if (beats_all_others(tally)) {
      heap_.front().tally = lead_ = tally;
      leaders_.renew({.rung = rung, .selections = tally.selections, .cells = entries_[rung].cells});
    } else {
      leaders_.clear();
      sift({tally, rung}, 0);
      collect(0);
    }
  }

  static constexpr std::uint32_t kAbsent = UINT32_MAX;

  struct Entry {
    std::uint32_t position = kAbsent;  // in the heap
    std::uint32_t cells = 0;           // on the top of the rung
  };
  struct alignas(16) Node {  // addressed by a shift, copied in one piece
    Tally tally;             // of the rung's top
    Id rung = TallyLadder::kNone;
  };

  static bool beats(const Tally& a, const Tally& b) {
    return std::uint64_t{a.survivals} * b.selections > std::uint64_t{b.survivals} * a.selections;
  }

  /// Whether the front of the heap would go on leading alone with this tally.
  [[nodiscard]] bool beats_all_others(const Tally& tally) const {
    return (heap_.size() < 2 || beats(tally, heap_[1].tally)) && (heap_.size() < 3 || beats(tally, heap_[2].tally));
  }

  void lead(const Tally& tally, Id rung) {
    lead_ = tally;
    leaders_.add({.rung = rung, .selections = tally.selections, .cells = entries_[rung].cells});
  }

  /// The best are at the top of the heap, all together: below one that is worse there is none.
  void collect(std::size_t position) {
    if (position >= heap_.size() || beats(heap_.front().tally, heap_[position].tally)) return;
    lead(heap_[position].tally, heap_[position].rung);
    collect(2 * position + 1);
    collect(2 * position + 2);
  }

  void set(std::size_t position, const Node& node) {
    heap_[position] = node;
    entries_[node.rung].position = static_cast<std::uint32_t>(position);
  }

  /// Puts the node at `position`, or as far above or below as it must.
  void sift(const Node& node, std::size_t position) {
    for (; position > 0 && beats(node.tally, heap_[(position - 1) / 2].tally); position = (position - 1) / 2) {
      set(position, heap_[(position - 1) / 2]);
    }
    const std::size_t size = heap_.size();
    for (std::size_t child = 2 * position + 1; child < size; child = 2 * position + 1) {
      if (child + 1 < size && beats(heap_[child + 1].tally, heap_[child].tally)) ++child;
      if (!beats(heap_[child].tally, node.tally)) break;
      set(position, heap_[child]);
      position = child;
    }
    set(position, node);
  }

  void remove(std::uint32_t position) {
    entries_[heap_[position].rung].position = kAbsent;
    const Node last = heap_.back();
    heap_.pop_back();
    if (position < heap_.size()) sift(last, position);
  }

  std::vector<Entry> entries_;  // by rung
  std::vector<Node> heap_;
  LeadingRungs leaders_;
  Tally lead_;  // of one of the leaders
};

}  // namespace mce
