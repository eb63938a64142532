// SPDX-License-Identifier: MIT
// The hot path allocates nothing: between save points, a run makes not a single call of operator new.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "mce/run/run.hpp"
#include "mce/selectors/selector_kinds.hpp"

namespace {
std::atomic<std::size_t> allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
// Replaced as well, since sanitizers bring their own, which would not go with our delete.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size);
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // g++ does not see that ours go together
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
#pragma GCC diagnostic pop

namespace mce::allocation_test {
namespace {

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
