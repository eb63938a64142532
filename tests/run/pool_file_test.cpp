// SPDX-License-Identifier: MIT
#include "mce/run/pool_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mce/core/rng.hpp"
#include "mce/run/detail/sealed.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/complaint.hpp"

namespace mce::pool_file_test {
namespace {

constexpr SealKind kPools = {.magic = {'m', 'c', 'e', '-', 'p', 'o', 'o', 'l'}, .name = "", .oldest = 1, .newest = 1};

PoolChoice choice(const std::string& selector) { return {.selector = selector, .places = 16, .seed = 3}; }

/// Elites come and go; some tickets are left open.
void advance(ParentPool& pool, std::uint64_t seed) {
  Rng rng(seed, "events");
  for (int i = 0; i < 300; ++i) {
    const CellIndex place = rng.bounded(pool.places());
    if (rng.bounded(3) == 0 || pool.archive().filled().empty()) pool.put(place, rng.uniform(0, 1));
    if (rng.bounded(10) == 0 && pool.archive().contains(place)) pool.remove(place);
    if (pool.archive().filled().empty()) continue;
    pool.select();
    const std::vector<ParentPool::Choice> open = pool.open_choices();
    if (open.size() < 5) continue;
    const Ticket ticket = open[rng.bounded(static_cast<std::uint32_t>(open.size()))].ticket;
    rng.bounded(2) == 0 ? pool.reward(ticket, rng.uniform(0, 1)) : pool.fail(ticket);
  }
}

TEST(PoolFile, GoesOnBitForBit) {
  for (const SelectorKind& kind : selector_kinds()) {
    ParentPool pool = make_pool(choice(kind.name));
    advance(pool, 1);
    pool.grow(40);
    SavedPool loaded = unpack_pool(pack_pool(choice(kind.name), pool));
    EXPECT_EQ(loaded.pool.places(), 40);
    advance(pool, 2);
    advance(loaded.pool, 2);
    EXPECT_EQ(pack_pool(choice(kind.name), pool), pack_pool(loaded.choice, loaded.pool)) << kind.name;
  }
}

TEST(PoolFile, RefusesWhatIsNoSavedPool) {
  ParentPool pool = make_pool(choice("ucb-cell"));
  advance(pool, 1);
  auto bad = pack_pool(choice("ucb-cell"), pool);
  bad.back() ^= std::byte{1};
  EXPECT_EQ(test::message_of<Error>([&] { unpack_pool(bad); }), "saved selector: damaged: the checksum does not match");
  EXPECT_EQ(test::message_of<Error>([] { unpack_pool({}); }), "saved selector: too short to be one");
}

TEST(PoolFile, SurvivesForgedContents) {
  Rng rng(1, "forgery");
  for (const SelectorKind& kind : selector_kinds()) {
    ParentPool pool = make_pool(choice(kind.name));
    advance(pool, 1);
    const auto good = pack_pool(choice(kind.name), pool);
    const auto body = unseal(kPools, good).body;
    int refused = 0;
    for (int i = 0; i < 200; ++i) {
      std::vector<std::byte> forged(body.begin(), body.end());
      forged[rng.bounded(static_cast<std::uint32_t>(forged.size()))] = static_cast<std::byte>(rng.bounded(256));
      try {
        SavedPool loaded = unpack_pool(seal(kPools, forged));
        if (loaded.pool.places() == 16) advance(loaded.pool, 4);  // what is taken for possible must work
      } catch (const Error&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, 20) << kind.name;
  }
}

}  // namespace
}  // namespace mce::pool_file_test
