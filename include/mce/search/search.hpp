// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/core/detail/judge.hpp"
#include "mce/core/evolution.hpp"
#include "mce/core/genome_space.hpp"
#include "mce/core/selector.hpp"
#include "mce/search/detail/saved_search.hpp"
#include "mce/search/detail/ticket_table.hpp"
#include "mce/selectors/surprise.hpp"

namespace mce {

struct SearchParameters {
  std::uint64_t seed = 1;
  std::uint32_t initial = 100;  ///< random genomes to start from
};

/// What became of a candidate.
enum class Status : std::uint8_t {
  not_added,  ///< it is no elite
  improved,   ///< it has replaced an elite
  new_cell,   ///< it has filled an empty cell
};

/// MAP-Elites for whoever evaluates on their own: `ask` for candidates, `tell` what each of them is worth, in any
/// order. With one ticket at a time it is Evolution bit for bit. The default selector is the recommended one.
template <GenomeSpace G, Selector S = Surprise>
class Search {
 public:
  using Gene = typename G::Gene;

  /// A genome to be evaluated. It stays where it is until its ticket is told or failed.
  struct Candidate {
    Ticket ticket;
    std::span<const Gene> genome;
  };

  Search(G space, S selector, Partition partition, const SearchParameters& parameters = {})
      : space_(std::move(space)),
        selector_(std::move(selector)),
        archive_(std::move(partition), space_.genome_size() * sizeof(Gene)),
        initial_rng_(parameters.seed, "initial"),
        selection_rng_(parameters.seed, "selection"),
        variation_rng_(parameters.seed, "variation"),
        initial_(parameters.initial),
        no_features_(archive_.partition().features(), std::numeric_limits<double>::quiet_NaN()) {
    tell_rebuild(selector_, archive_);  // it is told of candidates before the first selection
  }
  explicit Search(G space, Partition partition, const SearchParameters& parameters = {})
    requires std::default_initializable<S>
      : Search(std::move(space), S(), std::move(partition), parameters) {}

  /// The next candidate: a random genome for the first ones, and as long as there is no elite; then an offspring.
  /// Throws std::invalid_argument after 2^32 − 2^16 selections.
  Candidate ask() {
    const TicketTable::Slot slot = tickets_.next();
    if (slot == bodies_.size()) bodies_.push_back({.parent = {}, .genome = std::vector<Gene>(space_.genome_size())});
    Body& body = bodies_[slot];
    if (asked_ < initial_ || archive_.filled().empty()) [[unlikely]] {
      body.parent.reset();
      space_.random(std::span(body.genome), initial_rng_);
    } else {
      make_offspring(body);
    }
    tickets_.add(++asked_);
    return {asked_, body.genome};
  }
  /// The next `count` candidates. The list is valid until the next call, the genomes as said above.
  std::span<const Candidate> ask(std::uint32_t count) {
    candidates_.clear();
    for (std::uint32_t i = 0; i < count; ++i) candidates_.push_back(ask());
    return candidates_;
  }

  /// Takes in an individual that is known already, as if it were one of the random genomes to start from, and counts as
  /// one of them. Throws std::invalid_argument if its genome is not possible, or for another number of features than
  /// the map has.
  Status add(std::span<const Gene> genome, double fitness, std::span<const double> features) {
    if (genome.size() != space_.genome_size()) {
      throw std::invalid_argument("a genome of " + std::to_string(genome.size()) +
                                  " genes: genomes of this search have " + std::to_string(space_.genome_size()));
    }
    check_features(features, "an individual is added");
    try {
      check_genome(genome);
    } catch (const Error& error) {
      throw std::invalid_argument(error.what());
    }
    ++asked_;
    return judged({}, genome, fitness, features);
  }

  /// What the evaluation of a candidate has given; the ticket is closed. A NaN makes it a failure that is not counted
  /// as one. Throws std::invalid_argument if the ticket is not open, or for another number of features than the map
  /// has.
  Status tell(Ticket ticket, double fitness, std::span<const double> features) {
    if (features.size() != no_features_.size()) [[unlikely]]
      check_features(features, "ticket " + std::to_string(ticket) + " is told");
    const TicketTable::Slot slot = slot_of(ticket);
    const Body& body = bodies_[slot];
    const Status status = judged(body.parent, body.genome, fitness, features);
    tickets_.remove(slot);
    return status;
  }

  /// The evaluation has failed: as if the fitness were NaN. Throws as `tell` does.
  void fail(Ticket ticket) {
    tell(ticket, std::numeric_limits<double>::quiet_NaN(), no_features_);
    ++failed_;
  }

  /// Tickets that are neither told nor failed.
  [[nodiscard]] std::size_t open() const { return tickets_.open(); }
  [[nodiscard]] std::uint64_t asked() const { return asked_; }
  /// With those that have failed.
  [[nodiscard]] std::uint64_t told() const { return told_; }
  [[nodiscard]] std::uint64_t failed() const { return failed_; }
  [[nodiscard]] const Archive& archive() const { return archive_; }
  [[nodiscard]] const S& selector() const { return selector_; }
  [[nodiscard]] const G& space() const { return space_; }

  [[nodiscard]] bool is_open(Ticket ticket) const { return tickets_.find(ticket).has_value(); }
  /// The genome of an open ticket. Throws std::invalid_argument if it is not open.
  [[nodiscard]] std::span<const Gene> genome(Ticket ticket) const { return bodies_[slot_of(ticket)].genome; }
  /// In ascending order.
  [[nodiscard]] std::vector<Ticket> open_tickets() const {
    std::vector<Ticket> open;
    for (TicketTable::Slot slot = 0; slot < tickets_.slots(); ++slot) {
      if (tickets_.ticket(slot) != 0) open.push_back(tickets_.ticket(slot));
    }
    std::ranges::sort(open);
    return open;
  }

  /// The whole state, open tickets included. `load` expects a search made with the same parameters; after an Error the
  /// search is of no use any more.
  void save(ByteWriter& out) const {
    out.value(SearchCounts{.asked = asked_, .told = told_, .failed = failed_});
    archive_.save(out);
    for (const Rng* rng : {&initial_rng_, &selection_rng_, &variation_rng_}) out.value(rng->state());
    if constexpr (SavesState<S>) selector_.save(out);
    out.value<std::uint64_t>(open());
    for (const Ticket ticket : open_tickets()) {
      const Body& body = bodies_[slot_of(ticket)];
      out.value(SavedTicket(ticket, body.parent));
      out.raw(std::as_bytes(std::span(body.genome)));
    }
  }
  void load(ByteReader& in) {
    const auto counts = in.value<SearchCounts>();
    archive_.load(in);
    check_counts(counts, archive_, initial_);
    for (const CellIndex cell : archive_.filled()) check_genome(archive_.template genome_as<Gene>(cell));
    for (Rng* rng : {&initial_rng_, &selection_rng_, &variation_rng_}) *rng = read_rng(in);
    if constexpr (SavesState<S>) {
      selector_.load(in, archive_);
    } else {
      tell_rebuild(selector_, archive_);
    }
    asked_ = counts.asked;
    told_ = counts.told;
    failed_ = counts.failed;
    load_tickets(in);
  }

 private:
  /// What is known of an open ticket.
  struct Body {
    std::optional<Parent> parent;  // none: a random genome
    std::vector<Gene> genome;
  };

  /// As the first half of Evolution's step.
  [[gnu::always_inline]] void make_offspring(Body& body) {
    if (archive_.selections() == 0) [[unlikely]]
      tell_rebuild(selector_, archive_);
    if (archive_.selections() >= kMaxEvaluations) [[unlikely]] {
      throw std::invalid_argument("no more candidates: " + std::to_string(kMaxEvaluations) + " selections are allowed");
    }
    const CellIndex selected = selector_.select(archive_, selection_rng_);
    archive_.prefetch(selected);
    body.parent = archive_.pick(selected);
    breed(space_, archive_, selected, std::span<Gene>(body.genome), variation_rng_);
    tell_update(selector_, archive_, selected);
    tell_event(selector_, archive_, Pick{*body.parent});
  }

  /// As the second half.
  [[gnu::always_inline]] Status judged(const std::optional<Parent>& parent, std::span<const Gene> genome,
                                       double fitness, std::span<const double> features) {
    const std::size_t filled = archive_.filled().size();
    const auto cell = judge(archive_, selector_, parent, std::as_bytes(genome), fitness, features);
    ++told_;
    if (!cell) return Status::not_added;
    return archive_.filled().size() > filled ? Status::new_cell : Status::improved;
  }

  void check_features(std::span<const double> features, const std::string& what) const {
    if (features.size() == no_features_.size()) return;
    throw std::invalid_argument(what + " with " + std::to_string(features.size()) + " features: the map has " +
                                std::to_string(no_features_.size()));
  }

  [[nodiscard]] TicketTable::Slot slot_of(Ticket ticket) const {
    const auto slot = tickets_.find(ticket);
    if (!slot) [[unlikely]]
      throw std::invalid_argument(not_open(ticket, asked_));
    return *slot;
  }

  void load_tickets(ByteReader& in) {
    const auto count = in.value<std::uint64_t>();
    if (count != asked_ - told_) throw Error("saved search has another number of open tickets than it says");
    tickets_ = {};
    bodies_.clear();
    OpenTicketChecks checks(archive_, asked_);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto saved = in.value<SavedTicket>();
      checks.check(saved);
      Body body{.parent = saved.parent(), .genome = std::vector<Gene>(space_.genome_size())};
      in.raw(std::as_writable_bytes(std::span(body.genome)));
      check_genome(body.genome);
      tickets_.add(saved.ticket);
      bodies_.push_back(std::move(body));
    }
  }

  /// A genome from a file may be anything.
  void check_genome(std::span<const Gene> genome) const {
    if constexpr (requires { space_.check(genome); }) space_.check(genome);
  }

  G space_;
  S selector_;
  Archive archive_;
  Rng initial_rng_;
  Rng selection_rng_;
  Rng variation_rng_;
  std::uint32_t initial_;
  std::vector<double> no_features_;  // of a failure: NaN
  std::uint64_t asked_ = 0;
  std::uint64_t told_ = 0;
  std::uint64_t failed_ = 0;
  TicketTable tickets_;
  std::vector<Body> bodies_;  // by slot
  std::vector<Candidate> candidates_;
};

}  // namespace mce
