// SPDX-License-Identifier: MIT
// The hot path allocates nothing: once an evolution is made, it runs without a single call of operator new.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "mce/core/evolution.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/rastrigin.hpp"

namespace {
std::atomic<std::size_t> allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;  // NOLINT(*-no-malloc): this is what replaces operator new
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }                      // NOLINT(*-no-malloc)
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }  // NOLINT(*-no-malloc)

namespace mce {
namespace {

template <class T>
void expect_no_allocation(T testbed, std::uint64_t evaluations) {
  for (const SelectorKind& kind : selector_kinds()) {
    std::visit(
        [&](auto selector) {
          Evolution evolution(testbed, std::move(selector), {.seed = 3, .resolution = {20}, .batch = 3});
          const std::size_t before = allocations;
          evolution.advance_to(evaluations);
          EXPECT_EQ(allocations, before) << kind.name;
        },
        kind.make({}));
  }
}

TEST(HotPath, AllocatesNothing) {
  ASSERT_GT(allocations, 0U) << "allocations are counted at all";
  expect_no_allocation(Rastrigin({}), 30'000);
  expect_no_allocation(Arm({}), 30'000);
  expect_no_allocation(Maze({}), 3'000);
}

}  // namespace
}  // namespace mce
