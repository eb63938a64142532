// SPDX-License-Identifier: MIT
// Your own way to select parents: a plain struct with one function. Here: the fitter of two random elites.
#include <cstdio>

#include "mce/core/evolution.hpp"
#include "mce/testbeds/rastrigin.hpp"

struct Tournament {
  mce::CellIndex select(const mce::Archive& archive, mce::Rng& rng) const {
    const auto elites = archive.filled();
    const auto size = static_cast<std::uint32_t>(elites.size());
    const mce::CellIndex a = elites[rng.bounded(size)], b = elites[rng.bounded(size)];
    return archive.fitness(a) > archive.fitness(b) ? a : b;
  }
};

int main() {
  mce::Evolution evolution(mce::Rastrigin({.dimensions = 10}), Tournament(), {.seed = 1});
  evolution.advance_to(100'000);
  std::printf("%zu of %u cells filled\n", evolution.archive().filled().size(), evolution.archive().cells());
}
