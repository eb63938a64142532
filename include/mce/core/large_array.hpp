// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mce {

/// An array of fixed size, all zeros at first. Memory is only taken when it is written to, so a map filled only in
/// places costs less than a full one; and it comes in huge pages where the system has them, since random access to a
/// large map otherwise spends more time on finding pages than on reading them.
template <class T>
  requires std::is_trivially_copyable_v<T>
class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size) : data_(static_cast<T*>(std::calloc(size, sizeof(T)))) {
    if (data_ == nullptr && size > 0) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    constexpr std::size_t kPage = std::size_t{2} << 20;
    void* start = data_.get();
    std::size_t space = size * sizeof(T);
    if (std::align(kPage, kPage, start, space) != nullptr) madvise(start, space / kPage * kPage, MADV_HUGEPAGE);
#endif
  }

  T& operator[](std::size_t index) { return data_.get()[index]; }
  const T& operator[](std::size_t index) const { return data_.get()[index]; }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  std::unique_ptr<T, Free> data_;
};

}  // namespace mce
