// SPDX-License-Identifier: MIT
// Your own loop: ask for candidates, evaluate them wherever you like, tell what came out, in any order. Here: how flat a
// thrown ball may fly, for every distance and height.
#include <algorithm>
#include <array>
#include <cstdio>

#include "mce/search/search.hpp"
#include "mce/search/variation.hpp"

int main() {
  const mce::Numbers throws({{5, 20}, {0.1, 1.5}}, mce::IsoLineVariation());  // speed, and slope at the start
  mce::Search search(throws, mce::Grid({{0, 40}, {0, 10}}, {50}), {.seed = 1});
  while (search.told() < 50'000) {
    const auto asked = search.ask(8);
    std::vector candidates(asked.begin(), asked.end());
    std::ranges::reverse(candidates);  // as if the last one were evaluated first
    for (const auto& [ticket, genome] : candidates) {
      const double speed = genome[0], slope = genome[1];
      const double ahead = speed * speed / (9.81 * (1 + slope * slope));  // half the distance for a slope of 1
      const std::array distance_and_height = {2 * slope * ahead, slope * slope * ahead / 2};
      if (distance_and_height[0] > 40) {
        search.fail(ticket);  // it leaves the field
      } else {
        search.tell(ticket, -slope, distance_and_height);
      }
    }
  }
  std::printf("%zu of %u cells filled\n", search.archive().filled().size(), search.archive().cells());
}
