// SPDX-License-Identifier: MIT
#include "mce/search/search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "mce/core/centroids.hpp"
#include "mce/core/evolution.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/selectors/uniform.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "support/complaint.hpp"
#include "support/interleaving.hpp"

namespace mce::search_test {
namespace {

using test::complaint;
using test::Interleaving;
using test::row_of;
using test::TwoNumbers;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Asks for a candidate, evaluates it and tells.
template <class T, class S>
Status evaluate_one(Search<T, S>& search) {
  std::vector<double> features(search.archive().partition().features());
  const auto [ticket, genome] = search.ask();
  const double fitness = search.space().evaluate(genome, features);
  return search.tell(ticket, fitness, features);
}

template <class S>
std::vector<std::byte> bytes_of(const S& saved) {
  ByteWriter out;
  saved.save(out);
  return out.bytes();
}

template <class T>
void expect_evolution(const T& testbed, const std::string& selector, int steps) {
  constexpr std::uint32_t kInitial = 30;
  const Partition map = Grid(testbed.bounds(), {10});
  Search search(testbed, make_erased_selector(selector), map, {.seed = 3, .initial = kInitial});
  Evolution evolution(testbed, make_erased_selector(selector), map, {.seed = 3, .initial = kInitial});
  for (std::uint32_t i = 0; i < kInitial; ++i) evaluate_one(search);
  for (int i = 0; i < steps; ++i) {
    ASSERT_EQ(search.archive().signature(), evolution.archive().signature()) << selector << ", step " << i;
    evaluate_one(search);
    evolution.step();
    if (i % 100 == 0) {
      ASSERT_EQ(bytes_of(search.selector()), bytes_of(evolution.selector())) << selector << ", step " << i;
    }
  }
}

TEST(Search, IsEvolutionWithOneTicketAtATime) {
  for (const SelectorKind& selector : selector_kinds()) {
    expect_evolution(Rastrigin({}), selector.name, 2000);
    expect_evolution(Maze({.size = 6}), selector.name, 1000);
  }
}

TEST(Search, IsEvolutionOnCentroidsToo) {
  std::vector<double> points;
  Rng rng(5);
  for (int i = 0; i < 60; ++i) points.push_back(rng.uniform(-5, 5));
  const Rastrigin testbed({});
  const Centroids centroids(testbed.bounds(), points);
  Search search(testbed, Surprise(), centroids, {.seed = 2});
  Evolution evolution(testbed, Surprise(), centroids, {.seed = 2});
  for (int i = 0; i < 100; ++i) evaluate_one(search);
  for (int i = 0; i < 1000; ++i) {
    evaluate_one(search);
    evolution.step();
  }
  EXPECT_EQ(search.archive().signature(), evolution.archive().signature());
  EXPECT_EQ(search.archive().filled().size(), 30U);
}

TEST(Search, UsesTheRecommendedSelectorIfNoneIsGiven) {
  Search search(Rastrigin({}), Grid(Rastrigin({}).bounds(), {10}), {.seed = 4});
  static_assert(std::same_as<decltype(search), Search<Rastrigin, Surprise>>);
  EXPECT_EQ(kRecommendedSelector, "surprise");
}

TEST(Search, NumbersItsTicketsAndKeepsTheirGenomes) {
  Search search(TwoNumbers(), Uniform(), row_of(5), {.seed = 1, .initial = 3});
  const auto first = search.ask();
  const std::vector<double> genome(first.genome.begin(), first.genome.end());
  const auto more = search.ask(500);
  ASSERT_EQ(more.size(), 500U);
  EXPECT_EQ(first.ticket, 1U);
  EXPECT_EQ(more.front().ticket, 2U);
  EXPECT_EQ(more.back().ticket, 501U);
  EXPECT_EQ(search.genome(1).data(), first.genome.data()) << "it has not moved";
  EXPECT_TRUE(std::ranges::equal(first.genome, genome));
  EXPECT_EQ(search.asked(), 501U);
  EXPECT_EQ(search.open(), 501U);
  search.fail(500);
  search.fail(3);
  const std::vector<Ticket> open = search.open_tickets();
  EXPECT_EQ(open.size(), 499U);
  EXPECT_TRUE(std::ranges::is_sorted(open));
  EXPECT_FALSE(std::ranges::binary_search(open, Ticket{3}));
  EXPECT_TRUE(search.ask(0).empty());
}

TEST(Search, SaysWhatBecameOfACandidate) {
  Search search(TwoNumbers(), Uniform(), row_of(5), {});
  const std::array left = {0.5};
  const std::array right = {4.5};
  const std::array nowhere = {kNaN};
  EXPECT_EQ(search.tell(search.ask().ticket, 1, left), Status::new_cell);
  EXPECT_EQ(search.tell(search.ask().ticket, 1, left), Status::not_added);
  EXPECT_EQ(search.tell(search.ask().ticket, 2, left), Status::improved);
  EXPECT_EQ(search.tell(search.ask().ticket, -5, right), Status::new_cell);
  EXPECT_EQ(search.tell(search.ask().ticket, kNaN, right), Status::not_added);
  EXPECT_EQ(search.tell(search.ask().ticket, 9, nowhere), Status::not_added);
  EXPECT_EQ(search.told(), 6U);
  EXPECT_EQ(search.failed(), 0U);
  EXPECT_EQ(search.archive().rejected(), 2U);
  EXPECT_EQ(static_cast<int>(Status::not_added), 0);
  EXPECT_EQ(static_cast<int>(Status::improved), 1);
  EXPECT_EQ(static_cast<int>(Status::new_cell), 2);
}

TEST(Search, RefusesTicketsThatAreNotOpenAndWrongFeatures) {
  Search search(TwoNumbers(), Uniform(), row_of(5), {});
  const std::array one = {0.5};
  const std::array two = {0.5, 0.5};
  EXPECT_EQ(complaint([&] { search.fail(1); }), "ticket 1 is not open: none was asked for");
  search.ask(3);
  EXPECT_EQ(complaint([&] { search.tell(2, 1, two); }), "ticket 2 is told with 2 features: the map has 1");
  EXPECT_EQ(complaint([&] { search.tell(2, 1, {}); }), "ticket 2 is told with 0 features: the map has 1");
  EXPECT_EQ(search.open(), 3U) << "it can be told all the same";
  search.tell(2, 1, one);
  EXPECT_EQ(complaint([&] { search.tell(2, 1, one); }), "ticket 2 is not open: it was told or failed before");
  EXPECT_EQ(complaint([&] { search.fail(0); }), "ticket 0 is not open: tickets 1 to 3 were asked for");
  EXPECT_EQ(complaint([&] { (void)search.genome(4); }), "ticket 4 is not open: tickets 1 to 3 were asked for");
  EXPECT_EQ(search.told(), 1U);
}

TEST(Search, TakesAFailureForNaN) {
  for (const SelectorKind& selector : selector_kinds()) {
    Search failing(TwoNumbers(), make_erased_selector(selector.name), row_of(20), {});
    Search telling(TwoNumbers(), make_erased_selector(selector.name), row_of(20), {});
    Rng rng(3);
    for (int i = 0; i < 500; ++i) {
      const Ticket ticket = failing.ask().ticket;
      telling.ask();
      const std::array features = {rng.uniform(0, 20)};
      if (i % 3 == 0) {
        failing.fail(ticket);
        telling.tell(ticket, kNaN, features);
      } else {
        failing.tell(ticket, features[0] * i, features);
        telling.tell(ticket, features[0] * i, features);
      }
    }
    EXPECT_EQ(failing.archive().signature(), telling.archive().signature()) << selector.name;
    EXPECT_EQ(bytes_of(failing.selector()), bytes_of(telling.selector())) << selector.name;
    EXPECT_EQ(failing.failed(), 167U);
    EXPECT_EQ(failing.told(), 500U) << "with the failures";
    EXPECT_EQ(failing.archive().rejected(), 167U);
  }
}

TEST(Search, HandsOutRandomGenomesUntilThereIsAnElite) {
  for (const SelectorKind& selector : selector_kinds()) {
    Search search(TwoNumbers(), make_erased_selector(selector.name), row_of(20), {.initial = 5});
    for (int i = 0; i < 20; ++i) search.fail(search.ask().ticket);
    const auto late = search.ask(10);
    const std::vector<Ticket> tickets = {late[0].ticket, late[1].ticket, late[2].ticket};
    EXPECT_EQ(search.archive().selections(), 0U);
    const std::array features = {3.5};
    search.tell(tickets[1], 1, features);
    EXPECT_EQ(search.archive().selections(), 0U);
    const Ticket child = search.ask().ticket;
    EXPECT_EQ(search.archive().selections(), 1U);
    EXPECT_EQ(search.archive().cell_tally(3).selections, 1U);
    // Random ones that come back after the first selection: they take a cell, but nobody's reward.
    const std::array other = {7.5};
    EXPECT_EQ(search.tell(tickets[0], 1, other), Status::new_cell);
    EXPECT_EQ(search.tell(tickets[2], 2, features), Status::improved);
    EXPECT_EQ(search.archive().cell_tally(3), (Tally{1, 0}));
    search.tell(child, 3, other);
    EXPECT_EQ(search.archive().cell_tally(3), (Tally{1, 1}));
    EXPECT_EQ(search.archive().elite_tally(3), (Tally{0, 0})) << "the parent was replaced";
    for (int i = 0; i < 30; ++i) search.fail(search.ask().ticket);
    EXPECT_GT(search.archive().cell_tally(7).selections, 0U) << selector.name << " selects it";
  }
}

TEST(Search, GoesOnFromItsSavedState) {
  for (const SelectorKind& selector : selector_kinds()) {
    const auto make = [&] {
      return Search(Numbers({{.low = 0, .high = 1}, {.low = -3, .high = 3}}, IsoLineVariation()),
                    make_erased_selector(selector.name), row_of(30), {.seed = 9, .initial = 20});
    };
    for (const int before : {0, 7, 25, 300, 900}) {
      auto whole = make();
      auto resumed = make();
      Interleaving events(4, 12);
      Interleaving same(4, 12);
      for (int i = 0; i < before; ++i) {
        events.step(whole);
        same.step(resumed);
      }
      const std::vector<std::byte> saved = bytes_of(whole);
      auto loaded = make();
      for (int i = 0; i < 50; ++i) loaded.fail(loaded.ask().ticket);  // it may have been used before
      ByteReader in(saved);
      loaded.load(in);
      EXPECT_EQ(in.remaining(), 0U);
      EXPECT_EQ(bytes_of(loaded), saved);
      EXPECT_EQ(loaded.open_tickets(), whole.open_tickets());
      for (int i = 0; i < 300; ++i) {
        events.step(whole);
        same.step(loaded);
        ASSERT_EQ(loaded.archive().signature(), whole.archive().signature()) << selector.name << ", event " << i;
      }
      EXPECT_EQ(bytes_of(loaded), bytes_of(whole)) << selector.name << ", saved after " << before;
    }
  }
}

TEST(Search, TakesTicketsThatWereSavedAndCameBackLater) {
  Search search(TwoNumbers(), Uniform(), row_of(5), {.initial = 1});
  const auto asked = search.ask(3);
  const std::vector<double> genome(asked[2].genome.begin(), asked[2].genome.end());
  Search loaded(TwoNumbers(), Uniform(), row_of(5), {.initial = 1});
  const std::vector<std::byte> saved = bytes_of(search);
  ByteReader in(saved);
  loaded.load(in);
  EXPECT_TRUE(std::ranges::equal(loaded.genome(3), genome));
  const std::array features = {0.5};
  EXPECT_EQ(loaded.tell(3, 1, features), Status::new_cell);
  EXPECT_EQ(loaded.archive().genome_as<double>(0)[0], genome[0]);
  EXPECT_EQ(loaded.ask().ticket, 4U);
}

TEST(Search, TakesInWhatIsKnownAlready) {
  const std::vector<Interval> bounds(2, {.low = -1, .high = 1});
  Search search(Numbers(bounds, GaussianVariation()), Grid(bounds, {10}), {.seed = 1, .initial = 2});
  EXPECT_EQ(search.add(std::array{0.5, 0.5}, 1, std::array{0.5, 0.5}), Status::new_cell);
  EXPECT_EQ(search.add(std::array{0.4, 0.5}, 0, std::array{0.5, 0.5}), Status::not_added);
  EXPECT_EQ(search.asked(), 2);
  EXPECT_EQ(search.told(), 2);
  EXPECT_EQ(search.archive().fitness(search.archive().filled()[0]), 1);
  search.ask();  // they count as the initial population: this one is an offspring
  EXPECT_EQ(search.archive().selections(), 1);
  EXPECT_THROW(search.add(std::array{2.0, 0.5}, 1, std::array{0.5, 0.5}), std::invalid_argument);
  EXPECT_THROW(search.add(std::array{0.5}, 1, std::array{0.5, 0.5}), std::invalid_argument);
  EXPECT_THROW(search.add(std::array{0.5, 0.5}, 1, std::array{0.5}), std::invalid_argument);
  EXPECT_EQ(search.told(), 2);
}

}  // namespace
}  // namespace mce::search_test
