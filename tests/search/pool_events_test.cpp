// SPDX-License-Identifier: MIT
// A pool against the engine, and against references that look through all elites: for every selector, whatever happens.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mce/search/parent_pool.hpp"
#include "mce/search/search.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/event_scans.hpp"
#include "support/interleaving.hpp"
#include "support/pool_history.hpp"
#include "support/scan.hpp"
#include "support/wheel.hpp"

namespace mce::pool_events_test {
namespace {

using test::CheckedSelector;
using test::PoolHistory;

/// Lets others know what it has picked.
struct Watched {
  ErasedSelector selector;
  std::optional<CellIndex>* picked;

  CellIndex select(const Archive& archive, Rng& rng) { return *(*picked = selector.select(archive, rng)); }
  void rebuild(const Archive& archive) { selector.rebuild(archive); }
  void update(const Archive& archive, CellIndex cell) { selector.update(archive, cell); }
  template <class Event>
  void observe(const Archive& archive, const Event& event) {
    selector.observe(archive, event);
  }
};

void expect_equal(const Archive& archive, const Archive& other) {
  ASSERT_TRUE(std::ranges::equal(archive.filled(), other.filled()));
  for (const CellIndex cell : archive.filled()) {
    ASSERT_EQ(archive.fitness(cell), other.fitness(cell)) << "cell " << cell;
    ASSERT_EQ(archive.elite_tally(cell), other.elite_tally(cell)) << "cell " << cell;
    ASSERT_EQ(archive.cell_tally(cell), other.cell_tally(cell)) << "cell " << cell;
  }
}

/// Tells a pool of all that happens to a search. What a search turns away without a parent, the pool is not told of.
void expect_picks_of_a_search(const std::string& name, std::size_t in_flight, std::uint32_t cells, int events) {
  std::optional<CellIndex> picked;
  Search search(test::TwoNumbers(), Watched{make_erased_selector(name), &picked}, test::row_of(cells),
                {.seed = 4, .initial = 15});
  ParentPool pool(make_erased_selector(name), cells, 4);
  test::Interleaving interleaving(in_flight, in_flight);
  std::map<Ticket, Ticket> tickets;
  for (int i = 0; i < events; ++i) {
    picked.reset();
    const std::uint64_t births = search.archive().births();
    const auto event = interleaving.step(search);
    const auto found = tickets.find(event.ticket);
    const std::optional<Ticket> ticket = found == tickets.end() ? std::nullopt : std::optional(found->second);
    if (picked) {
      const auto choice = pool.select();
      ASSERT_EQ(choice.place, *picked) << name << ", event " << i;
      tickets[event.ticket] = choice.ticket;
    } else if (search.archive().births() > births) {
      pool.put(event.home, event.fitness, ticket);
    } else if (event.kind != test::Interleaving::Kind::asked && ticket) {
      pool.fail(*ticket, event.kind == test::Interleaving::Kind::told ? event.fitness : NAN);
    }
  }
  ASSERT_GT(pool.selections(), 300U);
  expect_equal(pool.archive(), search.archive());
}

TEST(PoolEvents, GiveThePicksOfTheEngine) {
  for (const SelectorKind& kind : selector_kinds()) {
    for (const std::size_t in_flight : {1U, 60U}) expect_picks_of_a_search(kind.name, in_flight, 40, 1500);
    expect_picks_of_a_search(kind.name, 5, 300, 3000);
  }
}

/// The selector compares itself with its reference whenever it selects. What it picks has the highest score, if that
/// is what it goes by.
void check(const std::function<ErasedSelector()>& make_selector, bool by_score = true) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    ParentPool pool(make_selector(), 9, seed);
    PoolHistory history(seed, 9);
    std::uint64_t emptied = 0;
    for (int i = 0; i < 2500; ++i) {
      if (i == 800 || i == 1600) {
        pool.grow(2 * pool.places());
        history.use_places(pool.places());
      }
      history.step(pool);
      emptied += pool.archive().filled().empty() ? 1 : 0;
      if (by_score && i % 4 == 0 && !pool.archive().filled().empty()) {
        const auto best = test::best_cells(pool.archive(), [&pool](CellIndex cell) { return pool.score(cell); });
        const CellIndex picked = pool.select().place;
        ASSERT_TRUE(std::ranges::binary_search(best, picked)) << "place " << picked;
      }
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", event " << i;
    }
    EXPECT_GT(emptied, 2U);
    EXPECT_GT(pool.late(), 50U);
    EXPECT_GT(pool.open(), 10U);
  }
}

template <class S, class Scan>
void check_scan(typename S::Parameters parameters) {
  check([&] { return ErasedSelector(CheckedSelector(S(parameters), Scan(parameters))); });
}
template <class S>
void check_bandit(typename S::Parameters parameters = {}) {
  check([&] { return ErasedSelector(CheckedSelector(S(parameters), typename test::ScanFor<S>::Type(parameters))); });
}

/// Every pick is on the wheel that is computed anew from the tallies, where it has the weight that it says.
class CheckedCuriosity : public Curiosity {
 public:
  CellIndex select(const Archive& archive, Rng& rng) {
    const auto chances = test::wheel(archive);
    double sum = 0;
    for (const CellIndex cell : archive.filled()) sum += score(archive, cell);
    for (const auto& [cell, chance] : chances) {
      EXPECT_NEAR(sum > 0 ? score(archive, cell) / sum : chance, chance, 1e-9);
    }
    const CellIndex picked = Curiosity::select(archive, rng);
    EXPECT_TRUE(chances.contains(picked)) << "cell " << picked;
    return picked;
  }
};

const std::map<std::string, std::function<void()>>& checks() {
  static const std::map<std::string, std::function<void()>> all = {
      {"ucb-individual",
       [] {
         check_bandit<UcbIndividual>();
         check_bandit<UcbIndividual>({{.total = SelectionTotal::living}});
       }},
      {"ucb-cell", [] { check_bandit<UcbCell>(); }},
      {"exploit-individual", [] { check_bandit<ExploitIndividual>(); }},
      {"exploit-cell", [] { check_bandit<ExploitCell>(); }},
      {"explore-individual", [] { check_bandit<ExploreIndividual>(); }},
      {"explore-cell", [] { check_bandit<ExploreCell>(); }},
      {"greedy", [] { check([] { return ErasedSelector(CheckedSelector(Greedy(), test::ScanGreedy())); }); }},
      {"curiosity", [] { check([] { return ErasedSelector(CheckedCuriosity()); }, false); }},
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
         for (const double share : {0.0, 0.3, 1.0}) check_scan<Inherit, test::ScanInherit>({.share = share});
         check_scan<Inherit, test::ScanInherit>({.reward = Inherit::Reward::new_cell});
         check_scan<Inherit, test::ScanInherit>({.reward = Inherit::Reward::replacement});
       }},
      {"discounted-ucb", [] { check_scan<DiscountedUcb, test::ScanDiscountedUcb>({.discount = 0.99}); }},
      {"ucb-fitness",
       [] {
         for (const TallyOf tally : {TallyOf::cell, TallyOf::individual}) {
           check_scan<UcbFitness, test::ScanUcbFitness>({.tally = tally});
         }
       }},
      // These two look at the archive only.
      {"uniform", [] { check([] { return make_erased_selector("uniform"); }); }},
      {"thompson-tournament", [] { check([] { return make_erased_selector("thompson-tournament"); }, false); }},
  };
  return all;
}

class PoolSelector : public testing::TestWithParam<std::string> {};

TEST_P(PoolSelector, IsExactWhateverHappens) { checks().at(GetParam())(); }

std::vector<std::byte> state_of(const ParentPool& pool) {
  ByteWriter out;
  pool.save(out);
  return out.bytes();
}

TEST_P(PoolSelector, GoesOnFromASavedPool) {
  for (const int events : {0, 5, 700}) {
    ParentPool pool(make_erased_selector(GetParam()), 20, 3);
    PoolHistory history(8, 20);
    for (int i = 0; i < events; ++i) history.step(pool);
    const auto saved = state_of(pool);
    ParentPool loaded(make_erased_selector(GetParam()), 20, 77);
    PoolHistory same = history.twin();
    ByteReader in(saved);
    loaded.load(in);
    EXPECT_EQ(in.remaining(), 0U);
    for (int i = 0; i < 400; ++i) {
      history.step(pool);
      same.step(loaded);
      ASSERT_EQ(loaded.open_choices(), pool.open_choices()) << "event " << i;
    }
    EXPECT_EQ(loaded.late(), pool.late());
    EXPECT_EQ(state_of(loaded), state_of(pool)) << "after " << events << " events";
  }
}

TEST_P(PoolSelector, DoesNotMindThatThePoolGrows) {
  for (const int events : {0, 5, 700}) {
    ParentPool large(make_erased_selector(GetParam()), 90, 3);
    ParentPool small(make_erased_selector(GetParam()), 12, 3);
    PoolHistory history(9, 12);
    PoolHistory same = history.twin();
    for (int i = 0; i < events + 400; ++i) {
      if (i == events) {
        small.grow(90);
        for (PoolHistory* each : {&history, &same}) each->use_places(90);
      }
      history.step(large);
      same.step(small);
      ASSERT_EQ(small.open_choices(), large.open_choices()) << "event " << i;
    }
    EXPECT_EQ(state_of(small), state_of(large)) << "after " << events << " events";
  }
}

INSTANTIATE_TEST_SUITE_P(EverySelector, PoolSelector, testing::ValuesIn(names_of(selector_kinds())),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace mce::pool_events_test
