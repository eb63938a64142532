// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <type_traits>

namespace mce {

/// Memory full of zeros, for std::free; in huge pages where it is large. Throws std::bad_alloc.
void* allocate_zeros(std::size_t bytes);

/// An array of fixed size, all zeros at first, from the start of a cache line. If it is large, memory is only taken
/// when it is written to, so a map filled only in places costs less than a full one.
template <class T>
  requires std::is_trivially_copyable_v<T>
class LargeArray {
 public:
  LargeArray() = default;
  /// Throws std::bad_alloc.
  explicit LargeArray(std::size_t size) {
    std::size_t space = size * sizeof(T) + kCacheLine;
    memory_.reset(allocate_zeros(space));
    void* start = memory_.get();
    data_ = static_cast<T*>(std::align(kCacheLine, size * sizeof(T), start, space));
  }

  T& operator[](std::size_t index) { return data_[index]; }
  const T& operator[](std::size_t index) const { return data_[index]; }

 private:
  static constexpr std::size_t kCacheLine = 64;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  T* data_ = nullptr;
};

}  // namespace mce
