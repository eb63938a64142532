// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mce/core/kind.hpp"
#include "mce/core/selector.hpp"

namespace mce {

/// Any of the cells in which the last individuals have survived: a selector with a memory of its own.
class Recent {
 public:
  struct Parameters {
    std::uint32_t memory = 64;
    std::vector<Parameter> table() { return {whole_parameter("memory", memory, 1, 1000, "survivors to remember")}; }
  };
  explicit Recent(Parameters parameters = {}) : parameters_(parameters) { check(parameters_.table(), "recent"); }

  void observe(const Archive& /*archive*/, const Outcome& outcome) {
    if (!outcome.cell) return;
    if (cells_.size() == parameters_.memory) cells_.erase(cells_.begin());
    cells_.push_back(*outcome.cell);
  }
  CellIndex select(const Archive& /*archive*/, Rng& rng) {
    return cells_[rng.bounded(static_cast<std::uint32_t>(cells_.size()))];
  }

  void save(ByteWriter& out) const {
    out.value<std::uint64_t>(cells_.size());
    for (const CellIndex cell : cells_) out.value(cell);
  }
  void load(ByteReader& in, const Archive& archive) {
    const auto count = in.value<std::uint64_t>();
    if (count == 0 || count > parameters_.memory) throw Error("saved memory has an impossible size");
    cells_.resize(count);
    for (CellIndex& cell : cells_) {
      cell = in.value<CellIndex>();
      if (cell >= archive.grid().cells() || !archive.contains(cell)) throw Error("saved memory names an empty cell");
    }
  }

 private:
  Parameters parameters_;
  std::vector<CellIndex> cells_;
};

static_assert(Selector<Recent> && SavesState<Recent>);

}  // namespace mce
