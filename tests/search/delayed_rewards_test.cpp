// SPDX-License-Identifier: MIT
// Rewards that come late, in any order, or never: for every selector, what may be picked next is what a plain
// reference says that is told of the same events.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/detail/beta_draw.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/selectors/thompson_tournament.hpp"
#include "support/event_scans.hpp"
#include "support/interleaving.hpp"
#include "support/picks.hpp"
#include "support/scan.hpp"
#include "support/wheel.hpp"

namespace mce::delayed_rewards_test {
namespace {

using test::CheckedSelector;
using test::Interleaving;

constexpr std::uint32_t kCells = 40;
constexpr std::uint32_t kInitial = 15;

/// What the archive has to hold, counted by hand. Elites are told apart by their tickets.
class Ledger {
 public:
  template <class AnySearch>
  void note(const AnySearch& search, const Interleaving::Event& event) {
    if (event.kind == Interleaving::Kind::asked) {
      note_selection(search, event.ticket);
    } else if (event.kind == Interleaving::Kind::told && !std::isnan(event.fitness)) {
      note_individual(event);
    }
  }

  void expect_equal(const Archive& archive) const {
    ASSERT_EQ(std::vector(archive.filled().begin(), archive.filled().end()), order_);
    for (const CellIndex cell : order_) {
      const Elite& elite = elites_.at(cell);
      ASSERT_EQ(archive.fitness(cell), elite.fitness) << "cell " << cell;
      ASSERT_EQ(archive.elite_tally(cell), elite.tally) << "cell " << cell;
      ASSERT_EQ(archive.cell_tally(cell), cells_.at(cell)) << "cell " << cell;
    }
  }

 private:
  struct Elite {
    Ticket ticket = 0;
    double fitness = 0;
    Tally tally = {};
  };

  /// Which cell was selected, the archive has to tell: it is the one with one selection more.
  template <class AnySearch>
  void note_selection(const AnySearch& search, Ticket ticket) {
    if (search.asked() <= kInitial || order_.empty()) return;
    const auto selected = std::ranges::find_if(
        order_, [&](CellIndex cell) { return search.archive().cell_tally(cell).selections > cells_[cell].selections; });
    ASSERT_NE(selected, order_.end());
    ++cells_[*selected].selections;
    ++elites_[*selected].tally.selections;
    parents_[ticket] = {*selected, elites_[*selected].ticket};
  }

  void note_individual(const Interleaving::Event& event) {
    const auto rival = elites_.find(event.home);
    if (rival != elites_.end() && event.fitness <= rival->second.fitness) return;
    if (const auto parent = parents_.find(event.ticket); parent != parents_.end()) {
      const auto [cell, ticket] = parent->second;
      ++cells_[cell].survivals;
      if (elites_[cell].ticket == ticket) ++elites_[cell].tally.survivals;
    }
    if (rival == elites_.end()) order_.push_back(event.home);
    cells_.try_emplace(event.home);
    elites_[event.home] = {.ticket = event.ticket, .fitness = event.fitness};
  }

  std::vector<CellIndex> order_;
  std::map<CellIndex, Elite> elites_;
  std::map<CellIndex, Tally> cells_;
  std::map<Ticket, std::pair<CellIndex, Ticket>> parents_;
};

/// Lets tickets come back as they like. The selector compares itself with its reference whenever it selects.
template <class MakeSelector>
void check(MakeSelector make_selector) {
  std::uint64_t seed = 0;
  for (const std::size_t in_flight : {1U, 4U, 60U}) {
    Search search(test::TwoNumbers(), make_selector(), test::row_of(kCells), {.seed = ++seed, .initial = kInitial});
    Interleaving interleaving(seed, in_flight);
    Ledger ledger;
    for (int i = 0; i < 1500; ++i) {
      ledger.note(search, interleaving.step(search));
      ledger.expect_equal(search.archive());
      ASSERT_FALSE(testing::Test::HasFailure()) << in_flight << " in flight, event " << i;
    }
    EXPECT_GT(search.open(), 10U) << "some never come back";
    EXPECT_GT(search.archive().births(), 100U);
  }
}

template <class S>
void check_bandit() {
  check([] { return CheckedSelector(S(), typename test::ScanFor<S>::Type()); });
}

template <class S, class Scan>
void check_scan(typename S::Parameters parameters = {}) {
  check([&] { return CheckedSelector(S(parameters), Scan(parameters)); });
}

/// All elites have the same chance: the random number says which of the archive's list it is.
class CheckedUniform {
 public:
  CellIndex select(const Archive& archive, Rng& rng) const {
    Rng same(rng.state());
    const CellIndex picked = selector_.select(archive, rng);
    EXPECT_EQ(picked, archive.filled()[same.bounded(static_cast<std::uint32_t>(archive.filled().size()))]);
    return picked;
  }

 private:
  Uniform selector_;
};

/// The tournament in plain words, with the same random numbers.
class CheckedThompson {
 public:
  explicit CheckedThompson(ThompsonTournament::Parameters parameters)
      : parameters_(parameters), selector_(parameters) {}

  CellIndex select(const Archive& archive, Rng& rng) const {
    Rng same(rng.state());
    std::vector<std::pair<double, CellIndex>> draws;
    for (std::uint32_t i = 0; i < parameters_.contenders; ++i) {
      const CellIndex cell = archive.filled()[same.bounded(static_cast<std::uint32_t>(archive.filled().size()))];
      const Tally tally = parameters_.tally == TallyOf::cell ? archive.cell_tally(cell) : archive.elite_tally(cell);
      draws.emplace_back(beta_draw(1 + tally.survivals, 1 + tally.selections - tally.survivals, same), cell);
    }
    const auto best = std::ranges::max_element(draws, {}, [](const auto& draw) { return draw.first; });
    const CellIndex picked = selector_.select(archive, rng);
    EXPECT_EQ(picked, best->second);
    return picked;
  }

 private:
  ThompsonTournament::Parameters parameters_;
  ThompsonTournament selector_;
};

/// Its picks follow a wheel that is computed anew from the tallies: every pick may be one, and now and then very many
/// are drawn from the same state.
class CheckedCuriosity {
 public:
  void rebuild(const Archive& archive) { selector_.rebuild(archive); }
  void update(const Archive& archive, CellIndex cell) { selector_.update(archive, cell); }
  CellIndex select(const Archive& archive, Rng& rng) {
    const auto chances = test::wheel(archive);
    if (++selections_ % 300 == 0) test::expect_picks(selector_, archive, chances, 5000);
    const CellIndex picked = selector_.select(archive, rng);
    EXPECT_TRUE(chances.contains(picked)) << "cell " << picked;
    return picked;
  }

 private:
  Curiosity selector_;
  int selections_ = 0;
};

using Check = std::function<void()>;

const std::map<std::string, Check>& checks() {
  static const std::map<std::string, Check> all = {
      {"ucb-individual",
       [] {
         check_bandit<UcbIndividual>();
         const UcbScore living{.total = SelectionTotal::living};
         check([&] { return CheckedSelector(UcbIndividual(living), test::ScanFor<UcbIndividual>::Type(living)); });
       }},
      {"ucb-cell", check_bandit<UcbCell>},
      {"exploit-individual", check_bandit<ExploitIndividual>},
      {"exploit-cell", check_bandit<ExploitCell>},
      {"explore-individual", check_bandit<ExploreIndividual>},
      {"explore-cell", check_bandit<ExploreCell>},
      {"greedy", [] { check([] { return CheckedSelector(Greedy(), test::ScanGreedy()); }); }},
      {"uniform", [] { check([] { return CheckedUniform(); }); }},
      {"curiosity", [] { check([] { return CheckedCuriosity(); }); }},
      {"surprise",
       [] {
         using enum Surprise::Inheritance;
         for (const auto inheritance : {by_merit, all, nothing}) {
           check_scan<test::ScannedSurprise, test::ScanSurprise>({.memory = 50, .inheritance = inheritance});
         }
         check_scan<test::ScannedSurprise, test::ScanSurprise>({.new_cells = Surprise::NewCells::over_lowest});
       }},
      {"inherit",
       [] {
         for (const double share : {0.0, 0.3, 0.5, 1.0}) {
           check_scan<Inherit, test::ScanInherit>({.share = share});
         }
       }},
      {"thompson-tournament",
       [] {
         for (const TallyOf tally : {TallyOf::cell, TallyOf::individual}) {
           check([&] { return CheckedThompson({.contenders = 5, .tally = tally}); });
         }
       }},
      {"discounted-ucb", [] { check_scan<DiscountedUcb, test::ScanDiscountedUcb>({.discount = 0.99}); }},
      {"ucb-fitness",
       [] {
         for (const TallyOf tally : {TallyOf::cell, TallyOf::individual}) {
           check_scan<UcbFitness, test::ScanUcbFitness>({.tally = tally});
         }
       }},
  };
  return all;
}

class DelayedRewards : public testing::TestWithParam<std::string> {};

TEST_P(DelayedRewards, AreExact) { checks().at(GetParam())(); }

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& [name, check] : checks()) all.push_back(name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(EverySelector, DelayedRewards, testing::ValuesIn(names()), [](const auto& test) {
  std::string name = test.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(DelayedRewards, AreCheckedForAllSelectors) {
  std::vector<std::string> known = names_of(selector_kinds());
  std::ranges::sort(known);
  EXPECT_EQ(names(), known);
}

/// Without exploration a cell may not be selected for so long that a double can hardly hold what is left of its tally.
TEST(DelayedRewards, AreLostWhereTheTallyHasFaded) {
  const DiscountedUcb::Parameters parameters{.lambda = 0, .discount = 0.99};
  Search search(test::TwoNumbers(),
                CheckedSelector{DiscountedUcb(parameters), test::ScanDiscountedUcb(parameters), 101}, test::row_of(2),
                {.initial = 2});
  const auto tell = [&](Ticket ticket, double fitness, CellIndex home) {
    const std::array features = {home + 0.5};
    return search.tell(ticket, fitness, features);
  };
  for (const CellIndex cell : {0U, 1U}) tell(search.ask().ticket, 0, cell);
  const Ticket late = search.ask().ticket;
  const CellIndex faded = search.archive().cell_tally(0).selections == 1 ? 0 : 1;
  const CellIndex other = 1 - faded;
  double fitness = 0;
  const auto go_on = [&](int evaluations) {
    for (int i = 0; i < evaluations; ++i) tell(search.ask().ticket, i % 10 == 0 ? ++fitness : 0, other);
  };
  go_on(68'000);
  ASSERT_EQ(search.archive().cell_tally(faded).selections, 1U);
  EXPECT_EQ(tell(late, 1, faded), Status::improved);
  go_on(3'000);
  EXPECT_EQ(search.archive().cell_tally(faded), (Tally{1, 1})) << "else it would lead from now on";
}

}  // namespace
}  // namespace mce::delayed_rewards_test
