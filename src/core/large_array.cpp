// SPDX-License-Identifier: MIT
#include "mce/core/large_array.hpp"

#include <cstdlib>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mce {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
// From these sizes on, in bytes, memory comes straight from the system, …
constexpr std::size_t kMappedDense = kHugePage / 4;
constexpr std::size_t kMappedSparse = std::size_t{64} << 10;  // the heap would write zeros to all of it
// … in huge pages. Random access to a large array in small pages spends more time on finding them than on reading
// them. And small pages lie anywhere: even if the array would fit into the second-level cache, some then compete for
// the same places in it. Both made the loop on a map of 10⁴ elites slower by a fifth. A huge page is zeroed at once,
// though, which a sparse array does not pay back.
constexpr std::size_t kHugeDense = kMappedDense;
constexpr std::size_t kHugeSparse = kHugePage;

void* align(void* memory, std::size_t alignment, std::size_t bytes, std::size_t space) {
  return std::align(alignment, bytes, memory, space);
}

}  // namespace

ZeroedMemory::ZeroedMemory(std::size_t bytes, ArrayUse use) {
  const bool dense = use == ArrayUse::dense;
#ifdef MADV_HUGEPAGE
  if (bytes >= (dense ? kMappedDense : kMappedSparse)) {
    const bool huge = bytes >= (dense ? kHugeDense : kHugeSparse);
    const std::size_t whole = huge ? (bytes + kHugePage - 1) / kHugePage * kHugePage : bytes;
    const std::size_t space = huge ? whole + kHugePage : whole;
    void* memory = mmap(nullptr, space, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = {memory, Release{space}};
    start_ = huge ? align(memory, kHugePage, whole, space) : memory;
    if (huge) madvise(start_, whole, MADV_HUGEPAGE);  // a wish: where it is not granted, everything works as well
    return;
  }
#endif
  const std::size_t space = bytes + kCacheLine;
  memory_.reset(std::calloc(space, 1));
  if (!memory_) throw std::bad_alloc();
  start_ = align(memory_.get(), kCacheLine, bytes, space);
}

void ZeroedMemory::Release::operator()(void* memory) const {
#ifdef MADV_HUGEPAGE
  if (mapped > 0) {
    munmap(memory, mapped);
    return;
  }
#endif
  std::free(memory);
}

}  // namespace mce
