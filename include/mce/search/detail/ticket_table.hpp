// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce {

/// Numbers the candidates in the order of asking: 1, 2, 3 …
using Ticket = std::uint64_t;

/// The open tickets, each in a slot. Slots are numbered 0, 1, 2 …, and those of tickets that were closed are used
/// again, the last one first. Tickets are found by a hash table with linear probing that is at most half full; it grows
/// with the number of open tickets, whatever they are.
class TicketTable {
 public:
  using Slot = std::uint32_t;

  [[nodiscard]] std::size_t open() const { return tickets_.size() - free_.size(); }
  /// How many slots were ever used at the same time.
  [[nodiscard]] std::size_t slots() const { return tickets_.size(); }
  /// The ticket in a slot; 0 if it is free.
  [[nodiscard]] Ticket ticket(Slot slot) const { return tickets_[slot]; }

  /// The slot that the next ticket gets.
  [[nodiscard]] Slot next() const { return free_.empty() ? static_cast<Slot>(tickets_.size()) : free_.back(); }

  /// `ticket` must not be open, nor 0.
  Slot add(Ticket ticket) {
    assert(ticket != 0 && !find(ticket));
    const Slot slot = next();
    if (free_.empty()) {
      tickets_.push_back(ticket);
      free_.reserve(tickets_.capacity());  // so that closing a ticket never allocates
      if (2 * tickets_.size() > places_.size()) {
        grow();
        return slot;
      }
    } else {
      free_.pop_back();
      tickets_[slot] = ticket;
    }
    put(slot);
    return slot;
  }

  [[nodiscard]] std::optional<Slot> find(Ticket ticket) const {
    if (places_.empty()) return std::nullopt;
    for (std::size_t place = home(ticket); places_[place] != kNone; place = after(place)) {
      if (tickets_[places_[place]] == ticket) return places_[place];
    }
    return std::nullopt;
  }

  /// Closes the ticket in `slot`.
  void remove(Slot slot) {
    std::size_t hole = home(tickets_[slot]);
    while (places_[hole] != slot) hole = after(hole);
    // Moves those behind the hole into it that would not be found any more because of it.
    for (std::size_t place = after(hole); places_[place] != kNone; place = after(place)) {
      const std::size_t wanted = home(tickets_[places_[place]]);
      if (((place - wanted) & mask()) >= ((place - hole) & mask())) {
        places_[hole] = places_[place];
        hole = place;
      }
    }
    places_[hole] = kNone;
    tickets_[slot] = 0;
    free_.push_back(slot);
  }

 private:
  static constexpr Slot kNone = UINT32_MAX;

  [[nodiscard]] std::size_t mask() const { return places_.size() - 1; }
  [[nodiscard]] std::size_t after(std::size_t place) const { return (place + 1) & mask(); }
  /// Multiplication by the golden ratio spreads consecutive numbers evenly, and regular gaps between them too.
  [[nodiscard]] std::size_t home(Ticket ticket) const { return (ticket * kGolden) >> shift_; }

  void put(Slot slot) {
    std::size_t place = home(tickets_[slot]);
    while (places_[place] != kNone) place = after(place);
    places_[place] = slot;
  }

  void grow() {
    places_.assign(std::bit_ceil(4 * tickets_.size()), kNone);
    shift_ = 64 - std::countr_zero(places_.size());
    for (Slot slot = 0; slot < tickets_.size(); ++slot) put(slot);  // it only grows while none is free
  }

  std::vector<Ticket> tickets_;  // by slot
  std::vector<Slot> free_;
  std::vector<Slot> places_;  // of the hash table
  int shift_ = 0;
};

}  // namespace mce
