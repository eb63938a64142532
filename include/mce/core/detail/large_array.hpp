// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace mce {

/// How much of an array will be used: all of it, or only parts here and there.
enum class ArrayUse : std::uint8_t { dense, sparse };

/// Memory full of zeros, from the start of a cache line.
class ZeroedMemory {
 public:
  ZeroedMemory() = default;
  /// Throws std::bad_alloc.
  ZeroedMemory(std::size_t bytes, ArrayUse use);
  [[nodiscard]] void* start() const { return start_; }

 private:
  struct Release {
    std::size_t mapped;  // bytes; 0 if it came from the heap
    void operator()(void* memory) const;
  };
  std::unique_ptr<void, Release> memory_{nullptr, Release{0}};
  void* start_ = nullptr;
};

/// An array of fixed size, all zeros at first. If it is large, memory is only taken when it is written to, so a map
/// filled only in places costs less than a full one.
template <class T>
  requires std::is_trivially_copyable_v<T>
class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size, ArrayUse use = ArrayUse::dense)
      : memory_(size * sizeof(T), use), data_(static_cast<T*>(memory_.start())) {}

  T& operator[](std::size_t index) { return data_[index]; }
  const T& operator[](std::size_t index) const { return data_[index]; }

 private:
  ZeroedMemory memory_;
  T* data_ = nullptr;
};

}  // namespace mce
