// SPDX-License-Identifier: MIT
// Asking and telling allocate nothing once as many tickets were open as there are at most.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mce/search/variation.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/allocations.hpp"
#include "support/interleaving.hpp"

namespace mce::search_allocation_test {
namespace {

using test::allocations;

TEST(Search, AllocatesNothingInTheSteadyState) {
  ASSERT_GT(allocations, 0U) << "allocations are counted at all";
  for (const SelectorKind& selector : selector_kinds()) {
    for (const char* const variation : {"uniform", "gaussian", "iso-line"}) {
      Search search(Numbers({{.low = 0, .high = 1}, {.low = 0, .high = 1}}, make_variation(variation)),
                    make_erased_selector(selector.name), test::row_of(50), {});
      std::vector<Ticket> open;
      for (const auto& candidate : search.ask(40)) open.push_back(candidate.ticket);
      Rng rng(1);
      const auto go_on = [&](int evaluations) {
        for (int i = 0; i < evaluations; ++i) {
          Ticket& ticket = open[rng.bounded(40)];
          const double feature = rng.uniform(0, 50);
          if (i % 10 == 0) {
            search.fail(ticket);
          } else {
            search.tell(ticket, rng.uniform01(), std::span(&feature, 1));
          }
          ticket = i % 7 == 0 ? search.ask(1).front().ticket : search.ask().ticket;
        }
      };
      go_on(500);
      const std::size_t before = allocations;
      go_on(2000);
      EXPECT_EQ(allocations, before) << selector.name << " " << variation;
    }
  }
}

}  // namespace
}  // namespace mce::search_allocation_test
