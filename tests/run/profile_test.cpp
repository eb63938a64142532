// SPDX-License-Identifier: MIT
#include "mce/run/profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "support/complaint.hpp"

namespace mce::profile_test {
namespace {

using Points = std::vector<std::uint64_t>;
using test::has;
using test::message_of;

Points points(const char* profile_name, const char* testbed, std::uint64_t evaluations) {
  return profile(profile_name).testbed(testbed).schedule.points(evaluations);
}

TEST(SavePoints, PaperHasTenPerDecadeFromAHundred) {
  const Points decade = {0, 100, 126, 158, 200, 251, 316, 398, 501, 631, 794, 1000};
  for (const char* testbed : {"rastrigin", "arm", "maze"}) EXPECT_EQ(points("paper", testbed, 1000), decade) << testbed;
}

TEST(SavePoints, PaperIsTheRoundedTenthPowersOfTen) {
  Points expected = {0};
  for (int tenth = 20; tenth <= 60; ++tenth) {
    expected.push_back(static_cast<std::uint64_t>(std::llround(std::pow(10.0, tenth / 10.0))));
  }
  EXPECT_EQ(points("paper", "rastrigin", 1'000'000), expected);
  EXPECT_EQ(points("paper", "arm", 1'000'000), expected);
  expected.resize(1 + 31);
  EXPECT_EQ(points("paper", "maze", 100'000), expected);
}

TEST(SavePoints, PublishedRastriginAndArmHaveEqualStepsInEveryDecade) {
  const Points expected = {0,       1'000,   2'000,   3'000,   4'000,   5'000,   6'000,   7'000,   8'000,    9'000,
                           10'000,  20'000,  30'000,  40'000,  50'000,  60'000,  70'000,  80'000,  90'000,   100'000,
                           200'000, 300'000, 400'000, 500'000, 600'000, 700'000, 800'000, 900'000, 1'000'000};
  EXPECT_EQ(points("published", "rastrigin", 1'000'000), expected);
  EXPECT_EQ(points("published", "arm", 1'000'000), expected);
}

TEST(SavePoints, PublishedMazeHasThePowersOfTen) {
  EXPECT_EQ(points("published", "maze", 100'000), (Points{0, 1'000, 10'000, 100'000}));
}

TEST(SavePoints, ARunShorterThanTheFirstPointHasItsStartAndItsEnd) {
  EXPECT_EQ(points("paper", "rastrigin", 50), (Points{0, 50}));
  EXPECT_EQ(points("paper", "rastrigin", 1), (Points{0, 1}));
  EXPECT_EQ(points("published", "rastrigin", 999), (Points{0, 999}));
  EXPECT_EQ(points("published", "maze", 12), (Points{0, 12}));
}

TEST(SavePoints, TheEndIsAlwaysTheLastPoint) {
  EXPECT_EQ(points("paper", "arm", 220), (Points{0, 100, 126, 158, 200, 220}));
  EXPECT_EQ(points("published", "arm", 25'500).back(), 25'500U);
  EXPECT_EQ(points("published", "arm", 2'500), (Points{0, 1'000, 2'000, 2'500}));
  EXPECT_EQ(points("published", "maze", 70'000), (Points{0, 1'000, 10'000, 70'000}));
  EXPECT_EQ(points("published", "maze", 1'000), (Points{0, 1'000}));
}

TEST(SavePoints, ARunOfNoEvaluationsHasOnlyItsStart) {
  for (const char* name : {"paper", "published"}) {
    for (const char* testbed : {"rastrigin", "arm", "maze"}) EXPECT_EQ(points(name, testbed, 0), Points{0});
  }
}

TEST(SavePoints, CanBeOneTwoFiveOrTenPerDecade) {
  using Spacing = SaveSchedule::Spacing;
  const auto per_decade = [](std::uint32_t number) {
    return SaveSchedule{.spacing = Spacing::logarithmic, .per_decade = number, .from = 100}.points(1000);
  };
  EXPECT_EQ(per_decade(1), (Points{0, 100, 1000}));
  EXPECT_EQ(per_decade(2), (Points{0, 100, 316, 1000}));
  EXPECT_EQ(per_decade(5), (Points{0, 100, 158, 251, 398, 631, 1000}));
}

TEST(SavePoints, ThatRoundToTheSameAreOne) {
  const SaveSchedule from_one{.spacing = SaveSchedule::Spacing::logarithmic, .per_decade = 10, .from = 1};
  EXPECT_EQ(from_one.points(20), (Points{0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20}));
}

TEST(SavePoints, AreStrictlyAscendingUpToTheLongestRun) {
  for (const char* name : {"paper", "published"}) {
    for (const std::uint64_t evaluations : {100ULL, 101ULL, 12'345ULL, 99'999'999ULL, 4'294'901'760ULL}) {
      const Points all = points(name, "arm", evaluations);
      EXPECT_TRUE(std::ranges::is_sorted(all, std::less_equal())) << name << " " << evaluations;
      EXPECT_EQ(all.front(), 0U);
      EXPECT_EQ(all.back(), evaluations);
    }
  }
}

/// What a profile says of a run on a testbed, in the order of its table.
Settings run_settings(double evaluations, double initial, const char* resolution) {
  return {{"evaluations", evaluations}, {"initial", initial}, {"resolution", resolution}};
}

TEST(Profile, PaperIsTheTestbedsOwnDefaults) {
  const Profile& paper = profile("paper");
  for (const TestbedProfile& each : paper.testbeds) EXPECT_EQ(each.settings, Settings{}) << each.testbed;
  EXPECT_EQ(paper.testbed("rastrigin").run_settings, run_settings(1e6, 100, "100x100"));
  EXPECT_EQ(paper.testbed("arm").run_settings, run_settings(1e6, 100, "100x100"));
  EXPECT_EQ(paper.testbed("maze").run_settings, run_settings(1e5, 100, "50x50"));
  EXPECT_TRUE(paper.selectors.empty());
  EXPECT_EQ(paper.selector("ucb-individual"), Settings{});
}

TEST(Profile, PublishedDiffersExactlyWhereTheTableSays) {
  const Profile& published = profile("published");
  EXPECT_EQ(published.testbed("rastrigin").settings,
            (Settings{{"cosine", 1.0}, {"goal", "maximise"}, {"mutation", 0.512}}));
  EXPECT_EQ(published.testbed("arm").settings, Settings{});
  EXPECT_EQ(published.testbed("maze").settings,
            (Settings{{"symmetry", "sides"}, {"path", "steps"}, {"fallback", "inner"}}));
  EXPECT_EQ(published.testbed("rastrigin").run_settings, run_settings(1e6, 100, "100x100"));
  EXPECT_EQ(published.testbed("arm").run_settings, run_settings(1e6, 100, "100x100"));
  EXPECT_EQ(published.testbed("maze").run_settings, run_settings(1e5, 1000, "50x50"));
  EXPECT_EQ(published.selectors,
            (std::vector<std::pair<std::string, Settings>>{{"ucb-individual", Settings{{"total", "living"}}}}));
  EXPECT_EQ(published.selector("ucb-cell"), Settings{});
}

TEST(Profile, BothHaveTheThreeTestbedsOfThePaper) {
  ASSERT_EQ(profiles().size(), 2U);
  EXPECT_EQ(profiles()[0].name, "paper");
  EXPECT_EQ(profiles()[1].name, "published");
  for (const Profile& each : profiles()) {
    EXPECT_FALSE(each.meaning.empty());
    std::vector<std::string> testbeds;
    for (const TestbedProfile& testbed : each.testbeds) testbeds.push_back(testbed.testbed);
    EXPECT_EQ(testbeds, (std::vector<std::string>{"rastrigin", "arm", "maze"}));
    for (const std::string& name : testbeds) EXPECT_NO_THROW(testbed_kind(name));
    for (const auto& [name, settings] : each.selectors) EXPECT_NO_THROW(selector_kind(name).complete(settings));
  }
}

TEST(Profile, ATestbedThatNoPaperHadHasTheDefaultsOfAPlan) {
  for (const Profile& each : profiles()) {
    const TestbedProfile unknown = each.testbed("sphere");
    EXPECT_EQ(unknown.testbed, "sphere");
    EXPECT_EQ(unknown.settings, Settings{});
    EXPECT_EQ(unknown.run_settings, Settings{});
    EXPECT_EQ(unknown.schedule.points(1000), SaveSchedule{}.points(1000));
    EXPECT_EQ(each.selector("tournament"), Settings{});
  }
}

TEST(Profile, AnUnknownNameIsAnErrorThatSuggestsTheNearest) {
  const auto text = message_of<std::invalid_argument>([] { profile("papre"); });
  EXPECT_TRUE(has(text, "'papre'") && has(text, "did you mean 'paper'?") && has(text, "published")) << text;
}

TEST(PaperSelectors, AreNineThatAreInTheTable) {
  EXPECT_EQ(paper_selectors().size(), 9U);
  const auto known = names_of(selector_kinds());
  for (const std::string& name : paper_selectors()) EXPECT_EQ(std::ranges::count(known, name), 1) << name;
}

}  // namespace
}  // namespace mce::profile_test
