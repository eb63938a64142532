// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "mce/core/error.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/selector.hpp"

namespace mce {

/// A selector with a memory of its own: of some random elites, the one in whose cell parents have gained most lately. A
/// survivor gains what it is fitter than its rival, or 1 in an empty cell; old gains fade.
class Gains {
 public:
  struct Parameters {
    std::uint32_t contenders = 3;  ///< elites drawn for a selection
    double memory = 0.9;           ///< share of its gain that a cell keeps with each offspring
    std::vector<Parameter> table() {
      return {whole_parameter("contenders", contenders, 1, 100, "elites drawn for a selection"),
              real_parameter("memory", memory, {.low = 0, .high = 1}, "share of its gain that a cell keeps")};
    }
  };
  explicit Gains(Parameters parameters) : parameters_(parameters) { check(parameters_.table(), "gains"); }

  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) const {
    const auto elites = archive.filled();
    CellIndex best = elites[rng.bounded(static_cast<std::uint32_t>(elites.size()))];
    for (std::uint32_t i = 1; i < parameters_.contenders; ++i) {
      const CellIndex other = elites[rng.bounded(static_cast<std::uint32_t>(elites.size()))];
      if (gains_[other] > gains_[best]) best = other;
    }
    return best;
  }

  void observe(const Archive& archive, const Outcome& outcome) {
    gains_.resize(archive.cells());
    if (!outcome.parent) return;
    double& gain = gains_[outcome.parent->cell];
    gain *= parameters_.memory;
    if (outcome.cell) gain += std::isnan(outcome.rival) ? 1 : outcome.fitness - outcome.rival;
  }

  void save(ByteWriter& out) const {
    for (const double gain : gains_) out.value(gain);
  }
  void load(ByteReader& in, const Archive& archive) {
    gains_.resize(archive.cells());
    for (double& gain : gains_) {
      gain = in.value<double>();
      if (!std::isfinite(gain)) throw Error("a saved gain is no number");
    }
  }

 private:
  Parameters parameters_;
  std::vector<double> gains_;
};

static_assert(Selector<Gains> && SavesState<Gains>);

}  // namespace mce
