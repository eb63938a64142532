// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "mce/core/archive.hpp"
#include "mce/core/bytes.hpp"
#include "mce/core/rng.hpp"
#include "mce/search/detail/ticket_table.hpp"

/// What a saved search has beside its archive and its selector, and what is checked about it.
namespace mce {

struct SearchCounts {
  std::uint64_t asked;
  std::uint64_t told;
  std::uint64_t failed;
};

struct SavedTicket {
  SavedTicket() = default;
  SavedTicket(Ticket open, const std::optional<Parent>& of)
      : ticket(open), has_parent(of ? 1 : 0), cell(of ? of->cell : 0), births(of ? of->births : 0) {}
  [[nodiscard]] std::optional<Parent> parent() const {
    return has_parent == 0 ? std::nullopt : std::optional(Parent{.cell = cell, .births = births});
  }

  Ticket ticket = 0;
  std::uint32_t has_parent = 0;
  CellIndex cell = 0;
  std::uint64_t births = 0;
};

/// Throws Error for counts that no search with this archive can have.
void check_counts(const SearchCounts& counts, const Archive& archive, std::uint32_t initial);

/// Throws Error for a state that no generator can be in.
Rng read_rng(ByteReader& in);

/// Checks open tickets one after the other, as they are saved. No more offspring of a cell can be open than it has
/// selections without a survival: otherwise it could have more survivals than selections in the end.
class OpenTicketChecks {
 public:
  OpenTicketChecks(const Archive& archive, std::uint64_t asked) : archive_(archive), asked_(asked) {}
  /// Throws Error.
  void check(const SavedTicket& saved);
  /// The same for one that comes back to nobody, since the cell of its parent was emptied.
  void check_late(const SavedTicket& saved);

 private:
  void check_order(const SavedTicket& saved);

  const Archive& archive_;
  std::uint64_t asked_;
  Ticket last_ = 0;
  struct Open {
    std::uint32_t of_cell = 0;
    std::uint32_t of_elite = 0;
  };
  std::unordered_map<CellIndex, Open> open_;
};

/// Why a ticket is not open, for an error.
std::string not_open(Ticket ticket, std::uint64_t asked);

}  // namespace mce
