// SPDX-License-Identifier: MIT
#include "mce/search/parent_pool.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "mce/search/detail/saved_search.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/complaint.hpp"
#include "support/pool_history.hpp"

namespace mce::parent_pool_test {
namespace {

using Choice = ParentPool::Choice;
using test::complaint;
using test::message_of;

ParentPool pool_of(std::uint32_t places, const std::string& selector = "explore-individual") {
  return {make_erased_selector(selector), places, 1};
}

TEST(ParentPool, SelectsAndCounts) {
  ParentPool pool = pool_of(5);
  pool.put(3, 1.5);
  const Choice first = pool.select();
  EXPECT_EQ(first, (Choice{.ticket = 1, .place = 3}));
  EXPECT_EQ(pool.archive().elite_tally(3), (Tally{1, 0})) << "a selection counts at once";
  pool.reward(first.ticket);
  EXPECT_EQ(pool.archive().elite_tally(3), (Tally{1, 1}));
  const Choice second = pool.select();
  pool.fail(second.ticket);
  EXPECT_EQ(pool.archive().elite_tally(3), (Tally{2, 1}));
  EXPECT_EQ(pool.open(), 0U);
  EXPECT_EQ(pool.selections(), 2U);
  EXPECT_EQ(pool.late(), 0U);
}

TEST(ParentPool, PutsOffspringAndRewardsTheirParents) {
  ParentPool pool = pool_of(5);
  pool.put(0, 1);
  pool.put(1, 0, pool.select().ticket);
  EXPECT_EQ(pool.archive().elite_tally(0), (Tally{1, 1}));
  EXPECT_EQ(pool.archive().fitness(1), 0);
  pool.put(1, -5);
  EXPECT_EQ(pool.archive().fitness(1), -5) << "a worse one if people want it";
  const Choice self = pool.select();
  ASSERT_EQ(self.place, 1U);
  pool.put(1, 7, self.ticket);
  EXPECT_EQ(pool.archive().elite_tally(1), (Tally{0, 0})) << "it has replaced its own parent";
  EXPECT_EQ(pool.archive().cell_tally(1), (Tally{1, 1}));
}

TEST(ParentPool, RewardsOnlyThePlaceIfTheParentWasReplaced) {
  ParentPool pool = pool_of(2);
  pool.put(0, 1);
  const Choice choice = pool.select();
  pool.put(0, 2);
  pool.reward(choice.ticket);
  EXPECT_EQ(pool.archive().elite_tally(0), (Tally{0, 0}));
  EXPECT_EQ(pool.archive().cell_tally(0), (Tally{1, 1}));
  EXPECT_EQ(pool.late(), 0U);
}

TEST(ParentPool, RewardsNobodyIfThePlaceWasEmptied) {
  for (const bool has_tenant : {false, true}) {
    ParentPool pool = pool_of(3);
    pool.put(0, 1);
    std::vector<Choice> choices(4);
    pool.select(choices);
    pool.remove(0);
    EXPECT_EQ(pool.archive().selections(), 0U);
    if (has_tenant) pool.put(0, 2);
    pool.reward(choices[0].ticket, 3);
    pool.fail(choices[1].ticket, 3);
    EXPECT_EQ(pool.late(), 2U);
    EXPECT_EQ(pool.archive().cell_tally(0), (Tally{0, 0}));
    pool.put(1, 5, choices[2].ticket);
    EXPECT_EQ(pool.archive().fitness(1), 5) << "as a newcomer";
    EXPECT_EQ(pool.late(), 3U);
    EXPECT_EQ(pool.open_choices(), std::vector<Choice>{choices[3]});
  }
}

TEST(ParentPool, SaysWhatItRanksAPlaceBy) {
  const auto score = [](const std::string& name) {
    ParentPool pool = pool_of(2, name);
    pool.put(0, 2.5);
    for (const bool survives : {true, false}) {
      const Ticket ticket = pool.select().ticket;
      survives ? pool.reward(ticket, 4) : pool.fail(ticket, 1);
    }
    EXPECT_TRUE(std::isnan(pool.score(1))) << "an empty place";
    return pool.score(0);
  };
  const double bonus = std::sqrt(std::log(2) / 2) * std::sqrt(0.5);
  EXPECT_NEAR(score("ucb-individual"), 0.5 + bonus, 1e-12);
  EXPECT_NEAR(score("ucb-cell"), 0.5 + bonus, 1e-12);
  EXPECT_EQ(score("exploit-cell"), 0.5);
  EXPECT_EQ(score("explore-individual"), 0.5) << "1/n";
  EXPECT_EQ(score("greedy"), 2.5);
  EXPECT_EQ(score("uniform"), 1);
  EXPECT_EQ(score("curiosity"), 0) << "the smallest of all";
  EXPECT_EQ(score("surprise"), 0.25) << "the first gain is no surprise";
  EXPECT_NEAR(score("inherit"), 0.5 + bonus, 1e-12);
  EXPECT_EQ(score("thompson-tournament"), 0.5);
  EXPECT_NEAR(score("discounted-ucb"), 0.5 + bonus, 1e-4);
  EXPECT_NEAR(score("ucb-fitness"), 2.5 + bonus, 1e-12);

  ParentPool pool = pool_of(2, "curiosity");
  for (const CellIndex place : {0U, 1U}) pool.put(place, 0);
  const Choice choice = pool.select();
  pool.reward(choice.ticket);
  EXPECT_EQ(pool.score(choice.place), 1) << "in the units of its parameters";
  ParentPool fresh = pool_of(1, "ucb-cell");
  fresh.put(0, 0);
  EXPECT_EQ(fresh.score(0), std::numeric_limits<double>::infinity());
}

TEST(ParentPool, SaysWhatIsWrong) {
  ParentPool pool = pool_of(3);
  EXPECT_EQ(complaint([&] { pool.select(); }), "no parent to select: the pool is empty; put an elite into it first");
  EXPECT_EQ(complaint([&] { pool.reward(1); }), "ticket 1 is not open: nothing was selected yet");
  EXPECT_EQ(complaint([&] { pool.remove(1); }), "place 1 is empty already");
  for (const auto& call : std::vector<std::function<void()>>{[&] { pool.put(3, 0); }, [&] { pool.remove(3); },
                                                             [&] { static_cast<void>(pool.score(3)); }}) {
    EXPECT_EQ(complaint(call), "place 3 does not exist: the pool has 3, from 0 on");
  }
  pool.put(0, 0);
  const Ticket ticket = pool.select().ticket;
  EXPECT_EQ(complaint([&] { pool.put(1, NAN, ticket); }),
            "the fitness of the elite for place 1 is NaN: fail its ticket instead");
  EXPECT_EQ(complaint([&] { pool.put(1, 0, 7); }), "ticket 7 is not open: selections have given tickets 1 to 1");
  EXPECT_FALSE(pool.archive().contains(1)) << "nothing has changed";
  pool.fail(ticket);
  EXPECT_EQ(complaint([&] { pool.fail(ticket); }),
            "ticket 1 is not open: it came back before, and each is good for one offspring");
  EXPECT_EQ(complaint([&] { pool.grow(2); }), "a pool of 3 places cannot become one of 2: remove elites instead");
  EXPECT_EQ(complaint([] { pool_of(0); }), "a pool of 0 places: allowed are 1 to 100000000");
  EXPECT_EQ(complaint([&] { pool.grow(100'000'001); }), "a pool of 100000001 places: allowed are 1 to 100000000");
  const Settings fine = {{"reward", "1"}, {"penalty", "0.001"}};
  ParentPool curious(make_erased_selector("curiosity", fine), 10, 1);
  test::expect_mentions(complaint([&] { curious.grow(10'000'000); }), {"too fine for 10000000 cells"});
  EXPECT_EQ(curious.places(), 10U);
}

std::vector<std::byte> saved_pool(const std::string& selector) {
  ParentPool pool = pool_of(10, selector);
  test::PoolHistory history(3, 10);
  for (int i = 0; i < 300; ++i) history.step(pool);
  ByteWriter out;
  pool.save(out);
  return out.bytes();
}

TEST(ParentPool, IsRefusedIfItEndsEarly) {
  const std::vector<std::byte> saved = saved_pool("surprise");
  for (std::size_t size = 0; size < saved.size(); size += 13) {
    ParentPool pool = pool_of(10, "surprise");
    ByteReader in{std::span(saved).first(size)};
    EXPECT_THROW(pool.load(in), Error) << size << " of " << saved.size() << " bytes";
  }
}

/// Whatever is changed: an Error, or a pool that works.
TEST(ParentPool, DoesNoHarmIfItIsDamaged) {
  for (const SelectorKind& selector : selector_kinds()) {
    const std::vector<std::byte> saved = saved_pool(selector.name);
    Rng rng(6);
    int refused = 0;
    for (int i = 0; i < 200; ++i) {
      std::vector<std::byte> damaged = saved;
      const auto at = rng.bounded(static_cast<std::uint32_t>(damaged.size()));
      damaged[at] ^= static_cast<std::byte>(1U << rng.bounded(8));
      ParentPool pool = pool_of(10, selector.name);
      ByteReader in(damaged);
      try {
        pool.load(in);
      } catch (const Error&) {
        ++refused;
        continue;
      }
      for (const auto& [ticket, place] : pool.open_choices()) {
        rng.bounded(2) == 0 ? pool.reward(ticket, 1) : pool.put(rng.bounded(10), 2, ticket);
      }
      test::PoolHistory history(static_cast<std::uint64_t>(i), 10);
      for (int more = 0; more < 60; ++more) history.step(pool);
    }
    EXPECT_GT(refused, 40) << selector.name;
  }
}

TEST(ParentPool, NamesWhatIsImpossibleInASavedOne) {
  const std::vector<std::byte> saved = saved_pool("uniform");
  ParentPool pool = pool_of(10, "uniform");
  ByteReader in(saved);
  pool.load(in);
  ASSERT_GT(pool.open(), 2U);
  const auto complaint_after = [&](std::size_t at, auto value) {
    std::vector<std::byte> forged = saved;
    std::memcpy(forged.data() + at, &value, sizeof value);
    ParentPool other = pool_of(10, "uniform");
    ByteReader bytes(forged);
    return message_of<Error>([&] { other.load(bytes); });
  };
  ByteWriter archive;
  pool.archive().save(archive);
  const std::string impossible = "saved pool is impossible";
  constexpr std::size_t kCounts = 4 * sizeof(std::uint64_t);
  constexpr std::size_t kBirths = kCounts + 2 * sizeof(std::uint64_t);
  const std::size_t founded = kCounts + archive.bytes().size();
  const std::size_t last = saved.size() - sizeof(SavedTicket);
  test::expect_mentions(complaint_after(0, std::uint64_t{11}), {"has 11 places, and this one has 10"});
  test::expect_mentions(complaint_after(8, std::uint64_t{0}), {impossible});
  test::expect_mentions(complaint_after(8, ~std::uint64_t{0}), {impossible});
  test::expect_mentions(complaint_after(16, pool.selections()), {impossible, "late"});
  test::expect_mentions(complaint_after(24, pool.selections() + 1), {impossible, "open"});
  test::expect_mentions(complaint_after(kBirths, ~std::uint64_t{0}), {impossible});
  test::expect_mentions(complaint_after(founded, std::uint64_t{0}), {"was filled after its elite came"});
  test::expect_mentions(complaint_after(founded, pool.archive().births() + 1), {"was filled after its elite came"});
  test::expect_mentions(complaint_after(last, Ticket{0}), {"saved ticket 0 after"});
  test::expect_mentions(complaint_after(last + 8, std::uint32_t{0}), {"impossible parent"});
  test::expect_mentions(complaint_after(last + 12, CellIndex{10}), {"impossible parent"});
  test::expect_mentions(complaint_after(last + 16, std::uint64_t{0}), {"impossible parent"});
  test::expect_mentions(complaint_after(last + 16, pool.archive().births() + 1), {"impossible parent"});
}

TEST(ParentPool, EndsAtTheLargestNumberOfSelections) {
  ParentPool pool = pool_of(1, "uniform");
  pool.put(0, 1);
  ByteWriter out;
  pool.save(out);
  std::vector<std::byte> bytes = out.bytes();
  const auto put = [&bytes](std::size_t at, auto value) { std::memcpy(bytes.data() + at, &value, sizeof value); };
  const std::uint64_t most = 4'294'901'760;
  constexpr std::size_t kCounts = 4 * sizeof(std::uint64_t);
  for (const std::size_t total : {std::size_t{8}, kCounts, kCounts + 8}) put(total, most - 1);
  const std::size_t tallies = kCounts + 5 * sizeof(std::uint64_t) + sizeof(CellIndex) + sizeof(double);
  for (const std::size_t tally : {tallies, tallies + sizeof(Tally)}) put(tally, static_cast<std::uint32_t>(most - 1));
  ByteReader in(bytes);
  pool.load(in);
  std::vector<Choice> two(2);
  EXPECT_EQ(complaint([&] { pool.select(two); }), "no more selections: 4294901760 of elites in a pool are allowed");
  EXPECT_EQ(pool.open(), 0U);
  EXPECT_EQ(pool.select().ticket, most);
  EXPECT_THROW(pool.select(), std::invalid_argument);
  pool.remove(0);
  pool.put(0, 1);
  EXPECT_EQ(pool.select().ticket, most + 1) << "those of the former elite are gone";
}

}  // namespace
}  // namespace mce::parent_pool_test
