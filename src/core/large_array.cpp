// SPDX-License-Identifier: MIT
#include "mce/core/detail/large_array.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mce {
namespace {

constexpr std::size_t kCacheLine = 64;

// The address sanitizer only watches the heap.
#if defined(MADV_HUGEPAGE) && !defined(__SANITIZE_ADDRESS__)
constexpr bool kMaps = true;
#else
constexpr bool kMaps = false;
#endif

// From these sizes on, in bytes, memory comes straight from the system, which has it full of zeros; the heap would
// write them to all of a sparse array.
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t mapped_from(ArrayUse use) {
  return use == ArrayUse::dense ? kHugePage / 4 : std::size_t{64} << 10;
}
// From these sizes on it comes in huge pages. Random access to a large array in small pages spends more time on finding
// them than on reading them. And small pages lie anywhere: even if the array would fit into the second-level cache,
// some then compete for the same places in it. Both made the loop on a map of 10⁴ elites slower by a fifth. A huge page
// is zeroed at once, though, which a sparse array does not pay back.
constexpr std::size_t huge_from(ArrayUse use) { return use == ArrayUse::dense ? kHugePage / 4 : kHugePage; }

}  // namespace

ZeroedMemory::ZeroedMemory(std::size_t bytes, ArrayUse use) {
  if (!kMaps || bytes < mapped_from(use)) {
    if (posix_memalign(&start_, kCacheLine, bytes) != 0) throw std::bad_alloc();
    memory_.reset(start_);
    if (bytes > 0) std::memset(start_, 0, bytes);
    return;
  }
#ifdef MADV_HUGEPAGE
  const bool huge = bytes >= huge_from(use);
  const std::size_t whole = huge ? (bytes + kHugePage - 1) / kHugePage * kHugePage : bytes;
  std::size_t space = huge ? whole + kHugePage : whole;
  start_ = mmap(nullptr, space, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start_ == MAP_FAILED) throw std::bad_alloc();
  memory_ = {start_, Release{space}};
  if (!huge) return;
  std::align(kHugePage, whole, start_, space);
  madvise(start_, whole, MADV_HUGEPAGE);  // a wish: where it is not granted, everything works as well
#endif
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
