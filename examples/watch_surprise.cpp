// SPDX-License-Identifier: MIT
// What the selector `surprise` learns, watched from outside: a selector that holds another one, passes on what it is
// told, and writes down what it sees. Prints a CSV: beta, and the mean reward of elites selected rarely and often.
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "mce/core/evolution.hpp"
#include "mce/selectors/surprise.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/passage.hpp"
#include "mce/testbeds/rastrigin.hpp"

struct Watched : mce::Surprise {
  struct Mean {
    double sum = 0;
    double count = 0;
    double value() const { return count > 0 ? sum / count : 0; }
  };
  std::array<Mean, 3> rewards = {};  // of elites that were selected 1 to 3, 4 to 15, and 16 times or more before

  using Surprise::observe;
  void observe(const mce::Archive& archive, const mce::Outcome& outcome) {
    const mce::Tally before = outcome.parent ? tally(outcome.parent->cell) : mce::Tally{};
    Surprise::observe(archive, outcome);
    if (before.selections < 2 || outcome.cell == outcome.parent->cell) return;  // its tally is another one now
    Mean& mean = rewards[before.selections <= 4 ? 0 : before.selections <= 16 ? 1 : 2];
    mean.sum += (tally(outcome.parent->cell).survivals - before.survivals) / kUnitsPerNat;
    ++mean.count;
  }
};

template <class T>
void watch(const char* problem, T testbed, std::uint32_t resolution) {
  mce::Evolution evolution(std::move(testbed), Watched(), {.seed = 1, .resolution = {resolution}});
  for (const std::uint64_t evaluations : {1'000, 2'000, 5'000, 10'000, 20'000, 50'000, 100'000, 200'000}) {
    evolution.advance_to(evaluations);
    const auto& [young, middle, old] = evolution.selector().rewards;
    std::printf("%s,%llu,%.4f,%.4f,%.4f,%.4f\n", problem, static_cast<unsigned long long>(evaluations),
                evolution.selector().beta(), young.value(), middle.value(), old.value());
  }
}

int main() {
  std::puts("problem,evaluations,beta,reward_of_young,reward_of_middle,reward_of_old");
  watch("Rastrigin", mce::Rastrigin({}), 100);
  watch("Rastrigin with 3 features", mce::Rastrigin({.dimensions = 10, .features = 3}), 20);
  watch("Rastrigin with 4 features", mce::Rastrigin({.dimensions = 8, .features = 4}), 10);
  watch("arm with 12 joints", mce::Arm({}), 100);
  watch("arm with 60 joints", mce::Arm({.joints = 60}), 100);
  using enum mce::Maze::Metric;
  watch("mazes by symmetry", mce::Maze({.size = 12, .fitness = bilateral_symmetry, .features = {straights, path}}), 50);
  watch("mazes by path", mce::Maze({}), 50);
  watch("passage", mce::Passage({}), 50);
}
