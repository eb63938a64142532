// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/core/rng.hpp"
#include "support/chi_square.hpp"

/// Do a selector's picks, repeated in one state, have the distribution they should?
namespace mce::test {

/// `wanted`: probability of each cell that may be picked; others must not be.
template <class S>
void expect_picks(S& selector, const Archive& archive, const std::map<CellIndex, double>& wanted, int draws = 20'000) {
  Rng rng(99);
  std::map<CellIndex, std::uint64_t> counts;
  for (int i = 0; i < draws; ++i) ++counts[selector.select(archive, rng)];
  std::vector<std::uint64_t> observed;
  std::vector<double> probabilities;
  for (const auto& [cell, probability] : wanted) {
    observed.push_back(counts[cell]);
    probabilities.push_back(probability);
  }
  for (const auto& [cell, count] : counts) EXPECT_TRUE(wanted.contains(cell)) << "cell " << cell << " was picked";
  EXPECT_GT(fit(observed, probabilities), kSignificance);
}

template <class S>
void expect_uniform_picks(S& selector, const Archive& archive, const std::vector<CellIndex>& cells,
                          int draws = 20'000) {
  std::map<CellIndex, double> wanted;
  for (const CellIndex cell : cells) wanted[cell] = 1.0 / static_cast<double>(cells.size());
  expect_picks(selector, archive, wanted, draws);
}

}  // namespace mce::test
