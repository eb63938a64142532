// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/core/bytes.hpp"
#include "mce/core/rng.hpp"
#include "mce/search/detail/ticket_table.hpp"
#include "mce/selectors/erased_selector.hpp"

namespace mce {

/// A selector for whoever keeps elites elsewhere (docs/algorithm.md, section 2.8). A pool has places, numbered from 0.
/// Each is empty or has an elite, of which only the fitness is known. `select` gives the place of a parent, and a
/// ticket for what becomes of it: its offspring is `put` into a place, or was kept elsewhere (`reward`), or not at all
/// (`fail`); in any order, or never. Told of the same events as a loop of the engine, it selects the same parents.
///
/// All functions that name a ticket or a place throw std::invalid_argument, and change nothing, if the ticket is not
/// open or the place does not exist.
class ParentPool {
 public:
  struct Choice {
    Ticket ticket;
    CellIndex place;
    bool operator==(const Choice&) const = default;
  };

  /// Throws std::invalid_argument for no place, more than 10^8 places, or more than the selector can serve.
  ParentPool(ErasedSelector selector, std::uint32_t places, std::uint64_t seed);

  [[nodiscard]] std::uint32_t places() const { return archive_.cells(); }
  /// Adds empty places behind the others; nothing else changes. Throws std::invalid_argument as the constructor does,
  /// and for fewer places than there are.
  void grow(std::uint32_t places);

  /// Makes an individual the elite of a place. Whoever was there before is gone; the tally of the place goes on. If it
  /// is the offspring of a ticket, its parent is rewarded, and the ticket is closed. Throws std::invalid_argument also
  /// if the fitness is NaN.
  void put(CellIndex place, double fitness, std::optional<Ticket> child_of = {});
  /// Empties a place; its tallies are gone. Throws std::invalid_argument also if it is empty.
  void remove(CellIndex place);

  /// The next parent. Throws std::invalid_argument if there is no elite, or after 2^32 − 2^16 selections of the places
  /// that are not emptied.
  Choice select();
  /// The next ones; all or, if it throws, none.
  void select(std::span<Choice> choices);

  /// The offspring was worth keeping, and is not in the pool. The ticket is closed.
  void reward(Ticket ticket, double fitness = kNotSaid);
  /// The offspring was not worth keeping, or there is none. The ticket is closed.
  void fail(Ticket ticket, double fitness = kNotSaid);

  /// The elites: a place is a cell, and has its fitness and tallies there.
  [[nodiscard]] const Archive& archive() const { return archive_; }
  /// What the selector ranks a place by (docs/algorithm.md, section 3.3); NaN if it is empty.
  [[nodiscard]] double score(CellIndex place) const;

  /// All selections ever, those of places that were emptied included. Tickets are numbered by them.
  [[nodiscard]] std::uint64_t selections() const { return selections_; }
  /// Tickets that came back after the place of their parent was emptied: nobody was rewarded.
  [[nodiscard]] std::uint64_t late() const { return late_; }
  /// Whether the place of its parent was emptied meanwhile.
  [[nodiscard]] bool is_late(Ticket ticket) const { return is_late(parents_[slot_of(ticket)]); }
  /// Throws std::invalid_argument unless the ticket is open.
  void check_open(Ticket ticket) const { static_cast<void>(slot_of(ticket)); }
  /// Tickets that have not come back.
  [[nodiscard]] std::size_t open() const { return tickets_.open(); }
  /// With the places that were selected, in ascending order of the tickets.
  [[nodiscard]] std::vector<Choice> open_choices() const;

  /// The whole state, open tickets included. `load` expects a pool made with the same selector and as many places.
  /// Throws Error for a state that no pool can be in; after that the pool is of no use any more.
  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 private:
  static constexpr double kNotSaid = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::uint64_t kEmpty = UINT64_MAX;

  void check_place(CellIndex place) const;
  void check_can_select(std::size_t count) const;
  [[nodiscard]] TicketTable::Slot slot_of(Ticket ticket) const;
  /// The parent of a ticket; none, and counted as late, if its place was emptied meanwhile.
  std::optional<Parent> close(Ticket ticket);
  [[nodiscard]] bool is_late(const Parent& parent) const { return founded_[parent.cell] > parent.births; }
  void load_founded(ByteReader& in);
  void load_tickets(ByteReader& in, std::uint64_t count);

  ErasedSelector selector_;
  Archive archive_;  // without genomes
  Rng rng_;
  std::vector<std::uint64_t> founded_;  // by place: the birth of the elite that found it empty; kEmpty if it is
  std::uint64_t selections_ = 0;
  std::uint64_t late_ = 0;
  TicketTable tickets_;
  std::vector<Parent> parents_;  // by slot
};

}  // namespace mce
