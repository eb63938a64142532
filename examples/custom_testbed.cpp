// SPDX-License-Identifier: MIT
// Your own problem: a plain struct with six functions. Here: points of a 4-dimensional ball, as close to its centre as
// they can be for their first two coordinates.
#include <cstdio>

#include "mce/core/evolution.hpp"
#include "mce/selectors/surprise.hpp"

struct Ball {
  using Gene = double;
  std::size_t genome_size() const { return 4; }
  std::vector<mce::Interval> bounds() const { return {{-1, 1}, {-1, 1}}; }
  void random(std::span<double> genome, mce::Rng& rng) const {
    for (double& gene : genome) gene = rng.uniform(-1, 1);
  }
  void mutate(std::span<double> genome, mce::Rng& rng) const {
    for (double& gene : genome) gene += rng.uniform(-0.1, 0.1);
  }
  double evaluate(std::span<const double> x, std::span<double> features) const {
    features[0] = x[0], features[1] = x[1];
    return -(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
  }
};

int main() {
  mce::Evolution evolution(Ball(), mce::Surprise(), {.seed = 1, .resolution = {50}});
  evolution.advance_to(100'000);
  std::printf("%zu of %u cells filled\n", evolution.archive().filled().size(), evolution.archive().cells());
}
