// SPDX-License-Identifier: MIT
#include "mce/study/profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace mce {

std::vector<std::uint64_t> SaveSchedule::points(std::uint64_t evaluations) const {
  constexpr std::array kTenthPowersOfTen = {1.0,
                                            1.2589254117941673,
                                            1.5848931924611136,
                                            1.9952623149688795,
                                            2.5118864315095801,
                                            3.1622776601683795,
                                            3.9810717055349722,
                                            5.0118723362727229,
                                            6.3095734448019325,
                                            7.9432823472428150};
  std::vector<std::uint64_t> points = {0};
  for (std::uint64_t decade = from; decade < evaluations; decade *= 10) {
    for (std::uint32_t i = 0; i < 10; ++i) {
      if (spacing == Spacing::linear) {
        if (i < 9) points.push_back((i + 1) * decade);
      } else if (i % (10 / per_decade) == 0) {
        points.push_back(static_cast<std::uint64_t>(std::llround(kTenthPowersOfTen[i] * static_cast<double>(decade))));
      }
    }
  }
  points.erase(std::ranges::unique(points).begin(), points.end());  // below 10, several round to the same
  std::erase_if(points, [&](std::uint64_t point) { return point >= evaluations && point > 0; });
  if (evaluations > 0) points.push_back(evaluations);
  return points;
}

const TestbedProfile& Profile::testbed(std::string_view wanted) const {
  const auto found = std::ranges::find(testbeds, wanted, &TestbedProfile::testbed);
  if (found == testbeds.end()) {
    throw std::invalid_argument("profile " + name + " says nothing of testbed '" + std::string(wanted) + "'");
  }
  return *found;
}

Settings Profile::selector(std::string_view wanted) const {
  const auto found = std::ranges::find(selectors, wanted, &std::pair<std::string, Settings>::first);
  return found == selectors.end() ? Settings{} : found->second;
}

std::span<const Profile> profiles() {
  using Spacing = SaveSchedule::Spacing;
  constexpr SaveSchedule kTenPerDecade = {.spacing = Spacing::logarithmic, .per_decade = 10, .from = 100};
  constexpr SaveSchedule kNineSteps = {.spacing = Spacing::linear, .per_decade = 10, .from = 1000};
  constexpr SaveSchedule kPowersOfTen = {.spacing = Spacing::logarithmic, .per_decade = 1, .from = 1000};
  static const std::vector<Profile> all = {
      {.name = "paper",
       .meaning = "what the text of the paper says",
       .testbeds = {{"rastrigin", {}, 100, {100, 100}, 1'000'000, kTenPerDecade},
                    {"arm", {}, 100, {100, 100}, 1'000'000, kTenPerDecade},
                    {"maze", {}, 100, {50, 50}, 100'000, kTenPerDecade}},
       .selectors = {}},
      {.name = "published",
       .meaning = "what the authors' program did, from which the published numbers came",
       .testbeds = {{"rastrigin",
                     {{"cosine", "1"}, {"goal", "maximise"}, {"mutation", "0.512"}},
                     100,
                     {100, 100},
                     1'000'000,
                     kNineSteps},
                    {"arm", {}, 100, {100, 100}, 1'000'000, kNineSteps},
                    {"maze",
                     {{"symmetry", "sides"}, {"path", "steps"}, {"fallback", "inner"}},
                     1000,
                     {50, 50},
                     100'000,
                     kPowersOfTen}},
       .selectors = {{"ucb-individual", {{"total", "living"}}}}},
  };
  return all;
}

const Profile& profile(std::string_view name) {
  std::vector<std::string> names;
  for (const Profile& each : profiles()) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  throw std::invalid_argument(unknown_name("profile", name, names));
}

}  // namespace mce
