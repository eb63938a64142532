// SPDX-License-Identifier: MIT
#include "mce/core/detail/large_array.hpp"

#include <cstdint>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mce {

void* allocate_zeros(std::size_t bytes) {
  void* memory = std::calloc(bytes, 1);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // A wish that need not be granted. Random access to 10⁶ elites in small pages spends a tenth of the loop on finding
  // the pages.
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  const std::size_t skipped = -reinterpret_cast<std::uintptr_t>(memory) % kHugePage;
  if (bytes >= skipped + kHugePage) madvise(static_cast<std::byte*>(memory) + skipped, bytes - skipped, MADV_HUGEPAGE);
#endif
  return memory;
}

}  // namespace mce
