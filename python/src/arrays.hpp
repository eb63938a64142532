// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

namespace mce::python {

namespace nb = nanobind;

/// What comes from Python: rows of numbers that lie one after the other. The Python code around makes them such.
template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Vector<T>& vector) {
  return {vector.data(), vector.shape(0)};
}
template <class T>
std::span<const T> row_of(const Table<T>& table, std::size_t row) {
  return {table.data() + row * table.shape(1), table.shape(1)};
}

/// What goes to Python.
template <class T>
using Array = nb::ndarray<nb::numpy, T>;

/// An array of its own. The caller fills `values`, all of them.
template <class T>
struct NewArray {
  explicit NewArray(std::initializer_list<std::size_t> shape) : NewArray(std::vector<std::size_t>(shape)) {}
  explicit NewArray(std::vector<std::size_t> lengths) : shape(std::move(lengths)) {
    std::size_t size = 1;
    for (const std::size_t length : shape) size *= length;
    values = std::span(new T[size], size);
    owner = nb::capsule(values.data(), [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
  }
  [[nodiscard]] Array<T> get() const { return {values.data(), shape.size(), shape.data(), owner}; }

  std::vector<std::size_t> shape;
  std::span<T> values;
  nb::capsule owner;
};

template <class T, class Values>
Array<T> array_of(const Values& values) {
  NewArray<T> array({std::size(values)});
  std::size_t i = 0;
  for (const auto& each : values) array.values[i++] = static_cast<T>(each);
  return array.get();
}

/// Memory of ours as Python may read it, without a copy; `owner` is kept alive. Strides are counted in elements.
template <class T>
nb::ndarray<nb::numpy, const T> view(const T* data, std::vector<std::size_t> shape, nb::handle owner,
                                     std::vector<std::int64_t> strides = {}) {
  return {data, shape.size(), shape.data(), owner, strides.empty() ? nullptr : strides.data()};
}

}  // namespace mce::python
