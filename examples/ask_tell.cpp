// SPDX-License-Identifier: MIT
// Your own loop: ask for candidates, evaluate them wherever you like, tell what came out, in any order. Here: the least
// energy that throws a ball so far and so high.
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "mce/search/search.hpp"
#include "mce/search/variation.hpp"

int main() {
  // The speed of the ball, its slope at the start, and its mass.
  const mce::Numbers throws({{5, 20}, {0.1, 2}, {0.1, 1}}, mce::IsoLineVariation());
  mce::Search search(throws, mce::Grid({{0, 40}, {0, 15}}, {50}), {.seed = 1});
  while (search.told() < 50'000) {
    const auto asked = search.ask(8);
    std::vector candidates(asked.begin(), asked.end());
    std::ranges::reverse(candidates);  // as if the last one were evaluated first
    for (const auto& [ticket, genome] : candidates) {
      const double speed = genome[0], slope = genome[1], mass = genome[2];
      const double reach = speed * speed / (9.81 * (1 + slope * slope));
      const std::array distance_and_height = {2 * slope * reach, slope * slope * reach / 2};
      if (distance_and_height[0] > 40) {
        search.fail(ticket);  // it leaves the field
      } else {
        search.tell(ticket, -mass * speed * speed / 2, distance_and_height);
      }
    }
  }
  std::printf("%zu of %u cells filled\n", search.archive().filled().size(), search.archive().cells());
}
