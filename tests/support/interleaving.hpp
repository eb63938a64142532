// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "mce/search/search.hpp"

/// Searches whose tickets come back late, in any order, or never.
namespace mce::test {

/// Genomes of two numbers that mean nothing: tests say what comes out.
struct TwoNumbers {
  using Gene = double;
  static std::size_t genome_size() { return 2; }
  static void random(std::span<double> genome, Rng& rng) { rng.fill_uniform01(genome); }
  static void mutate(std::span<double> genome, Rng& rng) { genome[rng.bounded(2)] += rng.uniform(-0.1, 0.1); }
};

/// So many cells in a row.
inline Partition row_of(std::uint32_t cells) { return Grid({{.low = 0, .high = static_cast<double>(cells)}}, {cells}); }

/// What happens to a search, at random: something is asked, told or failed; now and then a ticket is forgotten, and one
/// is told NaN. At most `in_flight` tickets are open that are not forgotten.
class Interleaving {
 public:
  enum class Kind : std::uint8_t { asked, told, failed };
  struct Event {
    Kind kind;
    Ticket ticket;
    double fitness;
    CellIndex home;
  };

  Interleaving(std::uint64_t seed, std::size_t in_flight) : rng_(seed), in_flight_(in_flight) {}

  template <class AnySearch>
  Event step(AnySearch& search) {
    if (open_.empty() || (open_.size() < in_flight_ && rng_.bounded(5) < 3)) {
      const Ticket ticket = search.ask().ticket;
      if (rng_.bounded(40) != 0) open_.push_back(ticket);
      return {.kind = Kind::asked, .ticket = ticket, .fitness = 0, .home = 0};
    }
    std::swap(open_[rng_.bounded(static_cast<std::uint32_t>(open_.size()))], open_.back());
    const Ticket ticket = open_.back();
    open_.pop_back();
    if (rng_.bounded(8) == 0) {
      search.fail(ticket);
      return {.kind = Kind::failed, .ticket = ticket, .fitness = 0, .home = 0};
    }
    const CellIndex home = rng_.bounded(search.archive().cells());
    // Whole numbers, so that some are equal; higher and higher, so that elites come and go.
    double fitness = static_cast<double>(ticket / 100 + rng_.bounded(6));
    if (rng_.bounded(30) == 0) fitness = std::numeric_limits<double>::quiet_NaN();
    const std::array features = {home + 0.5};
    search.tell(ticket, fitness, features);
    return {.kind = Kind::told, .ticket = ticket, .fitness = fitness, .home = home};
  }

 private:
  Rng rng_;
  std::size_t in_flight_;
  std::vector<Ticket> open_;
};

}  // namespace mce::test
