// SPDX-License-Identifier: MIT
// The hot path allocates nothing: between save points, a run makes not a single call of operator new.
#include <gtest/gtest.h>

#include <string>

#include "mce/run/run.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "support/allocations.hpp"

namespace mce::allocation_test {
namespace {

using test::allocations;

TEST(HotPath, AllocatesNothing) {
  ASSERT_GT(allocations, 0U) << "allocations are counted at all";
  for (const std::string testbed : {"rastrigin", "arm", "maze"}) {
    for (const SelectorKind& selector : selector_kinds()) {
      const double evaluations = testbed == "maze" ? 3'000 : 30'000;
      Plan plan = complete({.testbed = testbed,
                            .selector = selector.name,
                            .run_settings = {{"resolution", "20"}, {"batch", 3.0}, {"evaluations", evaluations}}});
      plan.save_points = {0, plan.evaluations};
      const auto run = Run::make(plan);
      const std::size_t before = allocations;
      run->advance(plan.evaluations - plan.batch);  // the end is a save point
      EXPECT_EQ(allocations, before) << testbed << " " << selector.name;
    }
  }
}

}  // namespace
}  // namespace mce::allocation_test
