// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

/// Counts the calls of operator new. It replaces that operator, so only one file of a program can include it.
namespace mce::test {
inline std::atomic<std::size_t> allocations = 0;
}  // namespace mce::test

void* operator new(std::size_t size) {
  ++mce::test::allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
// Replaced as well, since sanitizers bring their own, which would not go with our delete.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++mce::test::allocations;
  return std::malloc(size);
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // g++ does not see that ours go together
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
#pragma GCC diagnostic pop
