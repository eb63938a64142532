// SPDX-License-Identifier: MIT
// Saved searches that were forged or damaged.
#include "mce/search/detail/saved_search.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "mce/search/search.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/archives.hpp"
#include "support/complaint.hpp"
#include "support/interleaving.hpp"

namespace mce::saved_search_test {
namespace {

using test::message_of;

auto make_search(const std::string& selector) {
  return Search(Numbers({{.low = 0, .high = 1}, {.low = 0, .high = 1}}, IsoLineVariation()),
                make_erased_selector(selector), test::row_of(12), {.seed = 5, .initial = 10});
}

std::vector<std::byte> saved_search(const std::string& selector, int events) {
  auto search = make_search(selector);
  test::Interleaving interleaving(8, 10);
  for (int i = 0; i < events; ++i) interleaving.step(search);
  ByteWriter out;
  search.save(out);
  return out.bytes();
}

TEST(SavedSearch, IsRefusedIfItEndsEarly) {
  const std::vector<std::byte> saved = saved_search("surprise", 200);
  for (std::size_t size = 0; size < saved.size(); size += 13) {
    auto search = make_search("surprise");
    ByteReader in{std::span(saved).first(size)};
    EXPECT_THROW(search.load(in), Error) << size << " of " << saved.size() << " bytes";
  }
}

/// Whatever is changed: an Error, or a search that works.
TEST(SavedSearch, DoesNoHarmIfItIsDamaged) {
  for (const SelectorKind& selector : selector_kinds()) {
    const std::vector<std::byte> saved = saved_search(selector.name, 200);
    Rng rng(6);
    int refused = 0;
    for (int i = 0; i < 250; ++i) {
      std::vector<std::byte> damaged = saved;
      const auto at = rng.bounded(static_cast<std::uint32_t>(damaged.size()));
      damaged[at] ^= static_cast<std::byte>(1U << rng.bounded(8));
      auto search = make_search(selector.name);
      ByteReader in(damaged);
      try {
        search.load(in);
      } catch (const Error&) {
        ++refused;
        continue;
      }
      const double feature = 3.5;
      for (const Ticket ticket : search.open_tickets()) search.tell(ticket, 1e9, std::span(&feature, 1));
      for (int more = 0; more < 20; ++more) search.tell(search.ask().ticket, 2e9 + more, std::span(&feature, 1));
    }
    EXPECT_GT(refused, 50) << selector.name;
  }
}

TEST(SavedSearch, NamesWhatIsImpossible) {
  const std::vector<std::byte> saved = saved_search("uniform", 200);
  const auto complaint_after = [&](std::size_t at, auto value) {
    std::vector<std::byte> forged = saved;
    std::memcpy(forged.data() + at, &value, sizeof value);
    auto search = make_search("uniform");
    ByteReader in(forged);
    return message_of<Error>([&] { search.load(in); });
  };
  auto search = make_search("uniform");
  ByteReader in(saved);
  search.load(in);
  ASSERT_GT(search.open(), 2U);
  constexpr std::size_t kAsked = 0;
  constexpr std::size_t kTold = 8;
  constexpr std::size_t kFailed = 16;
  const std::size_t ticket_size = sizeof(SavedTicket) + 2 * sizeof(double);
  const std::size_t last = saved.size() - ticket_size;
  const std::size_t first = saved.size() - search.open() * ticket_size;
  const std::string impossible = "saved search is impossible";
  test::expect_mentions(complaint_after(kAsked, std::uint64_t{3}), {impossible, "3 asked"});
  test::expect_mentions(complaint_after(kTold, search.asked() + 1), {impossible});
  test::expect_mentions(complaint_after(kTold, std::uint64_t{1}), {impossible});
  test::expect_mentions(complaint_after(kFailed, search.told()), {impossible});
  test::expect_mentions(complaint_after(kAsked, search.asked() + 1), {"another number of open tickets"});
  test::expect_mentions(complaint_after(last, Ticket{0}), {"saved ticket 0 after"});
  test::expect_mentions(complaint_after(last, search.asked() + 1), {"were asked for"});
  test::expect_mentions(complaint_after(first + ticket_size, search.open_tickets()[0]), {"after"});
  test::expect_mentions(complaint_after(last + 8, std::uint32_t{2}), {"is impossible"});
  test::expect_mentions(complaint_after(last + 12, CellIndex{12}), {"impossible parent"});
  test::expect_mentions(complaint_after(last + 16, std::uint64_t{0}), {"impossible parent"});
  test::expect_mentions(complaint_after(last + 16, search.archive().births() + 1), {"impossible parent"});
  test::expect_mentions(complaint_after(last + sizeof(SavedTicket), 1.5), {"gene 1 is 1.5: allowed are 0 to 1"});
  // After the counts there is the archive, then the random numbers.
  ByteWriter archive;
  search.archive().save(archive);
  const std::size_t used = 24 + archive.bytes().size() + sizeof(Rng::Lanes);
  test::expect_mentions(complaint_after(used, std::uint64_t{257}), {"saved random state"});
}

/// A search that was asked for as many offspring as can be counted.
TEST(SavedSearch, MayHaveReachedTheLargestNumberOfSelections) {
  Search search(test::TwoNumbers(), make_erased_selector("uniform"), test::row_of(1), {.initial = 1});
  const double feature = 0.5;
  search.tell(search.ask().ticket, 1, std::span(&feature, 1));
  ByteWriter out;
  search.save(out);
  std::vector<std::byte> bytes = out.bytes();
  const auto put = [&bytes](std::size_t at, auto value) { std::memcpy(bytes.data() + at, &value, sizeof value); };
  const std::uint64_t selections = kMaxEvaluations - 1;
  for (const std::size_t count : {0U, 8U}) put(count, selections + 1);  // asked and told, with the initial one
  for (const std::size_t total : {24U, 32U}) put(total, selections);
  const std::size_t tallies = 24 + 5 * sizeof(std::uint64_t) + sizeof(CellIndex) + sizeof(double);
  for (const std::size_t tally : {tallies, tallies + sizeof(Tally)}) put(tally, kMaxEvaluations - 1);
  ByteReader in(bytes);
  search.load(in);
  EXPECT_EQ(search.ask().ticket, selections + 2);
  EXPECT_EQ(test::complaint([&] { search.ask(); }), "no more candidates: 4294901760 selections are allowed");
  EXPECT_EQ(search.open(), 1U);
}

/// Else a cell could have more survivals than selections in the end.
TEST(SavedSearch, HasNoMoreOpenOffspringThanSelections) {
  Archive archive = test::archive_with({{3, 1}});
  const Parent parent{.cell = 0, .births = 1};
  OpenTicketChecks checks(archive, 10);
  checks.check(SavedTicket(1, parent));
  checks.check(SavedTicket(2, std::nullopt));
  checks.check(SavedTicket(5, parent));
  EXPECT_NE(message_of<Error>([&] { checks.check(SavedTicket(6, parent)); }).find("of cell 0"), std::string::npos);
  test::put(archive, 0, 1);
  test::add_tally(archive, 0, {1, 1});
  OpenTicketChecks again(archive, 10);
  again.check(SavedTicket(1, parent));
  EXPECT_THROW(again.check(SavedTicket(2, Parent{.cell = 0, .births = 2})), Error) << "the elite has none open";
}

}  // namespace
}  // namespace mce::saved_search_test
