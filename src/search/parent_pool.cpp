// SPDX-License-Identifier: MIT
#include "mce/search/parent_pool.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "mce/core/detail/judge.hpp"
#include "mce/core/evolution.hpp"
#include "mce/search/detail/saved_search.hpp"

namespace mce {
namespace {

/// Cell p of the map is place p; its feature is p + ½.
Partition row_of(std::uint32_t places) {
  if (places == 0 || places > Grid::kMaxCells) {
    throw std::invalid_argument(fmt::format("a pool of {} places: allowed are 1 to {}", places, Grid::kMaxCells));
  }
  return Grid({{.low = 0, .high = static_cast<double>(places)}}, {places});
}

std::string why_not_open(Ticket ticket, std::uint64_t selections) {
  if (selections == 0) return fmt::format("ticket {} is not open: nothing was selected yet", ticket);
  if (ticket == 0 || ticket > selections) {
    return fmt::format("ticket {} is not open: selections have given tickets 1 to {}", ticket, selections);
  }
  return fmt::format("ticket {} is not open: it came back before, and each is good for one offspring", ticket);
}

struct PoolCounts {
  std::uint64_t places;
  std::uint64_t selections;
  std::uint64_t late;
  std::uint64_t open;
};

/// So many that no pool reaches it, and none that is forged overflows.
constexpr std::uint64_t kMostEvents = 1ULL << 63;

void check_counts(const PoolCounts& counts, const Archive& archive) {
  const auto& [places, selections, late, open] = counts;
  if (selections >= kMostEvents || archive.births() >= kMostEvents || archive.selections() > selections ||
      open > selections || late > selections - open) {
    throw Error(fmt::format("saved pool is impossible: {} selections, {} of them of its elites, {} late, {} open",
                            selections, archive.selections(), late, open));
  }
}

}  // namespace

ParentPool::ParentPool(ErasedSelector selector, std::uint32_t places, std::uint64_t seed)
    : selector_(std::move(selector)), archive_(row_of(places), 0), rng_(seed, "selection"), founded_(places, kEmpty) {
  selector_.rebuild(archive_);
}

void ParentPool::grow(std::uint32_t places) {
  if (places < this->places()) {
    throw std::invalid_argument(
        fmt::format("a pool of {} places cannot become one of {}: remove elites instead", this->places(), places));
  }
  selector_.check_cells(places);
  Archive larger(row_of(places), 0);
  ByteWriter saved;
  archive_.save(saved);
  ByteReader in(saved.bytes());
  larger.load(in);
  archive_ = std::move(larger);
  founded_.resize(places, kEmpty);
  selector_.grow(archive_);
}

void ParentPool::put(CellIndex place, double fitness, std::optional<Ticket> child_of) {
  check_place(place);
  if (std::isnan(fitness)) {
    throw std::invalid_argument(
        fmt::format("the fitness of the elite for place {} is NaN: fail its ticket instead", place));
  }
  const std::optional<Parent> parent = child_of ? close(*child_of) : std::nullopt;
  const std::array features = {place + 0.5};
  const double rival = archive_.fitness(place);
  take_in(archive_, selector_, parent, place, {}, fitness, features);
  if (founded_[place] == kEmpty) founded_[place] = archive_.birth(place);
  selector_.observe(archive_,
                    Outcome{.parent = parent, .fitness = fitness, .features = features, .cell = place, .rival = rival});
}

void ParentPool::remove(CellIndex place) {
  check_place(place);
  if (!archive_.contains(place)) throw std::invalid_argument(fmt::format("place {} is empty already", place));
  archive_.remove(place);
  founded_[place] = kEmpty;
  selector_.remove(archive_, place);
}

ParentPool::Choice ParentPool::select() {
  check_can_select(1);
  if (selections_ == 0) [[unlikely]]
    selector_.rebuild(archive_);
  const TicketTable::Slot slot = tickets_.next();
  if (slot == parents_.size()) parents_.emplace_back();
  const CellIndex place = selector_.select(archive_, rng_);
  parents_[slot] = archive_.pick(place);
  selector_.update(archive_, place);
  selector_.observe(archive_, Pick{parents_[slot]});
  tickets_.add(++selections_);
  return {selections_, place};
}

void ParentPool::select(std::span<Choice> choices) {
  check_can_select(choices.size());
  for (Choice& choice : choices) choice = select();
}

void ParentPool::reward(Ticket ticket, double fitness) {
  const std::optional<Parent> parent = close(ticket);
  if (!parent) return;
  archive_.reward(*parent);
  selector_.update(archive_, parent->cell);
  selector_.observe(archive_, Reward{.parent = *parent, .fitness = fitness});
}

void ParentPool::fail(Ticket ticket, double fitness) {
  const std::optional<Parent> parent = close(ticket);
  if (!parent) return;
  selector_.observe(archive_, Outcome{.parent = parent, .fitness = fitness, .features = {}, .cell = std::nullopt});
}

double ParentPool::score(CellIndex place) const {
  check_place(place);
  return selector_.score(archive_, place);
}

std::vector<ParentPool::Choice> ParentPool::open_choices() const {
  std::vector<Choice> open;
  for (TicketTable::Slot slot = 0; slot < tickets_.slots(); ++slot) {
    if (tickets_.ticket(slot) != 0) open.push_back({.ticket = tickets_.ticket(slot), .place = parents_[slot].cell});
  }
  std::ranges::sort(open, {}, &Choice::ticket);
  return open;
}

void ParentPool::check_place(CellIndex place) const {
  if (place < places()) return;
  throw std::invalid_argument(fmt::format("place {} does not exist: the pool has {}, from 0 on", place, places()));
}

void ParentPool::check_can_select(std::size_t count) const {
  if (archive_.filled().empty()) [[unlikely]]
    throw std::invalid_argument("no parent to select: the pool is empty; put an elite into it first");
  if (count > kMaxEvaluations - std::min<std::uint64_t>(archive_.selections(), kMaxEvaluations)) [[unlikely]] {
    throw std::invalid_argument(fmt::format("no more selections: {} of elites in a pool are allowed", kMaxEvaluations));
  }
}

TicketTable::Slot ParentPool::slot_of(Ticket ticket) const {
  const auto slot = tickets_.find(ticket);
  if (!slot) [[unlikely]]
    throw std::invalid_argument(why_not_open(ticket, selections_));
  return *slot;
}

std::optional<Parent> ParentPool::close(Ticket ticket) {
  const TicketTable::Slot slot = slot_of(ticket);
  tickets_.remove(slot);
  if (!is_late(parents_[slot])) return parents_[slot];
  ++late_;
  return std::nullopt;
}

void ParentPool::save(ByteWriter& out) const {
  out.value(PoolCounts{.places = places(), .selections = selections_, .late = late_, .open = open()});
  archive_.save(out);
  for (const CellIndex place : archive_.filled()) out.value(founded_[place]);
  out.value(rng_.state());
  selector_.save(out);
  for (const auto& [ticket, place] : open_choices()) out.value(SavedTicket(ticket, parents_[slot_of(ticket)]));
}

void ParentPool::load(ByteReader& in) {
  const auto counts = in.value<PoolCounts>();
  if (counts.places != places()) {
    throw Error(fmt::format("saved pool has {} places, and this one has {}", counts.places, places()));
  }
  archive_.load(in);
  check_counts(counts, archive_);
  selections_ = counts.selections;
  late_ = counts.late;
  load_founded(in);
  rng_ = read_rng(in);
  selector_.load(in, archive_);
  load_tickets(in, counts.open);
}

void ParentPool::load_founded(ByteReader& in) {
  std::ranges::fill(founded_, kEmpty);
  for (const CellIndex place : archive_.filled()) {
    founded_[place] = in.value<std::uint64_t>();
    if (founded_[place] == 0 || founded_[place] > archive_.birth(place)) {
      throw Error(fmt::format("saved place {} was filled after its elite came", place));
    }
  }
}

void ParentPool::load_tickets(ByteReader& in, std::uint64_t count) {
  tickets_ = {};
  parents_.clear();
  OpenTicketChecks checks(archive_, selections_);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto saved = in.value<SavedTicket>();
    const std::optional<Parent> parent = saved.parent();
    if (!parent || parent->cell >= places()) {
      throw Error(fmt::format("saved ticket {} has an impossible parent", saved.ticket));
    }
    if (is_late(*parent)) {
      checks.check_late(saved);
    } else {
      checks.check(saved);
    }
    tickets_.add(saved.ticket);
    parents_.push_back(*parent);
  }
}

}  // namespace mce
