// SPDX-License-Identifier: MIT
#include "mce/run/profile.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace mce {

TestbedProfile Profile::testbed(std::string_view wanted) const {
  const auto found = std::ranges::find(testbeds, wanted, &TestbedProfile::testbed);
  return found == testbeds.end() ? TestbedProfile{.testbed = std::string(wanted)} : *found;
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
  const auto run = [](double evaluations, double initial, const char* resolution) {
    return Settings{{"evaluations", evaluations}, {"initial", initial}, {"resolution", resolution}};
  };
  static const std::vector<Profile> all = {
      {.name = "paper",
       .meaning = "what the text of the paper says",
       .testbeds = {{"rastrigin", {}, run(1e6, 100, "100x100"), kTenPerDecade},
                    {"arm", {}, run(1e6, 100, "100x100"), kTenPerDecade},
                    {"maze", {}, run(1e5, 100, "50x50"), kTenPerDecade}},
       .selectors = {}},
      {.name = "published",
       .meaning = "what the authors' program did, from which the published numbers came",
       .testbeds = {{"rastrigin",
                     {{"cosine", 1.0}, {"goal", "maximise"}, {"mutation", 0.512}},
                     run(1e6, 100, "100x100"),
                     kNineSteps},
                    {"arm", {}, run(1e6, 100, "100x100"), kNineSteps},
                    {"maze",
                     {{"symmetry", "sides"}, {"path", "steps"}, {"fallback", "inner"}},
                     run(1e5, 1000, "50x50"),
                     kPowersOfTen}},
       .selectors = {{"ucb-individual", {{"total", "living"}}}}},
  };
  return all;
}

const Profile& profile(std::string_view name) {
  const auto found = std::ranges::find(profiles(), name, &Profile::name);
  if (found == profiles().end()) throw std::invalid_argument(unknown_name("profile", name, names_of(profiles())));
  return *found;
}

std::span<const std::string> paper_selectors() {
  static const std::array<std::string, 9> names = {
      "ucb-individual", "ucb-cell", "exploit-individual", "exploit-cell", "explore-individual", "explore-cell",
      "greedy",         "uniform",  "curiosity"};
  return names;
}

}  // namespace mce
