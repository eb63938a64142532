// SPDX-License-Identifier: MIT
#include "mce/run/search_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "mce/core/rng.hpp"
#include "mce/run/detail/sealed.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/complaint.hpp"

namespace mce::search_file_test {
namespace {

const std::vector<Interval> kBounds(2, {.low = -1, .high = 1});
constexpr SealKind kSearches = {
    .magic = {'m', 'c', 'e', '-', 'a', 's', 'k', '\n'}, .name = "", .oldest = 1, .newest = 1};

SearchChoice choice(const std::string& selector) {
  return {.genome = std::vector<Interval>(3, {.low = -1, .high = 1}),
          .variation = "gaussian",
          .variation_settings = {{"sigma", 0.2}},
          .selector = selector,
          .parameters = {.seed = 5, .initial = 20}};
}

/// Some candidates are left open.
void advance(AnySearch& search, int steps) {
  for (int i = 0; i < steps; ++i) {
    while (search.open() < 4) search.ask();
    const Ticket next = search.open_tickets()[i % 3];
    const auto genome = search.genome(next);
    search.tell(next, -genome[0] * genome[1] - genome[2], std::array{genome[0], genome[2]});
  }
}

std::vector<std::byte> saved(const std::string& selector, const Partition& partition) {
  AnySearch search = make_search(choice(selector), partition);
  advance(search, 200);
  return pack_search(choice(selector), search, "a note");
}

TEST(SearchFile, GoesOnBitForBit) {
  for (const Partition& partition : {Partition(Grid(kBounds, {8, 5})), Partition(spread_centroids(kBounds, 30, 1))}) {
    for (const SelectorKind& kind : selector_kinds()) {
      AnySearch search = make_search(choice(kind.name), partition);
      advance(search, 200);
      SavedSearch loaded = unpack_search(pack_search(choice(kind.name), search, "a note"));
      EXPECT_EQ(loaded.notes, "a note");
      advance(search, 200);
      advance(loaded.search, 200);
      EXPECT_EQ(pack_search(choice(kind.name), search), pack_search(loaded.choice, loaded.search)) << kind.name;
    }
  }
}

TEST(SearchFile, RefusesWhatIsNoSavedSearch) {
  const auto good = saved("ucb-cell", Grid(kBounds, {8}));
  EXPECT_EQ(test::message_of<Error>([] { unpack_search({}); }), "saved search: too short to be one");
  auto bad = good;
  bad[0] = std::byte{'x'};
  EXPECT_EQ(test::message_of<Error>([&] { unpack_search(bad); }), "saved search: not a saved search of mce");
  bad = good;
  bad[8] = std::byte{2};
  EXPECT_EQ(test::message_of<Error>([&] { unpack_search(bad); }),
            "saved search: its format is 2, written by a newer version; this one reads 1");
  bad = good;
  bad.back() ^= std::byte{1};
  EXPECT_EQ(test::message_of<Error>([&] { unpack_search(bad); }), "saved search: damaged: the checksum does not match");
  bad.pop_back();
  EXPECT_NE(test::message_of<Error>([&] { unpack_search(bad); }).find("truncated or damaged"), std::string::npos);
}

TEST(SearchFile, SurvivesForgedContents) {
  Rng rng(1, "forgery");
  for (const char* selector : {"surprise", "ucb-individual", "curiosity"}) {
    const auto good = saved(selector, Grid(kBounds, {8}));
    const auto body = unseal(kSearches, good).body;
    int refused = 0;
    for (int i = 0; i < 400; ++i) {
      std::vector<std::byte> forged(body.begin(), body.end());
      forged[rng.bounded(static_cast<std::uint32_t>(forged.size()))] = static_cast<std::byte>(rng.bounded(256));
      try {
        SavedSearch loaded = unpack_search(seal(kSearches, forged));
        advance(loaded.search, 20);  // what is taken for possible must work
      } catch (const Error&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, 50) << selector;
  }
}

TEST(SearchFile, IsTiedToHowTheEngineBehaves) {
  const auto good = saved("ucb-cell", Grid(kBounds, {8}));
  const auto body = unseal(kSearches, good).body;
  std::string text(reinterpret_cast<const char*>(body.data()), body.size());
  const auto at = text.find("\"behaviour\":") + 12;
  text[at] = text[at] == '1' ? '2' : '1';
  EXPECT_NE(test::message_of<Error>([&] {
              unpack_search(seal(kSearches, std::as_bytes(std::span(text))));
            }).find("end otherwise"),
            std::string::npos);
}

}  // namespace
}  // namespace mce::search_file_test
