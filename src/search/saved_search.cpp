// SPDX-License-Identifier: MIT
#include "mce/search/detail/saved_search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "mce/core/error.hpp"

namespace mce {

void check_counts(const SearchCounts& counts, const Archive& archive, std::uint32_t initial) {
  const auto& [asked, told, failed] = counts;
  const std::uint64_t rejected = archive.rejected();
  const bool outcomes_fit = told <= asked && failed <= rejected && rejected <= told;
  const bool archive_fits = archive.births() <= told - rejected && archive.selections() <= asked &&
                            asked - archive.selections() >= std::min<std::uint64_t>(asked, initial);
  if (!outcomes_fit || !archive_fits) {
    throw Error(fmt::format("saved search is impossible: {} asked, {} told, {} failed, {} rejected, {} selections",
                            asked, told, failed, rejected, archive.selections()));
  }
}

Rng read_rng(ByteReader& in) {
  try {
    return Rng(in.value<Rng::State>());
  } catch (const std::invalid_argument& error) {
    throw Error(fmt::format("saved {}", error.what()));
  }
}

void OpenTicketChecks::check_order(const SavedTicket& saved) {
  const Ticket before = std::exchange(last_, saved.ticket);
  if (saved.ticket <= before || saved.ticket > asked_) {
    throw Error(fmt::format("saved ticket {} after {}, where {} were asked for", saved.ticket, before, asked_));
  }
  if (saved.has_parent > 1) throw Error(fmt::format("saved ticket {} is impossible", saved.ticket));
}

void OpenTicketChecks::check_late(const SavedTicket& saved) {
  check_order(saved);
  if (saved.births == 0 || saved.births > archive_.births()) {
    throw Error(fmt::format("saved ticket {} has an impossible parent", saved.ticket));
  }
}

void OpenTicketChecks::check(const SavedTicket& saved) {
  check_order(saved);
  if (saved.has_parent == 0) return;
  if (saved.cell >= archive_.cells() || !archive_.contains(saved.cell) || saved.births == 0 ||
      saved.births > archive_.births()) {
    throw Error(fmt::format("saved ticket {} has an impossible parent", saved.ticket));
  }
  const Tally& of_cell = archive_.cell_tally(saved.cell);
  const Tally& of_elite = archive_.elite_tally(saved.cell);
  Open& open = open_[saved.cell];
  ++open.of_cell;
  if (archive_.birth(saved.cell) <= saved.births) ++open.of_elite;
  if (open.of_cell > of_cell.selections - of_cell.survivals ||
      open.of_elite > of_elite.selections - of_elite.survivals) {
    throw Error(fmt::format("saved ticket {}: more offspring of cell {} are open than it was selected for",
                            saved.ticket, saved.cell));
  }
}

std::string not_open(Ticket ticket, std::uint64_t asked) {
  if (asked == 0) return fmt::format("ticket {} is not open: none was asked for", ticket);
  if (ticket == 0 || ticket > asked) {
    return fmt::format("ticket {} is not open: tickets 1 to {} were asked for", ticket, asked);
  }
  return fmt::format("ticket {} is not open: it was told or failed before", ticket);
}

}  // namespace mce
