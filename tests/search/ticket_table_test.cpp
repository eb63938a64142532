// SPDX-License-Identifier: MIT
#include "mce/search/detail/ticket_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace mce::ticket_table_test {
namespace {

TEST(TicketTable, FindsWhatAMapFinds) {
  for (const Ticket stride : std::vector<Ticket>{1, 2, 1024, Ticket{1} << 40, kGolden}) {
    TicketTable table;
    std::map<Ticket, TicketTable::Slot> plain;
    std::vector<Ticket> all;
    Rng rng(stride);
    for (int i = 0; i < 4000; ++i) {
      const bool grows = i < 500 || (i / 700) % 2 == 1;
      if (plain.empty() || rng.bounded(10) < (grows ? 7U : 3U)) {
        const Ticket ticket = stride * (all.size() + 1);
        const TicketTable::Slot next = table.next();
        ASSERT_EQ(table.add(ticket), next);
        plain[ticket] = next;
        all.push_back(ticket);
      } else {
        auto removed = plain.lower_bound(all[rng.bounded(static_cast<std::uint32_t>(all.size()))]);
        if (removed == plain.end()) removed = plain.begin();
        table.remove(removed->second);
        plain.erase(removed);
      }
      ASSERT_EQ(table.open(), plain.size());
      const Ticket some = all[rng.bounded(static_cast<std::uint32_t>(all.size()))];
      const auto found = plain.find(some);
      ASSERT_EQ(table.find(some), found == plain.end() ? std::nullopt : std::optional(found->second));
    }
    std::set<TicketTable::Slot> slots;
    for (const auto& [ticket, slot] : plain) {
      EXPECT_EQ(table.ticket(slot), ticket);
      EXPECT_EQ(table.find(ticket), slot);
      slots.insert(slot);
    }
    EXPECT_EQ(slots.size(), plain.size()) << "each has its own";
  }
}

TEST(TicketTable, GrowsWithTheOpenTicketsAndNotWithTheirRange) {
  TicketTable table;
  table.add(1);  // never closed
  for (Ticket ticket = 2; ticket < 100'000; ++ticket) table.remove(table.add(ticket));
  EXPECT_EQ(table.slots(), 2U);
  EXPECT_EQ(table.open(), 1U);
  EXPECT_TRUE(table.find(1));
}

TEST(TicketTable, KnowsNothingAtFirst) {
  const TicketTable table;
  EXPECT_EQ(table.find(1), std::nullopt);
  EXPECT_EQ(table.open(), 0U);
}

}  // namespace
}  // namespace mce::ticket_table_test
