// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce::test {

/// A mutated copy is a copy, then mutated: the same offspring from the same random numbers; the parent stays as it is.
template <class T>
void expect_mutated_copies(const T& testbed) {
  Rng rng(testbed.genome_size());
  std::vector<double> parent(testbed.genome_size());
  std::vector<double> copy(testbed.genome_size(), std::numeric_limits<double>::quiet_NaN());
  for (int i = 0; i < 50; ++i) {
    testbed.random(parent, rng);
    const std::vector<double> before = parent;
    Rng again(rng.state());
    testbed.mutate_copy(parent, copy, rng);
    ASSERT_EQ(parent, before);
    testbed.mutate(parent, again);
    ASSERT_EQ(copy, parent);
    ASSERT_EQ(rng.state(), again.state());
  }
}

}  // namespace mce::test
