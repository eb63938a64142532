// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "guard.hpp"
#include "mce/core/archive.hpp"

namespace mce::python {

/// Whatever has an archive that Python code may look at: a search, or a run.
class Elites {
 public:
  Elites() = default;
  Elites(const Elites&) = delete;
  Elites& operator=(const Elites&) = delete;
  virtual ~Elites() = default;

  [[nodiscard]] virtual const Archive& archive() const = 0;
  [[nodiscard]] virtual Guard& guard() const = 0;
  [[nodiscard]] virtual std::size_t solution_dim() const = 0;
  /// Fills in the solution of an elite, as people read it.
  virtual void solution(CellIndex cell, std::span<double> out) const = 0;
};

}  // namespace mce::python
